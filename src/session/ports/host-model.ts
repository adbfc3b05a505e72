/** The port for models that are functions of the program in which s2s runs. */
import type { ModelRequest } from '../model-request.ts';

/** What a function is asked. */
export interface HostRequest extends Pick<ModelRequest, 'round' | 'step' | 'seat' | 'attempt'> {
  /** What follows the name in the reference: `large` in `mine/large`; empty for `mine` alone. */
  model: string;
  system: string;
  /** What to answer, with the form of the reply described in it. */
  prompt: string;
  /** The form of the reply as JSON Schema, for a model that can be held to it; null asks for plain text. */
  schema: ModelRequest['schema'];
  maxOutputTokens: number;
  stopSequences: readonly string[];
  /** Aborted when the run is paused, or the time of the call is over. */
  signal: AbortSignal;
}

/** What a function answers: the reply alone, or with what it took. What is absent counts as unknown. */
export type HostReply =
  | string
  | { text: string; inputTokens?: number; outputTokens?: number; costUsd?: number };

/** A model; an error that it throws counts as a failed attempt, which is tried again like that of a server. */
export type HostModel = (request: HostRequest) => Promise<HostReply>;
