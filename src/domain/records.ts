/** The records in a session: seats, agenda, statements, items, conflicts, escalations, failures, usage. */
import * as z from 'zod';
import { count, instant } from './field-schemas.ts';
import {
  failureKinds,
  grades,
  idPattern,
  itemStatuses,
  itemTypes,
  resolutionTypes,
  stances,
} from './vocabulary.ts';

/** A seat. Its id is the id of its agent; the person's seat is `human`. */
export const participantSchema = z.looseObject({
  id: z.string().regex(idPattern),
  role: z.string(),
  kind: z.enum(['model', 'human']),
  model: z.string().nullable(),
  side: z.enum(['pro', 'con']).nullable(),
  /** True when the person assigned the side, not the facilitator. A replay starts only with sides assigned by the person. */
  side_given: z.boolean().optional(),
});

export const agendaTopicSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  critical: z.boolean(),
  status: z.enum(['pending', 'partial', 'covered']),
  criteria: z.array(z.string()),
  /** `by`: the items and statements that meet the criterion. */
  criteria_met: z.array(
    z.looseObject({ criterion: z.string(), round: count, by: z.array(z.string()).default([]) }),
  ),
});

/** A place in the project that a fact rests on. `found` is what the program saw when it opened the place; null before that. */
export const evidenceSchema = z.looseObject({
  path: z.string(),
  line: z.number().int().min(1).nullable(),
  quote: z.string(),
  commit: z.string().nullable().default(null),
  found: z.enum(['yes', 'moved', 'no']).nullable().default(null),
  /** The web address of the line at the commit, when the repository has one. */
  url: z.string().optional(),
});

/**
 * One thing that a seat put forward. Each becomes part of at least one item (`items`), or is left out for a reason (`not_taken`);
 * a statement of the open round has neither.
 */
export const statementSchema = z.looseObject({
  /** `S-001`, counted over the whole session. */
  id: z.string(),
  seat: z.string(),
  round: count,
  text: z.string(),
  why: z.string().default(''),
  /** How to check that it holds. */
  verify: z.string().default(''),
  /** Statements or items that it replaces, according to the seat. */
  replaces: z.array(z.string()).default([]),
  evidence: z.array(evidenceSchema).default([]),
  items: z.array(z.string()).default([]),
  not_taken: z.string().nullable().default(null),
  raised_in: z.enum(['round', 'review']).default('round'),
  /** How much its seat wants it, if it said so. */
  priority: z.enum(['must', 'should', 'could', 'wont']).optional(),
  /** Two items that cannot both hold, according to this statement of the review; `text` says why. */
  clash: z.array(z.string()).length(2).optional(),
  /** True for a statement made for an assigned side of a debate: it does not make its seat a supporter. */
  for_side: z.boolean().optional(),
});

/** A seat's stance on an item. `presumed`: the seat put the item forward, was shown the wording, and did not object. */
export const itemStanceSchema = z.looseObject({
  seat: z.string(),
  stance: z.enum(stances),
  reason: z.string(),
  round: count,
  presumed: z.boolean().optional(),
  /** The priority that the seat would give it, if it said so. */
  priority: z.enum(['must', 'should', 'could', 'wont']).optional(),
  /** For a block: decisions of a person that only this block says the item contradicts. */
  contradicts: z.array(z.string()).optional(),
});

/** A numbered result: the same text is voted on and printed. */
export const itemSchema = z.looseObject({
  /** `REQ-001`; counted for each type. Proposals of version 1 keep `P-001`. */
  id: z.string(),
  type: z.enum(itemTypes),
  title: z.string(),
  text: z.string(),
  rationale: z.string().default(''),
  priority: z.enum(['must', 'should', 'could', 'wont']).nullable().default(null),
  acceptance: z.array(z.string()).default([]),
  /** Items that it answers or depends on: for a mitigation, the risk. */
  related_to: z.array(z.string()).default([]),
  topic_id: z.string().nullable().default(null),
  /** The round that added it. */
  round: count,
  /** The round that gave it its present wording. */
  worded_in: count,
  /** The statements that it is made from. */
  from: z.array(z.string()).default([]),
  proposed_by: z.array(z.looseObject({ seat: z.string(), round: count })).default([]),
  status: z.enum(itemStatuses),
  /** Items that it replaces once it is agreed. */
  replaces: z.array(z.string()).default([]),
  replaced_by: z.string().nullable().default(null),
  decided_by: z.enum(['count', 'user', 'policy']).nullable().default(null),
  /** Oldest first; the latest of each seat counts. */
  stances: z.array(itemStanceSchema).default([]),
  judgements: z
    .array(
      z.looseObject({ seat: z.string(), value: z.enum(grades), feasibility: z.enum(grades), round: count }),
    )
    .default([]),
  raised_in: z.enum(['round', 'review']).default('round'),
  /** Decisions of a person that it contradicts; it cannot be agreed while they stand. */
  contradicts: z.array(z.string()).default([]),
  /** `consensus_id`: the entry of the consensus that an agreement made; no later one has the same id. */
  history: z
    .array(
      z.looseObject({
        round: count,
        change: z.string(),
        text: z.string(),
        consensus_id: z.string().optional(),
      }),
    )
    .default([]),
  /** In a session of version 1: points that were voted on in these words, and have become this item. */
  former_ids: z.array(z.string()).optional(),
  /** In a session of version 1: points in much the same words, which were voted on separately. */
  resembles: z.array(z.string()).optional(),
  /** In a session of version 1: decisions of a person on the same matter with which it was not compared when it was agreed later. */
  check_against: z.array(z.string()).optional(),
});

