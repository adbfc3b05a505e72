/** One model call, before it is made: its text, the shape that its reply must have, and the facts it was made from. */

import type { Finding } from './evidence.ts';
import type { Agenda, Agent, Phase, ProjectContext } from './library.ts';
import type { FullAnswer } from './round.ts';
import type { Session } from './session.ts';
import type { Item } from './text.ts';
import type { Step } from './vocabulary.ts';

/** Why a call is made, as the journal records it. `look-up`: it is made again with what was looked up. */
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
  session: Session;
  /** The agent that is asked. */
  agent: Agent;
  agenda: Agenda | null;
  context: ProjectContext;
  phase: Phase;
  /** The question of the round; null outside of answers and synthesis. */
  asked: { question: string; focus: string; topic_id: string | null } | null;
  /** For a synthesis: the answers of this round. */
  answers: FullAnswer[];
  /** Whether a whole proposal is asked for. */
  proposal: boolean;
  /** For a last call: the items to vote on. For a patch: the items to mend. */
  ballot: Item[];
  /** For a draft or a revision that is asked for again: what was found wrong with it. */
  problems: { code: string; at: string }[];
  /** What the seat can see of the project; absent when nothing is looked up. `map` names files, one per line. */
  evidence?: { map: string; look_ups: number; findings: Finding[] };
}

/** One model call. */
export interface ModelRequest {
  /** See call-key.ts; attempts count from 1. */
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
  /** True when another model takes over after a failure, so that waiting for this one makes no sense. */
  hasFallback?: boolean;
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
  /** Null for a check of the connection, which is made from nothing. */
  facts: RequestFacts | null;
}
