/** The stored form of a session file. */
import { readStamp, writeFileDurably } from '../../files/durable-file.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { S2sError } from '../../session/errors.ts';
import { keepDamaged } from '../folder/keep-damaged.ts';
import { assertInside, locateSessionFile, type SessionPaths, showPath } from '../folder/session-paths.ts';
import { readJournal } from '../journal/journal.ts';
import type { StoredSession } from '../repair/stored-session.ts';
import { encodeSession } from '../session/session-text.ts';
import { listSessionIds } from './session-list.ts';

/** Locates it; touches nothing. Throws INVALID_ID. */
export function locateStoredFile(paths: SessionPaths, id: string, maxBytes: number): StoredSession {
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
    keep: (bytes) => keepDamaged(paths, path, bytes),
    replace: async (session, stamp) => {
      const confirm = async (): Promise<void> => {
        if ((await readStamp(path)) !== stamp)
          throw new S2sError(
            'SESSION_CHANGED',
            `${file} was changed during the repair; nothing was written over it.`,
            {
              hint: 'Run the same command again.',
            },
          );
      };
      await writeFileDurably(path, encodeSession(session, { file, maxBytes }), { shownAs: file, confirm });
    },
  };
}
