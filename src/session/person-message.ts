/** What a person says to a session, as the journal keeps it: messages from outside its run, which are stored until a run takes them, and answers. */
import * as z from 'zod';
import { conflictStanceSchema } from './round.ts';
import { grades, votes } from './vocabulary.ts';

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

/** The choice after a round. A pause is recorded but never replayed: it says what happened then, not what should happen now. */
export const roundChoiceSchema = z.union([
  z.object({ choice: z.literal('continue') }),
  z.object({ choice: z.literal('guidance'), text: z.string(), name }),
  z.object({ choice: z.literal('skip') }),
]);

const by = z.enum(['user', 'assistant']);

/** A decision about an escalation; `name` is the person's, if it is known. */
export const escalationDecisionSchema = z.union([
  z.object({ decision: z.literal('accept'), by, name }),
  z.object({ decision: z.literal('own'), text: z.string(), by, name }),
  z.object({ decision: z.literal('continue'), rounds: z.number().int().min(1), by, name }),
]);

/** What the person said at their turn. Without a text, votes, stances or judgements it passes. */
export const humanTurnSchema = z.object({
  text: z.string(),
  /** In the review exceptions, at the last call votes; an item that is not named gets no vote. */
  votes: z.array(z.object({ item_id: z.string(), vote: z.enum(votes), reason: z.string() })),
  /** Where the person stands in open conflicts. */
  conflicts: z.array(conflictStanceSchema).optional(),
  name,
  judgements: z
    .array(z.object({ item_id: z.string(), value: z.enum(grades), feasibility: z.enum(grades) }))
    .optional(),
});
