/** The records in a session: seats, agenda, statements, facts, ways, conflicts, questions, escalations, failures, usage. */
import * as z from 'zod';
import { conflictEventSchema } from './codes.ts';
import { count, instant } from './field-schemas.ts';
import {
  deciders,
  detailIds,
  failureKinds,
  idPattern,
  resolutionTypes,
  type StatementKind,
  statementKinds,
} from './vocabulary.ts';

/** A seat. Its id is the id of its agent; the person's seat is `human`. */
export const participantSchema = z.looseObject({
  id: z.string().regex(idPattern),
  role: z.string(),
  kind: z.enum(['model', 'human']),
  model: z.string().nullable(),
  /** Models that take over, in this order, when `model` cannot answer. */
  fallback_models: z.array(z.string()).optional(),
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
  /** `by`: the statements that meet the criterion, or the escalation whose decision does. */
  criteria_met: z.array(
    z.looseObject({ criterion: z.string(), round: count, by: z.array(z.string()).default([]) }),
  ),
});

/** A place in the project that a fact rests on. `found` is what the program saw when it opened the place (`withheld`: a file that is not shown); null before that. */
export const evidenceSchema = z.looseObject({
  path: z.string(),
  line: z.number().int().min(1).nullable(),
  quote: z.string(),
  commit: z.string().nullable().default(null),
  /** The web address of the line at the commit, when the repository has one. */
  url: z.string().optional(),
  found: z.enum(['yes', 'moved', 'no', 'withheld']).nullable().default(null),
});

/** One point that a seat put forward, in a sentence. The program accounts for each: it went into items, or was not taken for a reason. */
export const statementSchema = z.looseObject({
  /** `S-001`, counted over the whole session. */
  id: z.string(),
  seat: z.string(),
  round: count,
  kind: z.enum(statementKinds as [StatementKind, ...StatementKind[]]),
  text: z.string(),
  /** Ids of the dossier. */
  facts: z.array(z.string()).default([]),
  /** Items that are made from it; empty before the draft. */
  went_to: z.array(z.string()).default([]),
  not_taken: z.string().nullable().default(null),
});

/** A fact of the project, with its place: who found it, and what the program saw when it opened the place. */
export const factSchema = z.looseObject({
  /** `F-001` */
  id: z.string(),
  claim: z.string(),
  ...evidenceSchema.shape,
  /** Who stated it: seats, `facilitator` or `synthesizer`. */
  seats: z.array(z.string()),
  round: count,
});

/** A way that was considered, as the facilitator keeps it over the rounds. */
export const waySchema = z.looseObject({
  /** `W-001` */
  id: z.string(),
  name: z.string(),
  meaning: z.string(),
  for: z.array(z.string()),
  against: z.array(z.string()),
  preferred_by: z.array(z.string()),
});

/** A counted agreement, made from an item at the last call. */
export const consensusSchema = z.looseObject({
  id: z.string(),
  item_id: z.string(),
  text: z.string(),
  supported_by: z.array(z.string()),
  stood_aside: z.array(z.string()),
});

/** One side of a conflict: who holds it now, and who gave it up, in which round. */
export const conflictPositionSchema = z.looseObject({
  /** `a`, `b`, … within the conflict. */
  id: z.string(),
  text: z.string(),
  held_by: z.array(z.looseObject({ seat: z.string(), round: count })),
  given_up_by: z.array(z.looseObject({ seat: z.string(), round: count, because: z.string() })).default([]),
});

export const conflictSchema = z.looseObject({
  /** `CF-001` */
  id: z.string(),
  description: z.string(),
  status: z.enum(['open', 'resolved']),
  opened_in: count,
  positions: z.array(conflictPositionSchema),
  /** What the facilitator would do about it, for the person who may have to decide. */
  recommendation: z.string().nullable().default(null),
  /** The words of the decision, or the position that is left. */
  resolution: z.string().nullable(),
  resolution_type: z.enum(resolutionTypes).nullable(),
  resolved_in: count.nullable(),
  history: z.array(conflictEventSchema).default([]),
});

