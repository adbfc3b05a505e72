/**
 * The session file: one discussion, the truth about every finished round.
 * Keys are written in the order in which they stand here, the head before the rounds.
 * Objects are loose: a key that a later version or a person added is kept on the next write.
 */
import * as z from 'zod';

/** The version of this schema. Older files are migrated, newer ones refused by name. */
export const schemaVersion = 1;

/** Ids and names, checked before they touch a path. */
export const idPattern = /^[a-z0-9][a-z0-9-]*$/;

export const workflowTypes = ['roundtable', 'specs', 'design', 'brainstorm'] as const;
export const outputTypes = ['adr', 'requirements', 'architecture', 'summary'] as const;
export const sessionStatuses = ['active', 'paused', 'completed', 'closed'] as const;
export const pauseReasons = [
  'person',
  'signal',
  'time',
  'budget',
  'no-quorum',
  'waiting-for-person',
] as const;
export const mechanisms = [
  'majority',
  'weighted_majority',
  'unanimous',
  'consent',
  'facilitator_decides',
  'none',
] as const;
export const participations = ['parallel', 'sequential', 'targeted'] as const;
export const speakingOrders = ['listed', 'random', 'rotating'] as const;
export const stances = ['support', 'stand_aside', 'block'] as const;
export const nextActions = ['continue', 'phase', 'conclude', 'escalate', 'pause'] as const;
export const outcomeResults = [
  'consensus',
  'partial-consensus',
  'stable-disagreement',
  'decided',
  'collected',
  'max-rounds',
  'skipped',
  'limit',
] as const;
/** The kinds of failure of a model call; each has one effect, see models/failure-rules.ts. */
export const failureKinds = [
  'timeout',
  'rate-limit',
  'overloaded',
  'auth',
  'forbidden',
  'billing',
  'unknown-model',
  'bad-request',
  'too-large',
  'refusal',
  'truncated',
  'malformed',
  'empty',
  'network',
  'server',
  'cancelled',
] as const;
/** Failures that the next call would meet as well: the first one stops the run before more is paid. */
export const fatalFailureKinds: readonly (typeof failureKinds)[number][] = [
  'auth',
  'billing',
  'unknown-model',
];
/** The kinds of artifact and the prefix of their ids. */
export const artifactTypes = [
  'REQ',
  'BR',
  'NFR',
  'EX',
  'ARCH',
  'COMP',
  'INT',
  'IDEA',
  'RISK',
  'MIT',
] as const;

const count = z.number().int().min(0);
const instant = z.string();
/** A confidence between 0 and 1, null when a reply gave none that could be read. */
const share = z.number().min(0).max(1).nullable();

/** How proposals become agreed: counted by code, never by a model. `threshold` is a share of those who voted. */
export const consensusRuleSchema = z.looseObject({
  mechanism: z.enum(mechanisms),
  threshold: z.number().min(0).max(1).nullable(),
  block_prevents_terminal: z.boolean(),
  stand_aside_allowed: z.boolean(),
});

