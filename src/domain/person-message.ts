/** What a person sends to a session from outside its run, as it is kept until somebody takes it, and in the journal. */
import * as z from 'zod';

export const personMessageSchema = z.discriminatedUnion('kind', [
  /** Advice to the panel; `by` says who gave it. */
  z.object({ kind: z.literal('guidance'), text: z.string().min(1), by: z.enum(['user', 'assistant']) }),
  /** Conclude after this round. */
  z.object({ kind: z.literal('skip') }),
  /** Pause after this round. */
  z.object({ kind: z.literal('pause') }),
  /** The discussion may have so many rounds in all; a number that it may have anyway changes nothing. */
  z.object({ kind: z.literal('grant'), max_rounds: z.number().int().min(1) }),
]);

export type PersonMessage = z.infer<typeof personMessageSchema>;
