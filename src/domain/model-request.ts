/** One model call, before it is made: its text, the shape that its reply must have, and the facts it was made from. */
import type { Finding } from './evidence.ts';
import type { Agenda, Agent, ProjectContext } from './library.ts';
import type { Conflict, EarlierDecision, Item, Statement } from './records.ts';
import type { Session } from './session.ts';
import type { ItemType, OutputType, Stance } from './vocabulary.ts';

/**
 * A step of a round (or of the completion) in which models are called. `statements` is the second question to the facilitator,
 * about statements that its synthesis left out; `look` is a seat's turn to look things up before it answers.
 */
export type Step = 'question' | 'look' | 'answer' | 'synthesis' | 'statements' | 'review' | 'draft';

/** Why a call is made, as the journal records it. */
export type Purpose = 'ask' | 'look-up' | 'retry' | 'review' | 'draft';

/** A part of a prompt. `cache` marks the end of what later calls repeat byte for byte. */
export interface PromptBlock {
  text: string;
  cache: boolean;
}

/** A JSON Schema document, as plain data. */
export type JsonSchema = { [key: string]: unknown };

/** What a request was made from, so that the rehearsal panel need not parse its text. Never sent to a real model. */
export interface RequestFacts {
  topic: string;
  seed: number;
  round: number;
  min_rounds: number;
  max_rounds: number;
  workflow: string;
  output_type: OutputType;
  phase: { name: string; goal: string; index: number; count: number; rounds_in_phase: number };
  /** The agent that is asked. */
  agent: Agent;
  side: 'pro' | 'con' | null;
  /** All seats, in order. */
  seats: { id: string; role: string; specialties: string[] }[];
  context: ProjectContext;
  /** What the project decided before. */
  earlier_decisions: EarlierDecision[];
  agenda: (Agenda['topics'][number] & { status: string; criteria_met: string[] })[];
  question: string;
  focus: string;
  topic_id: string | null;
  earlier_questions: string[];
  guidance: string[];
  /** All items, whatever their status. */
  items: Item[];
  conflicts: Conflict[];
  /** Statements that await an item: those of this round for a synthesis, those that were left out for the step `statements`. */
  statements: Statement[];
  wanted_items: ItemType[];
  /** Whether seats are asked for a stance on every open item. */
  votes: boolean;
  /** The asked seat's earlier positions, oldest first. */
  own_positions: { round: number; position: string }[];
  /** A person decides about open conflicts that contain one of these; empty when escalation is off. */
  critical_keywords: string[];
  /** How many rounds a conflict may stay open before a person is asked; null when escalation is off. */
  max_rounds_per_conflict: number | null;
  /** A person is asked when the mean confidence is below this; null when escalation is off. */
  confidence_below: number | null;
  /** For a synthesis: the answers of this round. */
  answers: {
    seat: string;
    position: string;
    confidence: number | null;
    concerns: string[];
    questions?: string[];
    stances: { item_id: string; stance: Stance }[];
  }[];
  /** What the seat can see of the project; absent when seats look nothing up. `map` names files, one per line. */
  evidence?: { map: string; look_ups: number; findings: Finding[] };
  /** For a draft: the session so far. */
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
  /** How many earlier replies to this call had no readable form, including replies from a journal; none when absent. */
  unread?: number;
  purpose: Purpose;
  /** A model reference, `provider/model`. */
  model: string;
  /** The role and the rules, the same in every round. */
  system: PromptBlock[];
  /** The user message, its stable part first. */
  prompt: PromptBlock[];
  /** The shape of the reply; null asks for plain text. */
  schema: { name: string; json: JsonSchema } | null;
  /** Milliseconds after which the call is given up. */
  timeout_ms: number;
  max_output_tokens: number;
  stop_sequences: string[];
  /** The session's fence marker; the hash of the request leaves it out. */
  fence: string;
  facts: RequestFacts;
}