/** A counted agreement. `item_id` is null for the facilitator's reading in a session of version 1, which nobody counted. */
export const consensusSchema = z.looseObject({
  id: z.string(),
  item_id: z.string().nullable(),
  text: z.string(),
  round: count,
  supported_by: z.array(z.string()),
  stood_aside: z.array(z.string()),
  /** For a reading that nobody counted: the item with these words. */
  reading_of: z.string().optional(),
});

/** A seat's position in a conflict, in its own words, and the round in which it said them. */
export const positionSchema = z.looseObject({ seat: z.string(), text: z.string(), round: count });

export const conflictSchema = z.looseObject({
  id: z.string(),
  description: z.string(),
  item_ids: z.array(z.string()).default([]),
  status: z.enum(['open', 'resolved']),
  opened_in: count,
  rounds_open: count,
  positions: z.array(positionSchema),
  /** What the facilitator would do about it, for the person who may have to decide. */
  recommendation: z.string().nullable().default(null),
  resolution: z.string().nullable(),
  resolution_type: z.enum(resolutionTypes).nullable(),
  resolved_in: count.nullable(),
  history: z.array(z.looseObject({ round: count, change: z.string(), text: z.string() })).default([]),
});

export const openQuestionSchema = z.looseObject({
  id: z.string(),
  text: z.string(),
  raised_by: z.array(z.string()),
  round: count,
  status: z.enum(['open', 'answered']),
  answer: z.string().nullable(),
});

export const escalationTriggers = [
  'facilitator',
  'conflict-age',
  'critical-keyword',
  'low-confidence',
] as const;

export const escalationSchema = z.looseObject({
  id: z.string(),
  round: count,
  trigger: z.enum(escalationTriggers),
  /** The id of the conflict; null when the escalation is not about a single one. */
  subject: z.string().nullable(),
  reason: z.string(),
  positions: z.array(positionSchema),
  recommendation: z.string().nullable(),
  status: z.enum(['pending', 'answered']),
  decision: z.enum(['accept', 'own', 'continue']).nullable(),
  text: z.string().nullable(),
  extra_rounds: count,
  answered_by: z.enum(['user', 'policy', 'assistant']).nullable(),
  answered_at: instant.nullable(),
  /** The name of the person who answered; absent when it is not known. */
  answered_name: z.string().optional(),
});

export const failureSchema = z.looseObject({
  round: count,
  step: z.string(),
  seat: z.string(),
  kind: z.enum(failureKinds),
  message: z.string(),
  request_id: z.string().nullable(),
});

/** Something that the project decided before this session. */
export const earlierDecisionSchema = z.looseObject({
  /** The file that contains it, relative to the project, or the id of the session that agreed on it. */
  source: z.string(),
  title: z.string(),
  /** As it was found (`accepted`, `superseded by …`, a priority); empty when none was given. */
  status: z.string(),
  outcome: z.string(),
});

/** The result of a review, once all its calls have ended. */
export const reviewSchema = z.looseObject({
  after_round: count,
  answers: z.array(
    z.looseObject({
      seat: z.string(),
      /** Items on which it took a stance. */
      stances: z.array(z.string()).default([]),
      /** Statements that it added. */
      statements: z.array(z.string()).default([]),
      duration_ms: count,
    }),
  ),
  failed: z.array(z.string()),
});

/** Tokens and money. `input_tokens` is the whole input, cached parts included; `cost_usd` is null when a price is unknown. */
export const usageSchema = z.looseObject({
  calls: count,
  input_tokens: count,
  output_tokens: count,
  cache_read_tokens: count,
  cache_write_tokens: count,
  cost_usd: z.number().min(0).nullable(),
  /** How many calls have estimated tokens because their server did not count them; absent when none. */
  estimated_calls: count.optional(),
});

/** The usage before the first call; its cost is known. */
export const noUsage: Usage = {
  calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: 0,
};

/** The number of estimated calls in a sum, as a field that is absent when there are none. */
export function sumEstimates(one: Usage, other: Usage): { estimated_calls?: number } {
  const sum = (one.estimated_calls ?? 0) + (other.estimated_calls ?? 0);
  return sum === 0 ? {} : { estimated_calls: sum };
}

export type EarlierDecision = z.infer<typeof earlierDecisionSchema>;
export type Evidence = z.infer<typeof evidenceSchema>;
export type EscalationTrigger = (typeof escalationTriggers)[number];
export type Participant = z.infer<typeof participantSchema>;
export type AgendaTopicState = z.infer<typeof agendaTopicSchema>;
export type Statement = z.infer<typeof statementSchema>;
export type Item = z.infer<typeof itemSchema>;
export type ItemStance = z.infer<typeof itemStanceSchema>;
export type Position = z.infer<typeof positionSchema>;
export type Conflict = z.infer<typeof conflictSchema>;
export type Escalation = z.infer<typeof escalationSchema>;
export type Failure = z.infer<typeof failureSchema>;
export type Usage = z.infer<typeof usageSchema>;
