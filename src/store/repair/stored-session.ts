/** One session in its stored form, possibly damaged: the input for checking and repairing. */
import { S2sError } from '../../domain/errors.ts';
import type { JournalReading } from '../../domain/repository.ts';
import type { Session } from '../../domain/session.ts';
import { readStamp, writeFileDurably } from '../../files/durable-file.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { keepBeside } from '../files/keep-backup.ts';
import { listSessionIds } from '../files/session-list.ts';
import { assertInside, locateSessionFile, type SessionPaths, showPath } from '../files/session-paths.ts';
import { stringifySession } from '../files/session-text.ts';
import { readJournal } from '../journal/journal.ts';

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

/** The stored form of a session file. Touches nothing. Throws INVALID_ID. */
export function locateStored(paths: SessionPaths, id: string, maxBytes: number): StoredSession {
  const path = locateSessionFile(paths, id);
  const file = showPath(paths, path);
  return {
    id,
    file,
    read: async () => {
      await assertInside(paths, path);
      return readFileBounded(path, { shownAs: file, maxBytes });
    },
    readJournal: () => readJournal(paths, id),
    listIds: () => listSessionIds(paths),
    keep: () => keepBeside(paths, { id, label: 'damaged', once: false }),
    replace: async (session, stamp) => {
      const confirm = async (): Promise<void> => {
        if ((await readStamp(path)) !== stamp) throw describeChangedInRepair(file);
      };
      await writeFileDurably(path, stringifySession(session), { shownAs: file, confirm });
    },
  };
}

/** SESSION_CHANGED: another process wrote while the session was repaired. */
export function describeChangedInRepair(file: string): S2sError {
  const message = `${file} was changed during the repair; nothing was written over it.`;
  return new S2sError('SESSION_CHANGED', message, { hint: 'Run the same command again.' });
}
