/**
 * One writer for a session: `sessions/<id>.lock`. Reading never needs it. A lock whose owner died is taken over.
 * A lock of another machine is not: whether its owner lives cannot be told from here, so the message says which
 * file to remove.
 */
import { join } from 'node:path';
import { S2sError } from '../../domain/errors.ts';
import { assertId } from '../../domain/session-id.ts';
import { idPattern } from '../../domain/vocabulary.ts';
import { removeOldTemporaries, removeStaleTemporaries } from '../../files/durable-file.ts';
import { explainWriteError } from '../../files/file-errors.ts';
import { listNames } from '../../files/list-folder.ts';
import { dropFile, readOwner, removeDeadMarkers, takeFile } from './lock-file.ts';
import { createOwner, isOwnerDead, type LockHost, type LockOwner } from './lock-owner.ts';
import {
  assertInside,
  locateSessionFile,
  makeSessionsFolder,
  type SessionPaths,
  showPath,
} from './session-paths.ts';

/** Gives a lock back; safe to call twice. */
export type ReleaseLock = () => Promise<void>;

/** Where the lock of a session is. Throws INVALID_ID. */
export function locateLock(paths: SessionPaths, id: string): string {
  assertId(id);
  return join(paths.sessions, `${id}.lock`);
}

/**
 * Takes the lock of a session and clears away what earlier owners that died have left.
 * Throws SESSION_LOCKED with who holds it and since when, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT, INVALID_ID.
 */
export async function acquireLock(paths: SessionPaths, id: string, host: LockHost): Promise<ReleaseLock> {
  const path = locateLock(paths, id);
  const shownAs = showPath(paths, path);
  await makeSessionsFolder(paths);
  await assertInside(paths, path);
  const owner = await createOwner(host);
  let holder: LockOwner | null;
  try {
    holder = await takeFile(path, { owner, host, shownAs });
  } catch (error) {
    throw explainWriteError(error, shownAs);
  }
  if (holder !== null) throw describeLocked(holder, { id, host, shownAs });
  await removeStaleTemporaries(locateSessionFile(paths, id));
  // Another process may be writing this one at the moment; it notices and writes again.
  await removeStaleTemporaries(paths.state);
  await removeDeadMarkers(paths.sessions, `${id}.lock`, host);
  await sweepOrphans(paths, { owner, host });
  await removeOldTemporaries(paths.s2sDir, path).catch(() => undefined);
  return () => dropFile(path, owner);
}

/** Who holds the lock of a session and is not known to be dead, or null. */
export async function readLockHolder(
  paths: SessionPaths,
  id: string,
  host: LockHost,
): Promise<LockOwner | null> {
  const holder = await readOwner(locateLock(paths, id));
  return typeof holder === 'object' && !(await isOwnerDead(holder, host)) ? holder : null;
}

function describeLocked(
  holder: LockOwner,
  { id, host, shownAs }: { id: string; host: LockHost; shownAs: string },
): S2sError {
  const here = holder.host === host.hostname;
  const who = here ? `process ${holder.pid}` : `process ${holder.pid} on the machine ${holder.host}`;
  const hint = here
    ? 'Wait until it has finished, or stop it (first Ctrl-C pauses the session). Reading (`show`, `list`, `export`) works meanwhile.'
    : `If nothing runs on that machine any more, remove ${shownAs}, then run the same command again.`;
  return new S2sError('SESSION_LOCKED', `The session ${id} is in use by ${who} since ${holder.since}.`, {
    hint,
    data: { pid: holder.pid, host: holder.host, since: holder.since, lock_file: shownAs },
  });
}

/**
 * Clears locks and temporary files of sessions whose process died before the first save: nobody will ever lock such an
 * id again. Each is cleared under its own lock, so that a start in progress is not disturbed.
 */
async function sweepOrphans(
  paths: SessionPaths,
  { owner, host }: { owner: LockOwner; host: LockHost },
): Promise<void> {
  const names = await listNames(paths.sessions).catch(() => []);
  const known = new Set(names);
  for (const id of new Set(names.map(readOrphanId))) {
    if (id === null || known.has(`${id}.yaml`)) continue;
    const pids = names
      .filter((name) => name.startsWith(`.${id}.lock.`))
      .map((name) => Number(/\.(\d+)-[^.]*\.tmp$/.exec(name)?.[1] ?? 0));
    // Another process is about to take it.
    if (pids.some((pid) => pid > 0 && host.isAlive(pid))) continue;
    const path = locateLock(paths, id);
    const own = { ...owner, token: host.createToken() };
    // Leftovers harm nobody, so a failure to clear them is ignored.
    const holder = await takeFile(path, { owner: own, host }).catch(() => owner);
    if (holder !== null) continue;
    await removeStaleTemporaries(locateSessionFile(paths, id));
    await removeDeadMarkers(paths.sessions, `${id}.lock`, host);
    await dropFile(path, own);
  }
}

/** The id in the name of a lock, of a lock being taken, or of a session file being written. */
function readOrphanId(name: string): string | null {
  const id = /^\.?([a-z0-9][a-z0-9-]*)(?:\.lock(?:\..*)?|\.yaml\.\d+\.tmp)$/.exec(name)?.[1];
  return id === undefined || !idPattern.test(id) ? null : id;
}