/** The effective settings of a session at its start. Times in seconds, budgets in tokens, money in USD. */
export const settingsSchema = z.looseObject({
  verbose: z.boolean().default(false),
  interactive: z.boolean().default(false),
  language: z.string().nullable().default(null),
  participation: z.enum(participations).default('parallel'),
  speaking_order: z.enum(speakingOrders).default('listed'),
  max_finishes: z.number().int().min(1).nullable().default(null),
  min_rounds: z.number().int().min(1).default(3),
  max_rounds: z.number().int().min(1).default(20),
  max_rounds_per_phase: z.number().int().min(1).default(10),
  quorum: z.number().int().min(1).default(2),
  answer_retries: count.default(2),
  answer_min_characters: count.default(10),
  answer_max_characters: z.number().int().min(1).default(20_000),
  /** Seats whose models answer in plain text instead of the structured form; `all` means every seat. */
  plain_text_seats: z.array(z.string()).default([]),
  /** Stop sequences for those seats, beside those of the agent. */
  stop_sequences: z.array(z.string()).default([]),
  agent_timeout: z.number().positive().default(180),
  synthesizer_timeout: z.number().positive().nullable().default(null),
  seat_timeouts: z.array(z.looseObject({ seat: z.string(), seconds: z.number().positive() })).default([]),
  total_timeout: z.number().positive().nullable().default(null),
  max_turns: z.number().int().min(1).default(20),
  max_tokens: z.number().int().min(1).nullable().default(null),
  max_cost: z.number().positive().nullable().default(null),
  on_limit: z.enum(['pause', 'conclude']).default('pause'),
  escalation: z
    .looseObject({
      enabled: z.boolean().default(true),
      max_rounds_per_conflict: z.number().int().min(1).default(3),
      confidence_below: z.number().min(0).max(1).default(0.5),
      critical_keywords: z.array(z.string()).default(['security', 'must-have', 'blocking', 'legal']),
    })
    .prefault({}),
  on_escalation: z.enum(['pause', 'accept', 'continue']).default('pause'),
  consensus: consensusRuleSchema.prefault({
    mechanism: 'majority',
    threshold: 0.6,
    block_prevents_terminal: true,
    stand_aside_allowed: true,
  }),
  stop_when_stable: z.boolean().default(true),
  anonymize: z.boolean().default(false),
  combined: z.boolean().default(false),
  fast: z.boolean().default(false),
  grace_seconds: z.number().positive().default(20),
  max_participants: z.number().int().min(2).default(5),
  memory: z
    .looseObject({
      style: z.enum(['structured', 'narrative']).default('structured'),
      budget_tokens: z.number().int().min(100).default(2000),
      compression_threshold: z.number().min(0.1).max(1).default(0.9),
      include_internal_reasoning: z.boolean().default(false),
    })
    .prefault({}),
});

/** An agent, or the person, taking part. The id of a seat is the id of its agent; the person's is `human`. */
export const participantSchema = z.looseObject({
  id: z.string().regex(idPattern),
  role: z.string(),
  kind: z.enum(['model', 'human']),
  model: z.string().nullable(),
  side: z.enum(['pro', 'con']).nullable(),
  /** True when the person gave the side; the facilitator gave it otherwise. A replay begins with given sides only. */
  side_given: z.boolean().optional(),
});

const agendaTopicSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  critical: z.boolean(),
  status: z.enum(['pending', 'partial', 'covered']),
  criteria: z.array(z.string()),
  criteria_met: z.array(z.looseObject({ criterion: z.string(), round: count })),
});

const stanceSchema = z.looseObject({
  seat: z.string(),
  stance: z.enum(stances),
  reason: z.string(),
  round: count,
});

export const proposalSchema = z.looseObject({
  id: z.string(),
  text: z.string(),
  opened_in: count,
  status: z.enum(['open', 'agreed', 'rejected', 'withdrawn']),
  decided_by: z.enum(['count', 'facilitator', 'user']).nullable(),
  stances: z.array(stanceSchema),
});

const consensusSchema = z.looseObject({
  id: z.string(),
  proposal_id: z.string().nullable(),
  text: z.string(),
  round: count,
  supported_by: z.array(z.string()),
  stood_aside: z.array(z.string()),
});

const positionSchema = z.looseObject({ seat: z.string(), text: z.string() });

export const conflictSchema = z.looseObject({
  id: z.string(),
  description: z.string(),
  status: z.enum(['open', 'resolved']),
  opened_in: count,
  rounds_open: count,
  positions: z.array(positionSchema),
  resolution: z.string().nullable(),
  resolution_type: z.enum(['consensus', 'user', 'policy', 'facilitator']).nullable(),
  resolved_in: count.nullable(),
});

