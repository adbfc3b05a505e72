/** Requirements as people write them, with the rules that each breaks. Written for these tests. */
export const corpus: readonly { statement: string; rules: readonly string[] }[] = [
  { statement: 'The service shall delete finished jobs after 7 days.', rules: [] },
  { statement: 'The download service shall not send cookies to another host.', rules: [] },
  { statement: 'When a person signs in, the portal shall show the last 10 orders.', rules: [] },
  { statement: 'While the pump runs, the controller shall read the pressure every 100 ms.', rules: [] },
  { statement: 'Where a fax module is fitted, the printer shall accept documents by fax.', rules: [] },
  {
    statement: 'If the disk has less than 1 GB free, then the recorder shall stop and sound the alarm.',
    rules: [],
  },
  {
    statement: 'While in standby, when the button is pressed, the device shall start within 3 seconds.',
    rules: [],
  },
  {
    statement:
      'Where two lanes are set, while a lane is full, when a job arrives, the queue shall put it into the other lane.',
    rules: [],
  },
  { statement: 'Each invoice shall carry a number of 8 digits.', rules: [] },
  {
    statement:
      'When the customer cancels, changes or repeats an order, the shop shall write one entry to the log.',
    rules: [],
  },
  {
    statement: 'The search shall answer 95 of 100 queries within 300 ms at 50 queries per second.',
    rules: [],
  },
  {
    statement: 'If the password was wrong 5 times, then the portal shall lock the account for 15 minutes.',
    rules: [],
  },
  { statement: 'Redis shall hold at most 10000 entries of the stream.', rules: [] },
  {
    statement: 'The system shall show the message "Try again, maybe later" after a failed payment.',
    rules: [],
  },
  { statement: 'The exporter shall write the field `some_value` as a decimal number.', rules: [] },
  { statement: 'All responses shall carry the header `X-Request-Id`.', rules: [] },
  {
    statement: 'When the temperature is higher than 80 °C, the heater shall switch off within 1 second.',
    rules: [],
  },
  { statement: 'The archive shall keep each order for 10 years.', rules: [] },
  { statement: 'The service must delete finished jobs.', rules: ['req/one-shall'] },
  { statement: 'Finished jobs are deleted after a week.', rules: ['req/one-shall'] },
  { statement: 'The user can cancel a job.', rules: ['req/one-shall'] },
  { statement: 'The portal shall show orders and shall send a mail.', rules: ['req/one-shall'] },
  { statement: 'After signing in, the portal shall show the last 10 orders.', rules: ['req/ears'] },
  { statement: 'If the disk is full, the recorder shall stop.', rules: ['req/ears'] },
  {
    statement: 'When the button is pressed, while in standby, the device shall start within 3 seconds.',
    rules: ['req/ears'],
  },
  { statement: 'When the button is pressed the device shall start within 3 seconds.', rules: ['req/ears'] },
  { statement: 'It shall keep each order for 10 years.', rules: ['req/ears'] },
  { statement: 'Shall keep each order for 10 years.', rules: ['req/ears'] },
  { statement: 'On demand, a report shall be printed.', rules: ['req/ears'] },
  { statement: 'The portal shall be user-friendly.', rules: ['req/weak-word'] },
  { statement: 'The search shall be fast.', rules: ['req/weak-word'] },
  { statement: 'The service shall handle errors appropriately.', rules: ['req/weak-word'] },
  { statement: 'The service shall retry failed downloads if possible.', rules: ['req/weak-word'] },
  { statement: 'The importer shall read CSV, XML, etc.', rules: ['req/weak-word'] },
  { statement: 'The service shall keep some jobs in memory.', rules: ['req/weak-word'] },
  { statement: 'The cache shall use the best strategy.', rules: ['req/weak-word'] },
  { statement: 'The new parser shall be faster.', rules: ['req/weak-word'] },
  { statement: 'The service shall answer as soon as possible.', rules: ['req/weak-word'] },
  { statement: 'The portal shall support formats such as PDF.', rules: ['req/weak-word'] },
  { statement: 'The queue shall hold approximately 1000 jobs.', rules: ['req/weak-word'] },
  { statement: 'The report shall list orders and/or returns.', rules: ['req/weak-word'] },
  {
    statement: 'After a crash, several workers shall restart quickly.',
    rules: ['req/ears', 'req/weak-word'],
  },
  { statement: 'The system should be easy to use.', rules: ['req/one-shall', 'req/weak-word'] },
  { statement: 'Users will normally get a sufficient answer.', rules: ['req/one-shall', 'req/weak-word'] },
];
