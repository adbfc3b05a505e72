/**
 * One writer per session: `sessions/<id>.lock`. Reading never needs it. A lock whose owner died is taken over.
 * A lock of another machine or container is not: this process cannot tell whether its owner is alive, so the message says
 * which file to remove.
 */
import { join } from 'node:path';
import { removeOldTemporaries, removeStaleTemporaries } from '../../files/durable-file.ts';
import { explainWriteError } from '../../files/file-errors.ts';
import { listNames } from '../../files/list-folder.ts';
import { S2sError } from '../../session/errors.ts';
import { assertId, isId } from '../../session/rules/session-id.ts';
import {
  dropFile,
  isAbandoned,
  type ReleaseLock,
  readOwner,
  removeDeadMarkers,
  takeFile,
} from '../folder/lock-file.ts';
import {
  createOwner,
  isElsewhere,
  isOwnerDead,
  type LockHost,
  type LockOwner,
} from '../folder/lock-owner.ts';
import {
  assertInside,
  locateSessionFile,
  makeSessionsFolder,
  type SessionPaths,
  showPath,
} from '../folder/session-paths.ts';

/** The path of a session's lock. Throws INVALID_ID. */
export function locateLock(paths: SessionPaths, id: string): string {
  assertId(id);
  return join(paths.sessions, `${id}.lock`);
}

/** Takes the lock of a session and clears what dead owners left. Throws SESSION_LOCKED with the holder and the time, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT, INVALID_ID. */
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
  if (holder !== null) throw await describeHolder(holder, { id, host, shownAs });
  await removeStaleTemporaries(locateSessionFile(paths, id));
  await removeDeadMarkers(path, host);
  await removeOldTemporaries(paths.s2sDir, path).catch(() => undefined);
  return () => dropFile(path, owner);
}

/** Clears what starts left long ago that were killed before their session existed: nobody will ever take those locks. Never throws. */
export async function clearUnstarted(paths: SessionPaths, host: LockHost): Promise<void> {
  const names = new Set(await listNames(paths.sessions).catch(() => []));
  for (const name of names) {
    const [, id = ''] = /^\.?([a-z0-9-]+)\.lock(?:\..+\.tmp)?$/.exec(name) ?? [];
    if (!isId(id) || names.has(`${id}.yaml`)) continue;
    if (!(await isAbandoned(join(paths.sessions, name), host))) continue;
    // One that is in use all the same is refused.
    const release = await acquireLock(paths, id, host).catch(() => null);
    await release?.();
  }
}

/** The holder of a session's lock, unless it is known to be dead; else null. A file that is no lock has no holder. */
export async function readLockHolder(
  paths: SessionPaths,
  id: string,
  host: LockHost,
): Promise<LockOwner | null> {
  const holder = await readOwner(locateLock(paths, id)).catch(() => null);
  return typeof holder === 'object' && holder !== null && !(await isOwnerDead(holder, host)) ? holder : null;
}

async function describeHolder(
  holder: LockOwner,
  { id, host, shownAs }: { id: string; host: LockHost; shownAs: string },
): Promise<S2sError> {
  const here = !(await isElsewhere(holder, host));
  const place =
    holder.host === host.hostname ? 'in another container of this machine' : `on the machine ${holder.host}`;
  const who = here ? `process ${holder.pid}` : `process ${holder.pid} ${place}`;
  const hint = here
    ? 'Wait until it has finished, or stop it (first Ctrl-C pauses the session). Reading (`show`, `list`, `export`) works meanwhile.'
    : `If that process no longer runs, remove ${shownAs}, then run the same command again.`;
  return new S2sError(
    'SESSION_LOCKED',
    `The session ${id} has been in use by ${who} since ${holder.since}.`,
    {
      hint,
      data: { pid: holder.pid, host: holder.host, since: holder.since, lock_file: shownAs },
    },
  );
}