export const artifactSchema = z.looseObject({
  id: z.string(),
  type: z.enum(artifactTypes),
  title: z.string(),
  text: z.string(),
  rationale: z.string().default(''),
  priority: z.enum(['must', 'should', 'could', 'wont']).nullable().default(null),
  acceptance: z.array(z.string()).default([]),
  /** For a mitigation: the risk it answers; for an amendment chain nothing. */
  related_to: z.array(z.string()).default([]),
  status: z.enum(['proposed', 'amended', 'withdrawn']),
  round: count,
  topic_id: z.string().nullable(),
  proposed_by: z.array(z.string()),
  history: z.array(z.looseObject({ round: count, change: z.string(), text: z.string() })).default([]),
});

const openQuestionSchema = z.looseObject({
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
  /** The conflict's id, or null when no single conflict is meant. */
  subject: z.string().nullable(),
  reason: z.string(),
  positions: z.array(positionSchema),
  recommendation: z.string().nullable(),
  status: z.enum(['pending', 'answered']),
  decision: z.enum(['accept', 'own', 'continue']).nullable(),
  text: z.string().nullable(),
  extra_rounds: count,
  answered_by: z.enum(['user', 'policy']).nullable(),
  answered_at: instant.nullable(),
});

export const failureSchema = z.looseObject({
  round: count,
  step: z.string(),
  seat: z.string(),
  kind: z.enum(failureKinds),
  message: z.string(),
  request_id: z.string().nullable(),
});

/** Tokens and money. `input_tokens` is the whole input, cached parts included; `cost_usd` is null when a price is unknown. */
export const usageSchema = z.looseObject({
  calls: count,
  input_tokens: count,
  output_tokens: count,
  cache_read_tokens: count,
  cache_write_tokens: count,
  cost_usd: z.number().min(0).nullable(),
});

const answerSchema = z.looseObject({
  seat: z.string(),
  position: z.string(),
  confidence: share,
  /** Whether the position differs from the seat's previous one, as the seat says; null in its first answer. */
  changed: z.boolean().nullable(),
  /** The argument that changed it, as the seat says; null when it named none. */
  cause: z.string().nullable(),
  duration_ms: count,
});

/** A whole answer, kept with `verbose` only. */
export const fullAnswerSchema = z.looseObject({
  id: z.string(),
  role: z.string(),
  position: z.string(),
  rationale: z.array(z.string()),
  concerns: z.array(z.string()),
  confidence: share,
  facts: z.array(z.string()),
  assumptions: z.array(z.string()),
  questions: z.array(z.string()),
  context_challenge: z.string().nullable(),
  changed_because: z.string().nullable(),
  stances: z.array(z.looseObject({ proposal_id: z.string(), stance: z.enum(stances), reason: z.string() })),
});

const seatTextSchema = z.looseObject({ seat: z.string(), text: z.string() });

export const roundSchema = z.looseObject({
  round: z.number().int().min(1),
  phase: z.string(),
  focus: z.string(),
  topic_id: z.string().nullable(),
  question: z.string(),
  /** Why the program's own question stands here instead of the facilitator's, else null. */
  question_fallback: z.string().nullable().default(null),
  context_summary: z.string(),
  asked: z.array(z.string()),
  failed: z.array(z.string()),
  /** Seats that said nothing on purpose: a person who passed, a seat that sits this round out. */
  passed: z.array(z.string()).default([]),
  speaking_order: z.array(z.string()),
  answers: z.array(answerSchema),
  context_challenges: z.array(seatTextSchema),
  facts: z.array(seatTextSchema),
  assumptions: z.array(seatTextSchema),
  /** With `memory.include_internal_reasoning`: what each seat noted for itself; shown to that seat only. */
  private_notes: z.array(seatTextSchema).default([]),
  synthesis: z.string(),
  /** Why the program assembled the synthesis itself, else null. */
  synthesis_fallback: z.string().nullable().default(null),
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
  /** What nobody can see from the counts alone: did anything move in this round (for the stopping rule). */
  moved: z.array(z.string()).default([]),
  proposed_action: z.enum(['continue', 'phase', 'conclude', 'escalate']),
  next_action: z.enum(nextActions).nullable(),
  /** The row of the decision table that held. */
  decided_by_rule: z.number().int().nullable().default(null),
  override: z.string().nullable(),
  /** How a conclusion came about when it was not proposed, so that an interrupted completion keeps its label. */
  ending: z.enum(['skipped', 'max-rounds', 'stable', 'limit']).nullable().default(null),
  /** What followed once the person had answered this round's escalations. */
  after_escalation: z.enum(['continue', 'phase', 'conclude']).nullable().default(null),
  next_focus: z.string().nullable(),
  /** The next question, where the synthesis brought one along (`combined`). */
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
  recommendation: z.string().nullable().default(null),
  /** Parts of replies that could not be read, one sentence each. */
  losses: z.array(z.string()).default([]),
  started_at: instant,
  ended_at: instant,
  usage: usageSchema,
  usage_by_seat: z.array(z.looseObject({ seat: z.string(), usage: usageSchema })).default([]),
  participant_responses: z.array(fullAnswerSchema).optional(),
});

