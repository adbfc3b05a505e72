/** A run of a discussion, as callers hold it. */
import type { StreamEvent } from '../domain/event-schema.ts';
import type { RunResult } from '../roundtable/run-session.ts';

/** How a run ended: at a pause, or with a completed session. */
export interface RunReport extends RunResult {
  /** Milliseconds of this run. */
  durationMs: number;
  /** Calls of a replay that were not recorded and were made now, by key. */
  askedNow: string[];
}

/** A run under way. */
export interface Run {
  sessionId: string;
  /** Every event from the first one on, for any number of readers, whenever they come; ends with the run. */
  events: AsyncIterable<StreamEvent>;
  /** Rejects with S2sError, which names the session in its `data`, when the session cannot be read or written. */
  result: Promise<RunReport>;
  /** Pauses: answers that have arrived are kept, calls under way are stopped. */
  pause: () => void;
}
