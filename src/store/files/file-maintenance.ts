/** Checks, repairs, closes and cleans up session files. */
import { readStamp } from '../../files/durable-file.ts';
import type { SessionMaintenance } from '../../session/ports/session-maintenance.ts';
import { describeFolder } from '../folder/describe-folder.ts';
import { locateSessionFile } from '../folder/session-paths.ts';
import { closeSession } from '../repair/close-session.ts';
import { repairStored } from '../repair/repair-session.ts';
import { validateStored } from '../repair/validate-session.ts';
import { describeUnknownSession } from '../session/resolve-session.ts';
import { defaultMaxBytes } from '../session/session-parse.ts';
import { cleanupSessions } from './cleanup-sessions.ts';
import { createFileRepository, type FileStoreParts } from './file-repository.ts';
import { acquireLock } from './lock.ts';
import { listSessionIds } from './session-list.ts';
import { locateStoredFile } from './stored-file.ts';

/** Builds the port. Touches no file. */
export function createFileMaintenance(parts: FileStoreParts): SessionMaintenance {
  const { paths, host } = describeFolder(parts);
  const locate = (id: string) => locateStoredFile(paths, id, parts.maxBytes ?? defaultMaxBytes);
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
    close: (id) => closeSession(createFileRepository(parts), id, host.now),
    cleanup: (options) => cleanupSessions(paths, { ...options, host }),
  };
}
