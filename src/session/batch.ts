/** A batch of topics: the result of each, and which session belongs to which topic. */
import type { Wait } from './session-head.ts';
import type { OutcomeResult, PauseReason, SessionStatus } from './vocabulary.ts';

/** A topic and its result. */
export interface BatchRow {
  topic: string;
  session_id: string | null;
  /** Null when no session was made. */
  status: SessionStatus | null;
  pause_reason: PauseReason | null;
  waits_for: Wait;
  result: OutcomeResult | null;
  degraded: boolean;
  rehearsal: boolean;
  rounds: number;
  /** Null when a price is unknown. */
  cost_usd: number | null;
  files: { type: string; path: string }[];
  /** Why the topic could not be run, or its session did not continue. */
  error: Record<string, unknown> | null;
}

/** Remembers which session belongs to which entry of a batch, so that a stopped batch continues with the same sessions. */
export interface BatchNotes {
  /** For each key the id of its session, or null. */
  find: (keys: readonly string[]) => Promise<(string | null)[]>;
  /** Durable when it returns. */
  add: (key: string, sessionId: string) => Promise<void>;
}
