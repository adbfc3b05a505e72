/** What the facilitator replies when it chooses who sits at the table. */
import * as z from 'zod';
import { objectList, optionalText, requiredText } from './fields.ts';

export const panelForm = z.object({
  seats: objectList(
    z.object({
      id: requiredText('an id of the list'),
      why: optionalText('what this role will see here that no other does, in a few words'),
    }),
    'who sits at the table, the one that the topic concerns most first',
  ),
});
