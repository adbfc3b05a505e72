/** What a person sends to a session from outside its run, as it is kept until somebody takes it, and in the journal. */
import * as z from 'zod';

/** The name of the person, where it is known. */
const name = z.string().optional();

export const personMessageSchema = z.discriminatedUnion('kind', [
  /** Advice to the panel; `by` says who gave it. */
  z.object({ kind: z.literal('guidance'), text: z.string().min(1), by: z.enum(['user', 'assistant']), name }),
  /** Conclude after this round. */
  z.object({ kind: z.literal('skip'), name }),
  /** Pause after this round. */
  z.object({ kind: z.literal('pause'), name }),
  /** The discussion may have so many rounds in all; a number that it may have anyway changes nothing. */
  z.object({ kind: z.literal('grant'), max_rounds: z.number().int().min(1), name }),
]);

export type PersonMessage = z.infer<typeof personMessageSchema>;
