/** One session in its stored form, possibly damaged. */
import type { JournalReading } from '../../session/ports/repository.ts';
import type { Session } from '../../session/session.ts';

/** What checking needs. */
export interface ReadSession {
  id: string;
  /** Where it is stored, as messages show it. */
  file: string;
  /** Its bytes and their stamp; null when there are none. Throws FILE_TOO_LARGE. */
  read(): Promise<{ bytes: Buffer; stamp: string } | null>;
  readJournal(): Promise<JournalReading>;
  /** The ids of all sessions, to suggest the nearest one. */
  listIds(): Promise<string[]>;
}

/** What repairing needs. */
export interface StoredSession extends ReadSession {
  /** Keeps a copy of these bytes and returns its name. */
  keep(bytes: Buffer): Promise<string>;
  /** Replaces the state that the stamp names. Throws SESSION_CHANGED. */
  replace(session: Session, stamp: string): Promise<void>;
}
