/** One round of a session: question, answers, synthesis, decision. */
import * as z from 'zod';
import { fallbackSchema, lossSchema, overrideSchema } from './codes.ts';
import { count, instant, share } from './field-schemas.ts';
import { usageSchema } from './records.ts';
import { endings, nextActions, resolutionTypes, type StatementKind, statementKinds } from './vocabulary.ts';

/** On an open conflict, where a seat stands: it holds a position, known or of its own, gives its own up, or has no view. */
export const conflictStanceSchema = z.looseObject({
  conflict_id: z.string(),
  /** The id of the position; null when it gives its own up or has no view. */
  holds: z.string().nullable(),
  gives_up: z.boolean(),
  because: z.string(),
  /** A position of its own, in its words, where none that is known says what it holds. */
  position: z.string().optional(),
});

const answerFields = {
  position: z.string(),
  /** The whole proposal, in markdown; empty where only a question was answered. */
  proposal: z.string().default(''),
  confidence: share,
  concerns: z.array(z.string()).default([]),
  conflicts: z.array(conflictStanceSchema).default([]),
};

const answerSchema = z.looseObject({
  seat: z.string(),
  ...answerFields,
  /** The argument that changed where it stands in a conflict; null when it changed nothing. */
  cause: z.string().nullable().default(null),
  /** The model that answered, by its own word; null for a person. */
  model: z.string().nullable().default(null),
  duration_ms: count,
  /** The name of a person who spoke; absent for models, and when it is not known. */
  name: z.string().optional(),
});

/** A whole answer: what the step hands to the synthesis; kept in the record with `verbose` only. */
export const fullAnswerSchema = z.looseObject({
  id: z.string(),
  role: z.string(),
  ...answerFields,
  /** With the ids that the program gave: `facts` are ids of the dossier. */
  statements: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.enum(statementKinds as [StatementKind, ...StatementKind[]]),
      text: z.string(),
      facts: z.array(z.string()),
    }),
  ),
  /** Ids of the dossier. */
  facts: z.array(z.string()),
  assumptions: z.array(z.string()),
  questions: z.array(z.string()),
  context_challenge: z.string().nullable(),
});

const seatTextSchema = z.looseObject({ seat: z.string(), text: z.string() });

export const roundSchema = z.looseObject({
  round: z.number().int().min(1),
  phase: z.string(),
  focus: z.string(),
  topic_id: z.string().nullable(),
  /** The items of the text that this round was held on, after a last call; absent in a round of the discussion. */
  items: z.array(z.string()).optional(),
  question: z.string(),
  /** Why the program asked its own question instead of the facilitator's, else null. */
  question_fallback: fallbackSchema.nullable().default(null),
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
  assumptions: z.array(seatTextSchema),
  /** With `memory.include_internal_reasoning`: each seat's private note, shown only to that seat. */
  private_notes: z.array(seatTextSchema).default([]),
  synthesis: z.string(),
  /** Why the program assembled the synthesis itself, else null. */
  synthesis_fallback: fallbackSchema.nullable().default(null),
  /** Statements of this round. */
  statements: z.array(z.string()).default([]),
  /** What the facilitator reads as agreed so far. Nobody counted it; what is counted is in the text. */
  consensus: z.array(z.looseObject({ text: z.string(), statements: z.array(z.string()) })),
  /** Conflicts that are open after this round. */
  conflicts: z.array(z.string()),
  resolved: z.array(
    z.looseObject({
      conflict_id: z.string(),
      resolution: z.string(),
      resolution_type: z.enum(resolutionTypes),
    }),
  ),
  agenda_coverage: z.array(
    z.looseObject({ topic_id: z.string(), status: z.enum(['pending', 'partial', 'covered']) }),
  ),
  /** How many things moved in this round, for the stopping rule: statements that differ from all before, conflicts that opened, closed or changed hands. */
  moved: count,
  proposed_action: z.enum(['continue', 'phase', 'conclude', 'escalate']),
  next_action: z.enum(nextActions).nullable(),
  /** The row of the decision table that applied. */
  decided_by_rule: z.number().int().nullable().default(null),
  override: overrideSchema.nullable(),
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
  /** Parts of replies that could not be used. */
  losses: z.array(lossSchema).default([]),
  started_at: instant,
  ended_at: instant,
  usage: usageSchema,
  usage_by_seat: z.array(z.looseObject({ seat: z.string(), usage: usageSchema })).default([]),
  participant_responses: z.array(fullAnswerSchema).optional(),
});

export type ConflictStance = z.infer<typeof conflictStanceSchema>;
export type Answer = z.infer<typeof answerSchema>;
export type FullAnswer = z.infer<typeof fullAnswerSchema>;
export type Round = z.infer<typeof roundSchema>;
