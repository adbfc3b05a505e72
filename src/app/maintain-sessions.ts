/** Checking, repairing, closing and clearing away sessions. */
import { type CleanupOptions, type CleanupReport, cleanupSessions } from '../store/files/cleanup-sessions.ts';
import type { CloseReport } from '../store/files/close-session.ts';
import { acquireLock } from '../store/files/lock.ts';
import type { LockHost } from '../store/files/lock-owner.ts';
import type { SessionStore } from '../store/files/session-store.ts';
import { type RepairReport, repairSession } from '../store/repair/repair-session.ts';
import { type SessionReport, validateSession } from '../store/repair/validate-session.ts';

/** Says what is wrong with a session and what can be done; with all sessions when none is named. Writes nothing. */
export async function validateSessions(
  store: SessionStore,
  named: string | undefined,
): Promise<SessionReport[]> {
  const reports: SessionReport[] = [];
  for (const id of await chooseIds(store, named)) reports.push(await validateSession(store.paths, id));
  return reports;
}

/** Rebuilds the last valid state of a session, or of all; damaged files are kept. Throws SESSION_LOCKED, FILE_UNWRITABLE. */
export async function repairSessions(
  store: SessionStore,
  named: string | undefined,
  { host }: { host: LockHost },
): Promise<RepairReport[]> {
  const reports: RepairReport[] = [];
  for (const id of await chooseIds(store, named))
    reports.push(await repairSession(store.paths, id, { host }));
  return reports;
}

/** Ends a session for good without completing it; the current one when none is named. Throws SESSION_LOCKED. */
export async function closeSession(
  store: SessionStore,
  named: string | undefined,
  { host }: { host: LockHost },
): Promise<CloseReport> {
  const { id } = await store.resolveId(named);
  const release = await acquireLock(store.paths, id, host);
  try {
    return await store.close(id);
  } finally {
    await release();
  }
}

/** Removes completed and closed sessions older than an age; never active or paused ones. Throws INVALID_VALUE for another status. */
export async function removeOldSessions(
  store: SessionStore,
  options: CleanupOptions,
): Promise<CleanupReport> {
  return cleanupSessions(store.paths, options);
}

async function chooseIds(store: SessionStore, named: string | undefined): Promise<string[]> {
  return named === undefined ? store.listIds() : [(await store.resolveId(named)).id];
}
