/** The records of a session: seats, agenda, proposals, conflicts, artifacts, escalations, failures, usage. */
import * as z from 'zod';
import { count, instant } from './field-schemas.ts';
import { artifactTypes, failureKinds, idPattern, stances } from './vocabulary.ts';

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

export const consensusSchema = z.looseObject({
  id: z.string(),
  proposal_id: z.string().nullable(),
  text: z.string(),
  round: count,
  supported_by: z.array(z.string()),
  stood_aside: z.array(z.string()),
});

export const positionSchema = z.looseObject({ seat: z.string(), text: z.string() });

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
  /** For a mitigation: the risks that it answers. */
  related_to: z.array(z.string()).default([]),
  status: z.enum(['proposed', 'amended', 'withdrawn']),
  round: count,
  topic_id: z.string().nullable(),
  proposed_by: z.array(z.string()),
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

/** Tokens and cost. `input_tokens` includes cached input; `cost_usd` is null when a price is unknown. */
export const usageSchema = z.looseObject({
  calls: count,
  input_tokens: count,
  output_tokens: count,
  cache_read_tokens: count,
  cache_write_tokens: count,
  cost_usd: z.number().min(0).nullable(),
});

export type EscalationTrigger = (typeof escalationTriggers)[number];
export type Participant = z.infer<typeof participantSchema>;
export type AgendaTopicState = z.infer<typeof agendaTopicSchema>;
export type Proposal = z.infer<typeof proposalSchema>;
export type Conflict = z.infer<typeof conflictSchema>;
export type Artifact = z.infer<typeof artifactSchema>;
export type Escalation = z.infer<typeof escalationSchema>;
export type Failure = z.infer<typeof failureSchema>;
export type Usage = z.infer<typeof usageSchema>;
