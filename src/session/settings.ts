/** The settings of a session, as its file has them. */
import * as z from 'zod';
import { count } from './field-schemas.ts';
import { evidenceModes, mechanisms, participations, speakingOrders } from './vocabulary.ts';

/** How code decides whether an item is agreed. `threshold` is a share of those who voted. */
export const consensusRuleSchema = z.looseObject({
  mechanism: z.enum(mechanisms),
  threshold: z.number().min(0).max(1).nullable(),
  block_prevents_terminal: z.boolean(),
  stand_aside_allowed: z.boolean(),
});

/** The effective settings at the start of a session. Times are in seconds, budgets in tokens, costs in USD. */
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
  /** Seats that answer in plain text instead of the structured form; `all` means every seat. */
  plain_text_seats: z.array(z.string()).default([]),
  /** Stop sequences for those seats, in addition to their agents' own. */
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
  grace_seconds: z.number().positive().default(120),
  max_participants: z.number().int().min(2).default(5),
  /** The most words of a whole proposal, and of the document; null for what its kind names. */
  proposal_words: z.number().int().min(100).default(1_500),
  document_words: z.number().int().min(300).nullable().default(null),
  /**
   * For a proposal, the draft and the revision: turns of looking things up, look-ups and bytes of text in all. Later answers, questions
   * and reviews get half of each.
   */
  evidence: z
    .looseObject({
      mode: z.enum(evidenceModes).default('off'),
      turns: z.number().int().min(1).max(8).default(4),
      look_ups: z.number().int().min(1).max(40).default(16),
      bytes: z.number().int().min(1_000).max(1_000_000).default(160_000),
    })
    .prefault({}),
  memory: z
    .looseObject({
      style: z.enum(['structured', 'narrative']).default('structured'),
      budget_tokens: z.number().int().min(100).default(12_000),
      include_internal_reasoning: z.boolean().default(false),
    })
    .prefault({}),
});

export type ConsensusRule = z.infer<typeof consensusRuleSchema>;
export type Settings = z.infer<typeof settingsSchema>;
