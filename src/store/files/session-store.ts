/** The old shape of the repository, for callers that have not moved to `SessionRepository` yet. */
import type { Clock, Store, Version } from '../../domain/ports.ts';
import type { ListOptions, LoadedSession, SessionEntry, SessionRepository } from '../../domain/repository.ts';
import type { Session } from '../../domain/session.ts';
import type { CloseReport } from '../../domain/session-maintenance.ts';
import { closeStoredSession } from './close-session.ts';
import { createFileRepository, type FileStoreParts } from './file-repository.ts';
import { defaultMaxBytes } from './session-parse.ts';
import { locateSessions, type SessionPaths } from './session-paths.ts';

export interface SessionStore
  extends Store,
    Pick<SessionRepository, 'create' | 'setCurrent' | 'readCurrent' | 'listIds'> {
  readonly paths: SessionPaths;
  save(session: Session, expected: Version): Promise<Version>;
  load(id: string): Promise<LoadedSession & { file: string }>;
  list(options?: ListOptions): Promise<{ entries: (SessionEntry & { file: string })[]; total: number }>;
  resolveId: SessionRepository['resolve'];
  close(id: string): Promise<CloseReport>;
}

/** Builds the store. Touches no file. */
export function createSessionStore({
  publish,
  ...parts
}: Omit<FileStoreParts, 'host'> & { publish: Store['publish']; clock: Pick<Clock, 'now'> }): SessionStore {
  const host = { pid: 0, hostname: '', isAlive: () => true, createToken: () => '' };
  const repository = createFileRepository({
    ...parts,
    host: { ...host, readProcess: async () => ({ start: null, ended: false }) },
  });
  const paths = locateSessions(parts);
  return {
    ...repository,
    paths,
    publish,
    load: async (id) => {
      const loaded = await repository.load(id);
      return { ...loaded, file: loaded.location };
    },
    list: async (options) => {
      const { entries, total } = await repository.list(options);
      return { entries: entries.map((entry) => ({ ...entry, file: entry.location })), total };
    },
    resolveId: (input) => repository.resolve(input),
    close: (id) =>
      closeStoredSession(paths, id, {
        now: parts.clock.now(),
        maxBytes: parts.maxBytes ?? defaultMaxBytes,
      }),
  };
}
