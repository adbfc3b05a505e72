/** One session in its stored form, possibly damaged: the input for checking and repairing. */
import { S2sError } from '../../session/errors.ts';
import type { JournalReading } from '../../session/ports/repository.ts';
import type { Session } from '../../session/session.ts';

export interface StoredSession {
  id: string;
  /** Where it is stored, as messages show it. */
  file: string;
  /** Its bytes and their stamp; null when there are none. Throws FILE_TOO_LARGE. */
  read(): Promise<{ bytes: Buffer; stamp: string } | null>;
  readJournal(): Promise<JournalReading>;
  /** The ids of all sessions, to suggest the nearest one. */
  listIds(): Promise<string[]>;
  /** Keeps a copy of the present state and returns its name. */
  keep(): Promise<string>;
  /** Replaces the state that the stamp names. Throws SESSION_CHANGED. */
  replace(session: Session, stamp: string): Promise<void>;
}

/** SESSION_CHANGED: another process wrote while the session was repaired. */
export function describeChangedInRepair(file: string): S2sError {
  const message = `${file} was changed during the repair; nothing was written over it.`;
  return new S2sError('SESSION_CHANGED', message, { hint: 'Run the same command again.' });
}
