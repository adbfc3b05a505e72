/** Ending a session for good without completing it. */
import { S2sError } from '../../domain/errors.ts';
import type { CloseReport } from '../../domain/session-maintenance.ts';
import { releaseCurrentSession } from './current-session.ts';
import { acquireLock } from './lock.ts';
import type { LockHost } from './lock-owner.ts';
import { loadSessionFile, saveSessionFile } from './session-file.ts';
import type { SessionPaths } from './session-paths.ts';

/**
 * Sets the status to `closed`, under the session's lock, and clears the pointer to it. Closing twice is no error.
 * Throws SESSION_COMPLETED for a completed session, SESSION_LOCKED, and what loading and saving throw.
 */
export async function closeSession(
  paths: SessionPaths,
  id: string,
  { host, maxBytes }: { host: LockHost; maxBytes: number },
): Promise<CloseReport> {
  const release = await acquireLock(paths, id, host);
  try {
    return await closeStoredSession(paths, id, { now: host.now(), maxBytes });
  } finally {
    await release();
  }
}

/** The same for a caller that holds the lock. */
export async function closeStoredSession(
  paths: SessionPaths,
  id: string,
  { now, maxBytes }: { now: Date; maxBytes: number },
): Promise<CloseReport> {
  const { session, version, location } = await loadSessionFile(paths, id, { maxBytes });
  if (session.status === 'completed') {
    throw new S2sError('SESSION_COMPLETED', `The session ${id} is completed; there is nothing to close.`, {
      hint: 'Type `s2s session cleanup --older-than 30d` to remove old completed sessions.',
    });
  }
  const changed = session.status !== 'closed';
  if (changed) {
    const closed = {
      ...session,
      status: 'closed' as const,
      pause_reason: null,
      updated_at: now.toISOString(),
    };
    await saveSessionFile(paths, closed, { expected: version, maxBytes });
  }
  await releaseCurrentSession(paths, id);
  return { id, file: location, was: session.status, changed };
}
