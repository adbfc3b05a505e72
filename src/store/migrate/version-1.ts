/**
 * The parts of version 1 of the session file that differ from the present format. Frozen: it describes existing files, so
 * it changes only to correct an error.
 */
import * as z from 'zod';
import { stances } from '../../domain/vocabulary.ts';
import { readList } from './coerce-fields.ts';

const round = z.number().int().min(0);
const seatText = z.looseObject({ seat: z.string(), text: z.string() });
const changes = z.array(z.looseObject({ round, change: z.string(), text: z.string() }));

/** A point that was voted on; there may be an artifact with the same text. */
export const proposal1 = z.looseObject({
  id: z.string(),
  text: z.string(),
  opened_in: round,
  status: z.enum(['open', 'agreed', 'rejected', 'withdrawn']),
  decided_by: z.enum(['count', 'facilitator', 'user']).nullable(),
  stances: z.array(z.looseObject({ seat: z.string(), stance: z.enum(stances), reason: z.string(), round })),
});

/** A numbered result that nobody voted on. */
export const artifact1 = z.looseObject({
  id: z.string(),
  type: z.enum(['REQ', 'BR', 'NFR', 'EX', 'ARCH', 'COMP', 'INT', 'IDEA', 'RISK', 'MIT']),
  text: z.string(),
  status: z.enum(['proposed', 'amended', 'withdrawn']),
  round,
  proposed_by: z.array(z.string()),
  history: changes.default([]),
});

export const consensus1 = z.looseObject({
  id: z.string(),
  proposal_id: z.string().nullable(),
  text: z.string(),
  round,
  supported_by: z.array(z.string()),
  stood_aside: z.array(z.string()),
});

export const conflict1 = z.looseObject({
  id: z.string(),
  description: z.string(),
  opened_in: round,
  positions: z.array(seatText),
  resolution: z.string().nullable(),
  resolution_type: z.enum(['consensus', 'user', 'policy', 'facilitator']).nullable(),
  resolved_in: round.nullable(),
});

export const escalation1 = z.looseObject({
  id: z.string(),
  round,
  subject: z.string().nullable(),
  reason: z.string(),
  positions: z.array(seatText),
  decision: z.enum(['accept', 'own', 'continue']).nullable(),
  text: z.string().nullable(),
  answered_by: z.enum(['user', 'policy']).nullable(),
});

/** A whole answer; only verbose sessions have them. */
const response1 = z.looseObject({
  id: z.string(),
  rationale: z.array(z.string()),
  concerns: z.array(z.string()),
  facts: z.array(z.string()),
  stances: z.array(z.looseObject({ proposal_id: z.string() })),
});

export const round1 = z.looseObject({
  round,
  phase: z.string(),
  answers: z.array(z.looseObject({ seat: z.string(), position: z.string() })),
  facts: z.array(seatText),
  consensus: z.array(z.string()),
  conflicts: z.array(
    z.looseObject({ id: z.string(), description: z.string(), positions: z.array(seatText) }),
  ),
  ending: z.enum(['skipped', 'max-rounds', 'stable', 'limit']).nullable().default(null),
  participant_responses: z.array(response1).optional(),
});

/** `result` is one word for the result and for what ended the session. */
export const outcome1 = z.looseObject({
  result: z.enum([
    'consensus',
    'partial-consensus',
    'stable-disagreement',
    'decided',
    'collected',
    'max-rounds',
    'skipped',
    'limit',
  ]),
  dissent: z.array(z.looseObject({ seat: z.string(), text: z.string(), round })),
});

/** The parts of a file that have changed since. The present schema checks the others. */
export const session1 = z.looseObject({
  proposals: z.array(proposal1),
  artifacts: z.array(artifact1),
  consensus: z.array(consensus1),
  conflicts: z.array(conflict1),
  escalations: z.array(escalation1),
  ballot_after: round.optional(),
  ballot_missing: z.array(z.string()).optional(),
  outcome: outcome1.nullable(),
  rounds: z.array(round1),
});

export type Proposal1 = z.infer<typeof proposal1>;
export type Artifact1 = z.infer<typeof artifact1>;
export type Consensus1 = z.infer<typeof consensus1>;
export type Conflict1 = z.infer<typeof conflict1>;
export type Escalation1 = z.infer<typeof escalation1>;
export type Round1 = z.infer<typeof round1>;
export type Outcome1 = z.infer<typeof outcome1>;

/** A list in a version 1 file; some elements may be invalid. */
export interface OldList<Entry> {
  /** The elements that fit version 1. */
  sound: Entry[];
  /** The others, unchanged: the check of the present format, or a repair, reports what is wrong with them. */
  odd: unknown[];
  /**
   * The list with the sound elements replaced by these values, in order; null removes one. A value that is no list stays as it
   * is, so that the check reports it.
   */
  replace: (values: readonly unknown[]) => unknown;
}

/** Reads a list element by element. A value that is no list has no elements. */
export function readOldList<Schema extends z.ZodType>(
  schema: Schema,
  list: unknown,
): OldList<z.infer<Schema>> {
  const entries = readList(list).map((value) => ({ value, read: schema.safeParse(value) }));
  return {
    sound: entries.flatMap(({ read }) => (read.success ? [read.data] : [])),
    odd: entries.flatMap(({ value, read }) => (read.success ? [] : [value])),
    replace: (values) => {
      if (!Array.isArray(list)) return list;
      const left = values.values();
      const replaced = entries.map(({ value, read }) => (read.success ? left.next().value : value));
      return replaced.filter((value) => value !== null);
    },
  };
}
