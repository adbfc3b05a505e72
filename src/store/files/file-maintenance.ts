/** Checks, repairs, closes and cleans up session files. */
import { readStamp } from '../../files/durable-file.ts';
import type { SessionMaintenance } from '../../session/ports/session-maintenance.ts';
import { describeFolder } from '../folder/describe-folder.ts';
import { listSessionFiles, removePath } from '../folder/session-files.ts';
import { locateSessionFile } from '../folder/session-paths.ts';
import { cleanupSessions } from '../repair/cleanup-sessions.ts';
import { closeSession } from '../repair/close-session.ts';
import { repairStored } from '../repair/repair-session.ts';
import { validateStored } from '../repair/validate-session.ts';
import { createSearchIndex } from '../search/open-index.ts';
import { removeSources } from '../search/search-index.ts';
import { describeUnknownSession } from '../session/resolve-session.ts';
import { defaultMaxBytes } from '../session/session-parse.ts';
import { createFileRepository, type FileStoreParts } from './file-repository.ts';
import { acquireLock } from './lock.ts';
import { listSessionIds } from './session-list.ts';
import { locateStoredFile } from './stored-file.ts';

/** Builds the port. Touches no file. */
export function createFileMaintenance(parts: FileStoreParts): SessionMaintenance {
  const { paths, host } = describeFolder(parts);
  const repository = createFileRepository(parts);
  const index = createSearchIndex(paths, 'sessions', host);
  const locate = (id: string) => locateStoredFile(paths, id, parts.maxBytes ?? defaultMaxBytes);
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
