/** A batch of topics: what became of each, and which session belongs to which. */
import type { OutcomeResult, PauseReason, SessionStatus } from './vocabulary.ts';

/** A topic and what became of it. */
export interface BatchRow {
  topic: string;
  session_id: string | null;
  /** Null where no session was made. */
  status: SessionStatus | null;
  pause_reason: PauseReason | null;
  result: OutcomeResult | null;
  degraded: boolean;
  rehearsal: boolean;
  rounds: number;
  /** Null where a price is not known. */
  cost_usd: number | null;
  files: { type: string; path: string }[];
  /** Why it could not be run, or did not go on. */
  error: Record<string, unknown> | null;
}

/** Remembers which session belongs to which entry of a batch, so that a batch that was stopped goes on with it. */
export interface BatchNotes {
  /** For each key the id of its session, or null. */
  find: (keys: readonly string[]) => Promise<(string | null)[]>;
  /** Durable when it returns. */
  add: (key: string, sessionId: string) => Promise<void>;
}
