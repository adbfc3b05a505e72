/** What everything that is kept in a project's folder needs: where its files are, and this process. */
import type { Clock } from '../../session/ports/ports.ts';
import type { LockHost, ProcessHost } from './lock-owner.ts';
import { locateSessions, type SessionPaths } from './session-paths.ts';

export interface FolderParts {
  /** The project's folder; messages name files relative to it, and nothing outside it is touched. */
  root: string;
  /** `.s2s`, absolute or relative to `root`. */
  s2sDir: string;
  clock: Pick<Clock, 'now'>;
  host: ProcessHost;
}

/** Locates the files; touches none. */
export function describeFolder({ root, s2sDir, clock, host }: FolderParts): {
  paths: SessionPaths;
  host: LockHost;
} {
  return { paths: locateSessions({ root, s2sDir }), host: { ...host, now: () => clock.now() } };
}
