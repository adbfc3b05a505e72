/** One round of a session: question, answers, synthesis, decision. */
import * as z from 'zod';
import { count, instant, share } from './field-schemas.ts';
import { evidenceSchema, positionSchema, usageSchema } from './records.ts';
import { endings, grades, nextActions, stances } from './vocabulary.ts';

const answerSchema = z.looseObject({
  seat: z.string(),
  position: z.string(),
  confidence: share,
  concerns: z.array(z.string()).default([]),
  /** Whether the position differs from the seat's previous one, as the seat says; null in its first answer. */
  changed: z.boolean().nullable(),
  /** The argument that changed it; null when the seat named none. */
  cause: z.string().nullable(),
  duration_ms: count,
  /** The name of a person who spoke; absent for models, and when it is not known. */
  name: z.string().optional(),
});

/** A whole answer; kept with `verbose` only. */
export const fullAnswerSchema = z.looseObject({
  id: z.string(),
  role: z.string(),
  position: z.string(),
  /** What the seat wants in the result, with the ids that the program assigned. */
  statements: z.array(
    z.looseObject({
      id: z.string(),
      text: z.string(),
      why: z.string(),
      verify: z.string(),
      replaces: z.array(z.string()),
      priority: z.enum(['must', 'should', 'could', 'wont']).optional(),
      evidence: z.array(evidenceSchema).optional(),
      clash: z.array(z.string()).length(2).optional(),
    }),
  ),
  concerns: z.array(z.string()),
  confidence: share,
  facts: z.array(z.looseObject({ text: z.string(), evidence: z.array(evidenceSchema).default([]) })),
  assumptions: z.array(z.string()),
  questions: z.array(z.string()),
  context_challenge: z.string().nullable(),
  changed_because: z.string().nullable(),
  stances: z.array(
    z.looseObject({
      item_id: z.string(),
      stance: z.enum(stances),
      reason: z.string(),
      priority: z.enum(['must', 'should', 'could', 'wont']).optional(),
    }),
  ),
  judgements: z
    .array(z.looseObject({ item_id: z.string(), value: z.enum(grades), feasibility: z.enum(grades) }))
    .default([]),
});

const seatTextSchema = z.looseObject({ seat: z.string(), text: z.string() });

export const roundSchema = z.looseObject({
  round: z.number().int().min(1),
  phase: z.string(),
  focus: z.string(),
  topic_id: z.string().nullable(),
  question: z.string(),
  /** Why the program asked its own question instead of the facilitator's, else null. */
  question_fallback: z.string().nullable().default(null),
  context_summary: z.string(),
  asked: z.array(z.string()),
  failed: z.array(z.string()),
  /** Seats that were not expected to answer: a person who passed, a seat that sits this round out. */
  passed: z.array(z.string()).default([]),
  speaking_order: z.array(z.string()),
  answers: z.array(answerSchema),
  /** What seats looked up before they answered; absent when nobody did. */
  look_ups: z
    .array(z.looseObject({ seat: z.string(), title: z.string(), found: z.boolean(), bytes: count }))
    .optional(),
  context_challenges: z.array(seatTextSchema),
  facts: z.array(
    z.looseObject({ seat: z.string(), text: z.string(), evidence: z.array(evidenceSchema).default([]) }),
  ),
  assumptions: z.array(seatTextSchema),
  /** With `memory.include_internal_reasoning`: each seat's private note, shown only to that seat. */
  private_notes: z.array(seatTextSchema).default([]),
  synthesis: z.string(),
  /** Why the program assembled the synthesis itself, else null. */
  synthesis_fallback: z.string().nullable().default(null),
  /** Items that this round added, and those whose wording or status it changed. */
  items: z.array(z.string()).default([]),
  /** Items that are agreed since the count of this round. */
  consensus: z.array(z.string()),
  conflicts: z.array(
    z.looseObject({ id: z.string(), description: z.string(), positions: z.array(positionSchema) }),
  ),
  resolved: z.array(
    z.looseObject({ conflict_id: z.string(), resolution: z.string(), resolution_type: z.string() }),
  ),
  agenda_coverage: z.array(
    z.looseObject({ topic_id: z.string(), status: z.enum(['pending', 'partial', 'covered']) }),
  ),
  /** What changed in this round, for the stopping rule. */
  moved: z.array(z.string()).default([]),
  proposed_action: z.enum(['continue', 'phase', 'conclude', 'escalate']),
  next_action: z.enum(nextActions).nullable(),
  /** The row of the decision table that applied. */
  decided_by_rule: z.number().int().nullable().default(null),
  override: z.string().nullable(),
  /** How a conclusion came about when it was not proposed, so that an interrupted completion keeps its label. */
  ending: z.enum(endings).nullable().default(null),
  /** What followed once the person had answered this round's escalations. */
  after_escalation: z.enum(['continue', 'phase', 'conclude']).nullable().default(null),
  next_focus: z.string().nullable(),
  /** The next question, when the synthesis included it (`combined`). */
  next_question: z
    .looseObject({
      question: z.string(),
      context_summary: z.string(),
      participants: z.array(z.string()),
      focus: z.string(),
      topic_id: z.string().nullable(),
    })
    .nullable()
    .optional(),
  escalation_reason: z.string().nullable(),
  /** The open conflicts that the facilitator wants a person to decide, if it names any. */
  escalate_conflicts: z.array(z.string()).optional(),
  recommendation: z.string().nullable().default(null),
  /** Parts of replies that could not be read, one sentence each. */
  losses: z.array(z.string()).default([]),
  started_at: instant,
  ended_at: instant,
  usage: usageSchema,
  usage_by_seat: z.array(z.looseObject({ seat: z.string(), usage: usageSchema })).default([]),
  participant_responses: z.array(fullAnswerSchema).optional(),
});

/** A fact of a round: who said it, and the places that it rests on. */
export type Fact = z.infer<typeof roundSchema>['facts'][number];
export type Answer = z.infer<typeof answerSchema>;
export type FullAnswer = z.infer<typeof fullAnswerSchema>;
export type Round = z.infer<typeof roundSchema>;