export const openQuestionSchema = z.looseObject({
  /** `OQ-001` */
  id: z.string(),
  text: z.string(),
  raised_by: z.array(z.string()),
  round: count,
  status: z.enum(['open', 'answered']),
  answer: z.string().nullable(),
  /** `panel`, or who decided: `user`, `policy`, `assistant`. */
  answered_by: z.string().nullable().default(null),
  /** Who has to answer it, and until when; empty when the text does not say. */
  for_whom: z.string().default(''),
  until: z.string().default(''),
  /** What holds until it is answered. */
  meanwhile: z.string().default(''),
});

export const escalationTriggers = [
  'facilitator',
  'conflict-age',
  'critical-keyword',
  'low-confidence',
  'last-call',
  'replaces-decision',
] as const;

/** A position as a person is shown it. */
export const shownPositionSchema = z.looseObject({ seat: z.string(), text: z.string() });

export const escalationSchema = z.looseObject({
  id: z.string(),
  round: count,
  trigger: z.enum(escalationTriggers),
  /** The conflict, or the item of a last call; null when it is about no single one. */
  subject: z.string().nullable(),
  /** What triggered it, by its code: the age of the conflict in rounds, the keyword, the mean confidence and its limit, the ids that are replaced. */
  values: z
    .looseObject({
      age: count.optional(),
      keyword: z.string().optional(),
      mean: z.number().optional(),
      below: z.number().optional(),
      replaced: z.string().optional(),
    })
    .prefault({}),
  /** The facilitator's own words, where it asked; else empty. */
  reason: z.string(),
  positions: z.array(shownPositionSchema),
  recommendation: z.string().nullable(),
  /** `settled`: the panel signed what the text makes of it before anybody answered. */
  status: z.enum(['pending', 'answered', 'settled']),
  decision: z.enum(['accept', 'own', 'continue']).nullable(),
  text: z.string().nullable(),
  extra_rounds: count,
  answered_by: z.enum(deciders).nullable(),
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

/** A model that could not answer, and the one that took over its seat from then on. */
export const takeoverSchema = z.looseObject({
  ...failureSchema.shape,
  from: z.string(),
  to: z.string(),
  /** True once a person has named other models for the seat. */
  undone: z.boolean().optional(),
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

/** Something that the project's documents demand, and that a plan has to fulfil. */
export const demandSchema = z.looseObject({
  /** `REQ-001`, or the file name of a decision record without its ending. */
  id: z.string(),
  title: z.string(),
  /** The document that demands it. */
  path: z.string(),
  /** The fingerprint of its words, by which a later plan sees that they changed. */
  hash: z.string().optional(),
});

/** The plan that a new one continues. */
export const earlierPlanSchema = z.looseObject({
  /** The session that made it. */
  session: z.string(),
  packages: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      why: z.string(),
      check: z.string(),
      details: z.partialRecord(z.enum(detailIds), z.string()),
      /** Commits since then that name it. */
      commits: z.array(z.looseObject({ hash: z.string(), subject: z.string() })),
    }),
  ),
  /** Demands that are not as they were. */
  demands: z.array(z.looseObject({ id: z.string(), change: z.enum(['new', 'changed', 'gone']) })),
});

export type EarlierPlan = z.infer<typeof earlierPlanSchema>;

export type Demand = z.infer<typeof demandSchema>;
export type EarlierDecision = z.infer<typeof earlierDecisionSchema>;
export type Evidence = z.infer<typeof evidenceSchema>;
export type EscalationTrigger = (typeof escalationTriggers)[number];
export type Participant = z.infer<typeof participantSchema>;
export type AgendaTopicState = z.infer<typeof agendaTopicSchema>;
export type Statement = z.infer<typeof statementSchema>;
export type Fact = z.infer<typeof factSchema>;
export type Way = z.infer<typeof waySchema>;
export type Conflict = z.infer<typeof conflictSchema>;
export type ConflictPosition = z.infer<typeof conflictPositionSchema>;
export type OpenQuestion = z.infer<typeof openQuestionSchema>;
export type Escalation = z.infer<typeof escalationSchema>;
export type Failure = z.infer<typeof failureSchema>;
export type Takeover = z.infer<typeof takeoverSchema>;
export type Usage = z.infer<typeof usageSchema>;

/** A line of a decision record on when to look again; `date` (`YYYY-MM-DD`) is null for an event. */
export interface Revisit {
  date: string | null;
  text: string;
  line: number;
}
