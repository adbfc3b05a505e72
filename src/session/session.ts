/**
 * The session file: one discussion with all its finished rounds. Keys are written in the order given here, the head before the rounds.
 * Unknown keys, added by a later version or a person, are kept on the next write.
 */
import * as z from 'zod';
import { degradationSchema } from './codes.ts';
import { count, instant } from './field-schemas.ts';
import type { KnownFields } from './known-fields.ts';
import {
  agendaTopicSchema,
  conflictSchema,
  consensusSchema,
  demandSchema,
  earlierDecisionSchema,
  earlierPlanSchema,
  escalationSchema,
  factSchema,
  failureSchema,
  noUsage,
  openQuestionSchema,
  participantSchema,
  statementSchema,
  takeoverSchema,
  usageSchema,
  waySchema,
} from './records.ts';
import { roundSchema } from './round.ts';
import { settingsSchema } from './settings.ts';
import { subjectSchema } from './subject.ts';
import { amendmentSchema, itemSchema, textSchema } from './text.ts';
import {
  deciders,
  endings,
  idPattern,
  outcomeResults,
  outputTypes,
  pauseReasons,
  schemaVersion,
  sessionStatuses,
  verdicts,
  votes,
  workflowTypes,
} from './vocabulary.ts';

const receiptSchema = z.looseObject({
  path: z.string(),
  sent_characters: count,
  of_characters: count,
  note: z.string(),
  /** The context file that includes this one, whose text is then part of the project's context. */
  included_by: z.string().optional(),
});

export const outcomeSchema = z.looseObject({
  result: z.enum(outcomeResults),
  ended_by: z.enum(endings),
  degraded: z.boolean(),
  degradation: z.array(degradationSchema),
  /** The decision in a sentence; what is recommended where nothing was agreed. */
  decision: z.string(),
  /** `panel`, or who decided in its place: `user`, `policy`, `assistant`. */
  decided_by: z.enum(['panel', ...deciders]),
  /** The name of the person who decided; null when it was the panel, or the name is not known. */
  decided_name: z.string().nullable().default(null),
  decided_at: instant,
  summary: z.string(),
  recommendation: z.string().nullable(),
  /** What a seat held against the text at the end, in its own words. */
  dissent: z.array(
    z.looseObject({
      seat: z.string(),
      text: z.string(),
      /** The item that it is about. */
      on: z.string().nullable().default(null),
      vote: z.enum(votes),
    }),
  ),
  /** What looking at a decision again came to; absent where none was looked at, null where it was not agreed. */
  verdict: z.enum(verdicts).nullable().optional(),
  files: z.array(z.looseObject({ type: z.string(), path: z.string() })),
});

const seatModelSchema = z.looseObject({
  agent: z.string(),
  model: z.string(),
  fallback_models: z.array(z.string()).optional(),
});

