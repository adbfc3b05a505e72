/** One model call, before it is made: its text, the shape that its reply must have, and the facts it was made from. */
import type { Agenda, Agent, ProjectContext } from './library.ts';
import type { Conflict, Proposal } from './records.ts';
import type { Session } from './session.ts';
import type { ArtifactType, OutputType, Stance } from './vocabulary.ts';

/** A step of a round (or of the completion) in which models are called. */
export type Step = 'question' | 'answer' | 'synthesis' | 'ballot' | 'draft';

/** Why a call is made, as the journal records it. */
export type Purpose = 'ask' | 'retry' | 'ballot' | 'draft';

/** A piece of a prompt. `cache` marks the end of a part that later calls repeat byte for byte. */
export interface PromptBlock {
  text: string;
  cache: boolean;
}

/** A JSON Schema document, as plain data. */
export type JsonSchema = { [key: string]: unknown };

/**
 * The facts a request was made from, beside its text. The rehearsal panel speaks from these, so it needs
 * to parse no prompt. Never sent to a real model.
 */
export interface RequestFacts {
  topic: string;
  seed: number;
  round: number;
  min_rounds: number;
  max_rounds: number;
  workflow: string;
  output_type: OutputType;
  phase: { name: string; goal: string; index: number; count: number; rounds_in_phase: number };
  /** The one who is asked. */
  agent: Agent;
  side: 'pro' | 'con' | null;
  /** Seats at the table, in order. */
  seats: { id: string; role: string; specialties: string[] }[];
  context: ProjectContext;
  agenda: (Agenda['topics'][number] & { status: string; criteria_met: string[] })[];
  question: string;
  focus: string;
  topic_id: string | null;
  earlier_questions: string[];
  guidance: string[];
  proposals: Proposal[];
  conflicts: Conflict[];
  artifacts: { id: string; type: ArtifactType; title: string; topic_id: string | null }[];
  wanted_artifacts: ArtifactType[];
  /** The asked seat's earlier positions, oldest first. */
  own_positions: { round: number; position: string }[];
  /** Words that make an open conflict a person's business; empty when escalation is off. */
  critical_keywords: string[];
  /** Rounds that a conflict may stay open before a person is asked; null when escalation is off. */
  max_rounds_per_conflict: number | null;
  /** Mean confidence below which a person is asked; null when escalation is off. */
  confidence_below: number | null;
  /** For a synthesis: the answers of this round. */
  answers: {
    seat: string;
    position: string;
    confidence: number | null;
    concerns: string[];
    questions?: string[];
    stances: { proposal_id: string; stance: Stance }[];
  }[];
  /** For a draft: the session as it stands. */
  session: Session | null;
}

/** One model call. */
export interface ModelRequest {
  /** `<round>/<step>/<seat>/<attempt>`; attempts count from 1. */
  key: string;
  round: number;
  step: Step;
  /** A participant's id, `facilitator` or `synthesizer`. */
  seat: string;
  attempt: number;
  purpose: Purpose;
  /** A model reference, `provider/model`. */
  model: string;
  /** The role and the rules: the same in every round. */
  system: PromptBlock[];
  /** One user turn, stable part first. */
  prompt: PromptBlock[];
  /** The shape the reply must have; null asks for plain text. */
  schema: { name: string; json: JsonSchema } | null;
  /** Milliseconds until the call is given up. */
  timeout_ms: number;
  max_output_tokens: number;
  stop_sequences: string[];
  /** The session's fence marker, which is left out of the request's hash. */
  fence: string;
  facts: RequestFacts;
}