const receiptSchema = z.looseObject({
  path: z.string(),
  sent_characters: count,
  of_characters: count,
  note: z.string(),
});

/** What a document was made of; `content` has the shape that documents/ gives to its type. */
export const documentSchema = z.looseObject({
  type: z.enum(outputTypes),
  assembled_by: z.enum(['synthesizer', 'program']),
  /** Why the program had to assemble it, else null. */
  reason: z.string().nullable(),
  content: z.record(z.string(), z.unknown()),
  /** Citations in the content that name a round or seat that does not exist, as `path: round/seat`. */
  unsupported: z.array(z.string()),
});

export const outcomeSchema = z.looseObject({
  result: z.enum(outcomeResults),
  degraded: z.boolean(),
  degradation: z.array(z.string()),
  summary: z.string(),
  recommendation: z.string().nullable(),
  /** A minority position stays here unless its holder gave it up. */
  dissent: z.array(z.looseObject({ seat: z.string(), text: z.string(), round: count })),
  document: documentSchema.nullable(),
  files: z.array(z.looseObject({ type: z.string(), path: z.string() })),
});

const seatModelSchema = z.looseObject({ agent: z.string(), model: z.string() });

/** The whole session file. */
export const sessionSchema = z.looseObject({
  schema_version: z.literal(schemaVersion),
  id: z.string().regex(idPattern),
  topic: z.string().min(1),
  workflow_type: z.enum(workflowTypes),
  strategy: z.string(),
  /** Why this strategy was taken: flag, configuration, or the words of the topic. */
  strategy_reason: z.string().default(''),
  output_type: z.enum(outputTypes),
  status: z.enum(sessionStatuses),
  pause_reason: z.enum(pauseReasons).nullable(),
  created_at: instant,
  updated_at: instant,
  paused_at: instant.nullable(),
  completed_at: instant.nullable(),
  rehearsal: z.boolean(),
  project: z.looseObject({ name: z.string() }),
  facilitator: seatModelSchema,
  synthesizer: seatModelSchema,
  participants: z.array(participantSchema).min(1),
  panel: z.looseObject({
    chosen_by: z.enum(['flag', 'config', 'topic']),
    /** `score` is the fit to the topic; `record` the track record at the start (0 to 1, 0.5 for none). */
    scores: z.array(
      z.looseObject({
        id: z.string(),
        score: z.number(),
        level: z.number().int(),
        record: z.number().optional(),
      }),
    ),
    /** Agents that could not be seated, and why: their model cannot be used. */
    left_out: z.array(z.looseObject({ id: z.string(), reason: z.string() })).optional(),
    /** Track records of the seats at the start; a targeted round ranks by them, so they stay as they were. */
    records: z.array(z.looseObject({ id: z.string(), score: z.number() })).optional(),
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
  /** A whole number from which everything random in this session follows. */
  seed: z.number().int().min(0),
  /** The marker that fences data in prompts; random for each session. */
  fence: z.string().min(8),
  current_phase: z.string(),
  total_rounds: count,
  /** Answers in all rounds. */
  total_turns: count.default(0),
  turn: z
    .looseObject({ order: z.array(z.string()), index: count, next_speaker: z.string().nullable() })
    .prefault({ order: [], index: 0, next_speaker: null }),
  agenda: z.array(agendaTopicSchema),
  proposals: z.array(proposalSchema),
  consensus: z.array(consensusSchema),
  conflicts: z.array(conflictSchema),
  artifacts: z.array(artifactSchema),
  open_questions: z.array(openQuestionSchema),
  escalations: z.array(escalationSchema),
  guidance: z.array(z.looseObject({ after_round: count, text: z.string() })),
  failures: z.array(failureSchema),
  usage: usageSchema,
  /** The part of `usage` that came after the last round: ballot and draft. */
  completion_usage: usageSchema.prefault({
    calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: 0,
  }),
  /** The same by seat; absent before the completion. */
  completion_usage_by_seat: z.array(z.looseObject({ seat: z.string(), usage: usageSchema })).optional(),
  /**
   * Calls of a round (or of the completion) that a pause interrupted, by key. What a resumed run gets back from the
   * journal is counted there; the rest counts from here, so that `usage` holds every call once.
   */
  open_calls: z.array(z.looseObject({ key: z.string(), usage: usageSchema })).optional(),
  /** What the two sides of a debate stand for, as the facilitator said in its first question. */
  sides: z.looseObject({ pro: z.string(), con: z.string() }).optional(),
  /** For a replay: the session whose journal answers, and what happens with calls that it lacks. */
  replay: z.looseObject({ of: z.string().regex(idPattern), missing: z.enum(['fail', 'ask']) }).optional(),
  /** The round after which the final ballot was held; absent before it. */
  ballot_after: count.optional(),
  /** Seats that gave no vote in it. A failed call that a resumed run made good is not among them. */
  ballot_missing: z.array(z.string()).optional(),
  outcome: outcomeSchema.nullable(),
  rounds: z.array(roundSchema),
});

export type WorkflowType = (typeof workflowTypes)[number];
export type OutputType = (typeof outputTypes)[number];
export type SessionStatus = (typeof sessionStatuses)[number];
export type PauseReason = (typeof pauseReasons)[number];
export type Participation = (typeof participations)[number];
export type Stance = (typeof stances)[number];
export type NextAction = (typeof nextActions)[number];
export type OutcomeResult = (typeof outcomeResults)[number];
export type FailureKind = (typeof failureKinds)[number];
export type ArtifactType = (typeof artifactTypes)[number];
export type EscalationTrigger = (typeof escalationTriggers)[number];
export type ConsensusRule = z.infer<typeof consensusRuleSchema>;
export type Settings = z.infer<typeof settingsSchema>;
export type Participant = z.infer<typeof participantSchema>;
export type AgendaTopicState = z.infer<typeof agendaTopicSchema>;
export type Proposal = z.infer<typeof proposalSchema>;
export type Conflict = z.infer<typeof conflictSchema>;
export type Artifact = z.infer<typeof artifactSchema>;
export type Escalation = z.infer<typeof escalationSchema>;
export type Failure = z.infer<typeof failureSchema>;
export type Usage = z.infer<typeof usageSchema>;
export type Answer = z.infer<typeof answerSchema>;
export type FullAnswer = z.infer<typeof fullAnswerSchema>;
export type Round = z.infer<typeof roundSchema>;
export type ContextReceipt = z.infer<typeof receiptSchema>;
export type OutcomeDocument = z.infer<typeof documentSchema>;
export type Outcome = z.infer<typeof outcomeSchema>;
export type Session = z.infer<typeof sessionSchema>;
