/** Checks, repairs, closes and cleans up session files. */
import type { SessionMaintenance } from '../../domain/session-maintenance.ts';
import { cleanupSessions } from '../files/cleanup-sessions.ts';
import { createFileRepository, describeFileStore, type FileStoreParts } from '../files/file-repository.ts';
import { closeSession } from './close-session.ts';
import { repairSession } from './repair-session.ts';
import { validateSession } from './validate-session.ts';

/** Builds the port. Touches no file. */
export function createFileMaintenance(parts: FileStoreParts): SessionMaintenance {
  const { paths, host, maxBytes } = describeFileStore(parts);
  return {
    validate: (id) => validateSession(paths, id, { maxBytes }),
    repair: (id) => repairSession(paths, id, { host, maxBytes }),
    close: (id) => closeSession(createFileRepository(parts), id, host.now),
    cleanup: (options) => cleanupSessions(paths, { ...options, host }),
  };
}
