/** What a person sends to a session from outside its run, as it is stored until a run takes it, and in the journal. */
import * as z from 'zod';

/** The name of the person, if it is known. */
const name = z.string().optional();

export const personMessageSchema = z.discriminatedUnion('kind', [
  /** Advice to the panel; `by` says who gave it. */
  z.object({ kind: z.literal('guidance'), text: z.string().min(1), by: z.enum(['user', 'assistant']), name }),
  /** Conclude after this round. */
  z.object({ kind: z.literal('skip'), name }),
  /** Pause after this round. */
  z.object({ kind: z.literal('pause'), name }),
  /** Allows this many rounds in all; a number that is not above the present limit changes nothing. */
  z.object({
    kind: z.literal('grant'),
    max_rounds: z.number().int().min(1),
    /** Set when it is taken: the most rounds in all that the person's own configuration allows. */
    most_in_all: z.number().int().min(1).optional(),
    name,
  }),
]);

export type PersonMessage = z.infer<typeof personMessageSchema>;