/** The whole session file. */
export const sessionSchema = z.looseObject({
  schema_version: z.literal(schemaVersion),
  id: z.string().regex(idPattern),
  topic: z.string().min(1),
  workflow_type: z.enum(workflowTypes),
  strategy: z.string(),
  /** Why this strategy was chosen: flag, configuration, or the words of the topic. */
  strategy_reason: z.string().default(''),
  output_type: z.enum(outputTypes),
  status: z.enum(sessionStatuses),
  pause_reason: z.enum(pauseReasons).nullable(),
  created_at: instant,
  updated_at: instant,
  paused_at: instant.nullable(),
  /** The least cost limit that allows the call which the last one did not. */
  least_cost: z.number().optional(),
  completed_at: instant.nullable(),
  /** The IANA name of the time zone in which it was started, for the dates of its documents. */
  time_zone: z.string().optional(),
  rehearsal: z.boolean(),
  project: z.looseObject({ name: z.string() }),
  facilitator: seatModelSchema,
  synthesizer: seatModelSchema,
  participants: z.array(participantSchema).min(1),
  panel: z.looseObject({
    chosen_by: z.enum(['flag', 'config', 'topic', 'facilitator']),
    /** Whom the facilitator may still choose from before the first round, with the model that would play each. */
    candidates: z
      .array(
        seatModelSchema.omit({ agent: true }).extend({ id: z.string(), role: z.string(), about: z.string() }),
      )
      .optional(),
    /** Why the facilitator chose each seat, in its words. */
    reasons: z.array(z.looseObject({ id: z.string(), why: z.string() })).optional(),
    /** `score` is the fit to the topic. */
    scores: z.array(z.looseObject({ id: z.string(), score: z.number(), level: z.number().int() })),
    /** Agents that got no seat because their model cannot be used, and why. */
    left_out: z.array(z.looseObject({ id: z.string(), reason: z.string() })).optional(),
  }),
  settings: settingsSchema,
  inputs: z.looseObject({
    agents: z.string(),
    strategy: z.string(),
    agenda: z.string(),
    context: z.string(),
    prompts: z.string(),
  }),
  context_files: z.array(receiptSchema),
  /** Earlier decisions of the project that bear on the topic, read at the start so that every run sees the same ones. */
  earlier_decisions: z.array(earlierDecisionSchema).optional(),
  /** What a review is of. */
  subject: subjectSchema.optional(),
  /** What a plan has to fulfil. */
  demands: z.array(demandSchema).optional(),
  /** The plan that this one continues. */
  earlier_plan: earlierPlanSchema.optional(),
  /** Everything random in this session follows from this number. */
  seed: z.number().int().min(0),
  /** The marker around data in prompts, random for each session. */
  fence: z.string().min(8),
  current_phase: z.string(),
  total_rounds: count,
  /** Answers in all rounds. */
  total_turns: count.default(0),
  turn: z
    .looseObject({ order: z.array(z.string()), index: count, next_speaker: z.string().nullable() })
    .prefault({ order: [], index: 0, next_speaker: null }),
  agenda: z.array(agendaTopicSchema),
  /** The language of the discussion, BCP 47, as the facilitator named it; null before the first question. */
  language: z.string().nullable().default(null),
  statements: z.array(statementSchema),
  dossier: z.array(factSchema),
  ways: z.array(waySchema),
  conflicts: z.array(conflictSchema),
  open_questions: z.array(openQuestionSchema),
  /** The text of the panel; null before the draft. */
  text: textSchema.nullable(),
  /** The items of the text. */
  artifacts: z.array(itemSchema),
  /** What was agreed, by count, at the last call. */
  consensus: z.array(consensusSchema),
  amendments: z.array(amendmentSchema),
  escalations: z.array(escalationSchema),
  /** The name of the person who started it, if they gave one. */
  started_by: z.string().optional(),
  guidance: z.array(
    z.looseObject({
      after_round: count,
      text: z.string(),
      by: z.string().default('user'),
      /** The name of the person who gave it; absent when it is not known. */
      name: z.string().optional(),
      /** True for guidance after the last allowed round: it grants one more. */
      grants_round: z.boolean().optional(),
    }),
  ),
  /** Granted rounds that do not count, because they are above the own limit of the person who resumed the session. */
  rounds_withdrawn: count.optional(),
  failures: z.array(failureSchema),
  takeovers: z.array(takeoverSchema).optional(),
  /** The models that answered, each by its own word. */
  answered_as: z.array(z.looseObject({ seat: z.string(), model: z.string() })).optional(),
  usage: usageSchema,
  /** The part of `usage` that belongs to no round: what the text took, and choosing the panel. */
  completion_usage: usageSchema.prefault(noUsage),
  /** `completion_usage` by seat; absent before the completion. */
  completion_usage_by_seat: z.array(z.looseObject({ seat: z.string(), usage: usageSchema })).optional(),
  /**
   * Calls of a round (or of the completion) that a pause interrupted, by key. A resumed run itself counts the calls that it takes from
   * the journal and gets the rest from here, so that `usage` counts every call once.
   */
  open_calls: z.array(z.looseObject({ key: z.string(), usage: usageSchema })).optional(),
  /** What the two sides of a debate stand for, according to the facilitator's first question. */
  sides: z.looseObject({ pro: z.string(), con: z.string() }).optional(),
  /** For a replay: the session whose journal is used, and what happens when a call is not in it. */
  replay: z.looseObject({ of: z.string().regex(idPattern), missing: z.enum(['fail', 'ask']) }).optional(),
  /** True when it was started with `--provider-batch`: its calls go through batches of the provider, at half the price. */
  provider_batch: z.boolean().optional(),
  /** The journal at the last save: how many lines it had, and the hash with which the last one ends. */
  journal_end: z.looseObject({ lines: count, chain: z.string() }).optional(),
  /** Lines of the journal that were changed by hand, or from which on `missing` lines are gone, counted from 1, and when it was noticed. */
  journal_changes: z
    .array(z.looseObject({ line: count, missing: count.optional(), noticed_at: instant }))
    .optional(),
  outcome: outcomeSchema.nullable(),
  rounds: z.array(roundSchema),
});

export type ContextReceipt = z.infer<typeof receiptSchema>;
export type Outcome = z.infer<typeof outcomeSchema>;
export type Session = KnownFields<z.infer<typeof sessionSchema>>;
