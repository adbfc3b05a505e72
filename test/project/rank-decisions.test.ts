/** Which earlier decisions bear on a topic. */
import { expect, it } from 'vitest';
import { rankDecisions } from '../../src/project/rank-decisions.ts';

const decided = [
  {
    source: 'docs/adr/0001-use-postgres.md',
    title: 'Use Postgres',
    text: 'The shop keeps its orders there.',
  },
  { source: 'docs/adr/0002-job-queue.md', title: 'Queue jobs in the database', text: 'The shop needs one.' },
  { source: 'docs/adr/0003-log-format.md', title: 'Log as JSON', text: 'The shop logs one line for a job.' },
  { source: 'docs/requirements.md', title: 'REQ-012', text: 'The shop shall answer within 2 s.' },
  { source: '20260101-100000-search', title: 'DEC-002: Suche', text: 'Die Warteschlange bleibt klein.' },
];

it.each([
  ['Which queue should carry the jobs of the shop?', [2, 3]],
  ['How do we queue?', [2]],
  ['Warteschlange oder Cronjob?', []],
  ['Wie groß wird die Warteschlange der Suche?', [5]],
  ['What replaces ADR 3?', [3]],
  ['Is record 0001 still right?', [1]],
  ['Revisit 0003-log-format and the queue', [3, 2]],
  ['How do we meet req-12?', [4]],
  ['Does DEC-2 hold for queues?', [5, 2]],
  ['Twelve requirements', []],
  ['The shop', [1, 2, 3, 4]],
  ['', []],
  ['?', []],
])('%j finds %j', async (topic, numbers) => {
  const found = await rankDecisions(topic, decided, { most: 9 });
  expect(found.map((entry) => decided.indexOf(entry) + 1)).toEqual(numbers);
});

it('gives the most that is asked for, the best first, and looks at the beginning of a text only', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    source: `${index}.md`,
    title: index === 29 ? 'The queue of jobs' : `Part ${index}`,
    text: `${'x'.repeat(index === 5 ? 4000 : 0)} queue jobs`,
  }));
  const found = await rankDecisions('A queue for jobs', many, { most: 4 });
  expect(found.map(({ source }) => source)).toEqual(['29.md', '0.md', '1.md', '2.md']);
  expect(await rankDecisions('A queue for jobs', many, { most: 40 })).toHaveLength(29);
});
