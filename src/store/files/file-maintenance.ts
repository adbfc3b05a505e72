/** Checks, repairs, closes and cleans up session files. */

import { readStamp, writeFileDurably } from '../../files/durable-file.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { S2sError } from '../../session/errors.ts';
import type { SessionMaintenance } from '../../session/ports/session-maintenance.ts';
import { keepDamaged, listSessionFiles, removePath } from '../folder/session-files.ts';
import {
  assertInside,
  describeFolder,
  type FolderParts,
  locateSessionFile,
  type SessionPaths,
  showPath,
} from '../folder/session-paths.ts';
import { readJournal } from '../journal/journal.ts';
import { cleanupSessions } from '../repair/cleanup-sessions.ts';
import { closeSession } from '../repair/close-session.ts';
import { repairStored } from '../repair/repair-session.ts';
import { type StoredSession, validateStored } from '../repair/validate-session.ts';
import { createSearchIndex } from '../search/open-index.ts';
import { removeSources } from '../search/search-index.ts';
import { describeUnknownSession } from '../session/resolve-session.ts';
import { encodeSession, mostSessionBytes } from '../session/session-text.ts';
import { createFileRepository } from './file-repository.ts';
import { acquireLock } from './lock.ts';
import { listSessionIds } from './session-list.ts';

/** Builds the port. Touches no file. */
export function createFileMaintenance(parts: FolderParts): SessionMaintenance {
  const { paths, host } = describeFolder(parts);
  const repository = createFileRepository(parts);
  const index = createSearchIndex(paths, 'sessions', host);
  const locate = (id: string) => locateStoredFile(paths, id);
  const listFiles = (id: string) => listSessionFiles(paths, id);
  const remove = async (id: string): Promise<void> => {
    // The session file goes last: while it exists, an interrupted cleanup can be repeated.
    for (const file of await listFiles(id)) await removePath(paths, file);
    // Nor does its text stay in the index; where that cannot be written, the next search does it.
    await index.use((engine) => removeSources(engine, [id])).catch(() => undefined);
  };
  return {
    validate: async (id) => validateStored(locate(id)),
    repair: async (id) => {
      if ((await readStamp(locateSessionFile(paths, id))) === null)
        throw describeUnknownSession(id, await listSessionIds(paths));
      const release = await acquireLock(paths, id, host);
      try {
        return await repairStored(locate(id), host.now());
      } finally {
        await release();
      }
    },
    close: (id) => closeSession(repository, id, host.now),
    cleanup: (options) => cleanupSessions({ repository, listFiles, remove }, options, host.now),
  };
}

/** Locates it; touches nothing. Throws INVALID_ID. */
export function locateStoredFile(paths: SessionPaths, id: string): StoredSession {
  const path = locateSessionFile(paths, id);
  const file = showPath(paths, path);
  return {
    id,
    file,
    read: async () => {
      await assertInside(paths, path);
      return readFileBounded(path, { shownAs: file, maxBytes: mostSessionBytes });
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
      await writeFileDurably(path, encodeSession(session, { file }), { shownAs: file, confirm });
    },
  };
}
