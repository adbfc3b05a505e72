/** What a seat replies about events: a field says whether each has come. */
import * as z from 'zod';
import { objectList, oneOf, optionalText, requiredText } from './fields.ts';

/** Whether an event has come, as far as the project shows. */
export const eventStates = ['come', 'not-come', 'unknown', 'no-event'] as const;

export const dueForm = z.object({
  events: objectList(
    z.object({
      id: requiredText('such as E1'),
      state: oneOf(eventStates, 'unknown', 'come, not-come, unknown or no-event'),
      because: optionalText('why, in a sentence'),
      path: optionalText('a file of the project, or empty'),
      line: z.preprocess(
        (value) => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null),
        z.number().nullable(),
      ),
      quote: optionalText('the words that stand there, copied exactly, or empty'),
    }),
    'one for each event',
  ),
});
