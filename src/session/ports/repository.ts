/**
 * Where sessions are kept: a folder of files, or a database. Nothing above these ports knows about paths. A write is durable when its
 * method returns.
 */
import type { FileProblem } from '../errors.ts';
import type { PersonMessage } from '../person-message.ts';
import type { Session } from '../session.ts';
import type { SessionHead } from '../session-head.ts';
import type { SessionStatus, WorkflowType } from '../vocabulary.ts';
import type { FailureLine, InputLine, JournalLine, SuccessLine } from './journal.ts';
import type { Version } from './ports.ts';
import type { SearchFindings } from './search.ts';

/** Told how much of a long piece of work is done. Must not throw. */
export type Progress = (done: number, of: number) => void;

/** A session that was read. */
export interface LoadedSession {
  session: Session;
  version: Version;
  /** Where it is kept, as shown to a person: a path relative to the project, or an address. */
  location: string;
}

/** One session of a list. */
export interface SessionEntry {
  id: string;
  location: string;
  /** Null when it is damaged, or a session of the public plugin. */
  head: SessionHead | null;
  /** Why it cannot be used, else null. */
  damaged: string | null;
}

/** What to list. `limit` and `offset` count after the filters. */
export interface ListOptions {
  status?: SessionStatus | undefined;
  workflow?: WorkflowType | undefined;
  /** Words that must all occur in the topic or the id, in upper or lower case. */
  query?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

/** How to search. */
export interface SearchOptions {
  limit: number;
  /** Called for each session or document that is read for the index. */
  onReading?: Progress | undefined;
  /** False: answers while many are still to be read, and lets that go on. */
  waits?: boolean | undefined;
}

/** A part of the list, newest first, and the total number. */
export interface SessionList {
  entries: SessionEntry[];
  total: number;
}

/**
 * The right to change one session, held by one process at a time. It is taken by `acquireLease`, once at the start of whatever writes to a
 * session, and checked at these places alone: with files, where a lock is never lost while its process lives, nowhere else
 * (store/files/lock.ts); in a database by every statement that writes what was said or decided, which begins with `whileHeld`
 * (store/postgres/leases.ts) or names the epoch itself, and before each paid call through `proof` (models/client/create-ask.ts for a call of
 * its own, which models/http/http-client.ts looks at last when bytes leave; models/client/batch-lane.ts for a batch).
 *
 * Without a lease a database writes, about a session: messages, which anybody may add, and whose removal can be repeated
 * (store/postgres/inbox-table.ts); `served`, whether a server is to continue it (event-table.ts); its words for searching in a newer format,
 * if its version is still the same (session-search.ts); the id of a batch that was sent under the lease, which must be kept whoever holds it
 * by then (`settle` of provider-batch-table.ts); and what workers have to do (session-jobs.ts).
 */
export interface Lease {
  /** Gives the lease back; safe to repeat. */
  release(): Promise<void>;
  /** Absent where a lease is never lost. */
  proof?: LeaseProof;
}

/** Tells whether a lease that can pass to another process is still held; a paid call is sent only when that is certain. */
export interface LeaseProof {
  /** Aborts once the lease is known to be lost. */
  readonly lost: AbortSignal;
  /** Resolves when the lease is certainly held, asking the store when needed. Throws LEASE_LOST, or STORE_* when it cannot ask. */
  renew(): Promise<void>;
  /** Whether that is certain right now, without asking the store. */
  isSure(): boolean;
}

/** A journal that was read without opening it for writing. */
export interface JournalReading {
  location: string;
  lines: JournalLine[];
  /** Lines that could not be read and were skipped, each with its number. */
  problems: FileProblem[];
  /**
   * Numbers of lines that were changed by hand since they were written, or whose preceding line was removed. Their replies are used like
   * any other, because they were paid for; the record mentions the change.
   */
  changedLines: readonly number[];
  /** The chain of hashes after each line, the first line first; of an open journal also after those that were added since. */
  ends: readonly string[];
}

/** A journal open for writing, by the holder of the session's lease. */
export interface Journal extends Readonly<Omit<JournalReading, 'lines'>> {
  /** Throws FILE_UNWRITABLE when the disk has no room for the line of a call that is about to be made; absent for a store without a disk. */
  requireRoom?(bytes: number): Promise<void>;
  /** All lines, oldest first, including those added since it was opened. */
  readLines(): readonly JournalLine[];
  /** The newest success of exactly this request, or null. */
  findSuccess(key: string, hash: string): SuccessLine | null;
  /**
   * The newest failure of exactly this request if a later successful call builds on it, else null. Making the failed call again could
   * change its result, and then all later calls would have to be paid for again.
   */
  findSettledFailure(key: string, hash: string): FailureLine | null;
  /** The newest input of a person under a key, or null. */
  findInput(key: string): InputLine | null;
  /** Writes a line; durable when it returns. Throws FILE_UNWRITABLE, or JOURNAL_INVALID for a line longer than 4 MiB. */
  append(line: JournalLine): Promise<void>;
  /** Writes a person's input; durable when it returns. Throws as `append`. */
  appendInput(input: { key: string; at: Date; value: unknown }): Promise<void>;
  close(): Promise<void>;
}

/**
 * All sessions of a project. Every method that takes an id throws INVALID_ID for any other text; `load` and
 * `resolve` throw UNKNOWN_SESSION with the nearest id that exists.
 */
export interface SessionRepository {
  /** Stores a new session. Throws SESSION_CHANGED when its id is taken. */
  create(session: Session): Promise<Version>;
  /** Throws SESSION_INVALID with the problems, SESSION_FOREIGN, SESSION_TOO_NEW, FILE_TOO_LARGE. */
  load(id: string): Promise<LoadedSession>;
  /**
   * Replaces the stored state that `expected` names. Throws SESSION_CHANGED when another one is stored, FILE_MISSING when none
   * is, FILE_TOO_LARGE for a session that could not be loaded again.
   */
  save(session: Session, expected: Version): Promise<Version>;
  list(options?: ListOptions): Promise<SessionList>;
  /**
   * Sessions, items and positions that contain these words, or forms of them. Sessions that cannot be read are named.
   */
  search(words: string, options: SearchOptions): Promise<SearchFindings>;
  /** Where a session is kept, or would be, as shown to a person. */
  locate(id: string): string;
  /** The ids of all sessions, newest first. */
  listIds(): Promise<string[]>;
  /**
   * The session that a person means: a whole id, a unique beginning, `last`, or undefined for the current one.
   * Throws AMBIGUOUS_SESSION with the candidates.
   */
  resolve(input?: string): Promise<NamedSession>;
  /** The session that commands without an id are about, or null. */
  readCurrent(): Promise<CurrentSession>;
  setCurrent(id: string): Promise<void>;
  /** Clears the current session when it is this one. */
  release(id: string): Promise<void>;
  /** Takes a session, stored already or about to be, for this process. Throws SESSION_LOCKED, which names the holder. */
  acquireLease(id: string): Promise<Lease>;
  /** Whether a process holds the session now; takes nothing. */
  isLeased(id: string): Promise<boolean>;
  /** Reads the journal; a session without one has no lines. */
  readJournal(id: string): Promise<JournalReading>;
  /** Opens the journal for writing; the caller must hold the lease. */
  openJournal(id: string): Promise<Journal>;
  /**
   * Leaves a message for the process that runs the session, now or next; needs no lease. Durable when it returns.
   * Throws FILE_UNWRITABLE.
   */
  addMessage(id: string, message: PersonMessage): Promise<void>;
  /** The waiting messages, oldest first. */
  readMessages(id: string): Promise<StoredMessage[]>;
  /** Removes a message that was taken; safe to repeat. */
  removeMessage(id: string, messageId: string): Promise<void>;
}

/** A waiting message. Its id is never used twice in a session, and later messages have greater ids. */
export interface StoredMessage {
  id: string;
  message: PersonMessage;
}

/** The id that a person meant, and a sentence for them when the pointer to the current session had to be corrected. */
export interface NamedSession {
  id: string;
  notice: string | null;
}

/** The current session and such a sentence; `id` is null when there is none. */
export interface CurrentSession {
  id: string | null;
  notice: string | null;
}

/** Writes the documents of a session; safe to repeat. */
export interface Publisher {
  /**
   * `supersede`: records, by file name or number, that the person allowed to be marked as superseded. `proposed` are those that the
   * document wants to replace without that permission; they stay as they are.
   */
  publish(
    session: Session,
    options?: { supersede?: readonly string[] },
  ): Promise<{ files: { type: string; path: string }[]; notes: string[]; proposed: string[] }>;
}
