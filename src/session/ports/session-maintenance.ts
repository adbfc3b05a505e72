/** Maintains stored sessions: checks, repairs, closes and removes them. */
import type { FileProblem } from '../errors.ts';
import type { SessionStatus } from '../vocabulary.ts';

/** What is wrong with a session, and what can be done. Written as JSON by `session validate`. */
export interface SessionReport {
  id: string;
  /** Where it is kept, as shown to a person. */
  file: string;
  valid: boolean;
  problems: FileProblem[];
  journal: { file: string; calls: number; inputs: number; problems: FileProblem[] };
  /** What can be done, one sentence each. */
  advice: string[];
}

/** What a repair did. */
export interface RepairReport {
  id: string;
  file: string;
  /** False when there was nothing to repair. */
  repaired: boolean;
  /** Where the damaged state is kept now; null when nothing was repaired. */
  kept_as: string | null;
  rounds_kept: number;
  rounds_lost: number;
  /** Finished calls of the lost rounds that the journal still has: a resume takes them from there instead of calling again. */
  calls_in_journal: number;
  /** What else is to be known, one sentence each. */
  notes: string[];
  /** Why it could not be repaired; absent otherwise. */
  failed?: string;
}

/** What closing did. */
export interface CloseReport {
  id: string;
  file: string;
  /** The status before. */
  was: SessionStatus;
  /** False when the session was closed already. */
  changed: boolean;
}

/** Which sessions may be removed. */
export interface CleanupOptions {
  /** Milliseconds since the last change. */
  olderThanMs: number;
  /** `completed`, `closed`, or both (the default). */
  statuses?: readonly SessionStatus[] | undefined;
  /** Only report what would be removed. */
  dryRun: boolean;
}

/** What was removed, or would be, and what stayed although its status and age allow its removal. */
export interface CleanupReport {
  dry_run: boolean;
  removed: { id: string; files: string[] }[];
  kept: { id: string; reason: string }[];
}

/** The port. Methods that write take the session's lease themselves and throw SESSION_LOCKED when another process has it. */
export interface SessionMaintenance {
  /** Checks one session; writes nothing. Throws UNKNOWN_SESSION, INVALID_ID. */
  validate(id: string): Promise<SessionReport>;
  /**
   * Cuts a session back to its last whole round and keeps a copy of the damaged one. Throws UNKNOWN_SESSION, SESSION_FOREIGN,
   * SESSION_TOO_NEW, and SESSION_INVALID, without changing anything, when the head cannot be read.
   */
  repair(id: string): Promise<RepairReport>;
  /** Ends a session for good without completing it; closing twice is no error. Throws SESSION_COMPLETED. */
  close(id: string): Promise<CloseReport>;
  /** Removes old sessions with everything that belongs to them. Throws INVALID_VALUE for a status that is never removed. */
  cleanup(options: CleanupOptions): Promise<CleanupReport>;
}
