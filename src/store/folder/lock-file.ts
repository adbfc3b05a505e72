/**
 * A file that only one process at a time can own. It appears with its whole content at once (as a link to a finished
 * file), so it is never read half-written. To replace a dead owner's file, a process first takes a second file of
 * this kind, the marker, named after the dead owner's token. Holding it, the process checks again and replaces the
 * first file only when it is still the dead owner's. Of many contenders exactly one succeeds.
 */
import { link, lstat, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unlinkQuietly } from '../../files/durable-file.ts';
import { isMissing, lacksLinks, readErrorCode } from '../../files/file-errors.ts';
import { listNames } from '../../files/list-folder.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { S2sError } from '../../session/errors.ts';
import { parseJson } from '../../text/parse-json.ts';
import { isOwnerDead, type LockHost, type LockOwner, lockOwnerSchema } from './lock-owner.ts';

/** A lock holds one line; a larger file is no lock. */
const mostBytes = 64 * 1024;
const mostTries = 60;
const milliseconds = 5;
/** Writing a line takes less time than this, even on a slow network drive. */
const abandonedMilliseconds = 30_000;

/** Releases a lock; safe to call twice. */
export type ReleaseLock = () => Promise<void>;

/** The result of an attempt: null when the file is ours, else its owner. */
export type Holder = LockOwner | null;

/**
 * Tries to own a file. Throws system errors, what `readOwner` throws, and FILE_UNREADABLE for a file that is no lock;
 * `shownAs` is the path in messages.
 */
export async function takeFile(
  path: string,
  { owner, host, shownAs = basename(path) }: { owner: LockOwner; host: LockHost; shownAs?: string },
): Promise<Holder> {
  const own = join(dirname(path), `.${basename(path)}.${owner.pid}-${owner.token}.tmp`);
  try {
    await writeFile(own, JSON.stringify(owner), { mode: 0o600, flush: true });
    for (let tries = 0; ; tries += 1) {
      if (await linkNew(own, path, owner)) return null;
      const holder = await readOwner(path, shownAs);
      const last = tries >= mostTries;
      if (typeof holder === 'object') {
        if (!(await isOwnerDead(holder, host))) return holder;
        if (await replaceDead(path, { own, dead: holder, owner, host })) return null;
        if (last) return holder;
      } else if (last) {
        // Only a person, or s2s on a file system without links, makes such a file, and its writer has had time to finish.
        throw new S2sError('FILE_UNREADABLE', `${shownAs} is not a lock that s2s has written.`, {
          hint: `Remove ${shownAs}, then run the same command again.`,
        });
      }
      await wait(milliseconds);
    }
  } finally {
    await unlinkQuietly(own);
  }
}

/**
 * Removes a file if it is still this owner's. Never throws: the work under the lock is done, and a lock that remains is taken
 * over once its owner has ended.
 */
export async function dropFile(path: string, owner: LockOwner): Promise<void> {
  const holder = await readOwner(path).catch(() => null);
  if (typeof holder === 'object' && holder?.token === owner.token) await unlinkQuietly(path);
}

/** Removes markers and unfinished files of processes that died while taking over a lock. The caller holds the lock, and has just taken it. */
export async function removeDeadMarkers(lock: string, host: LockHost): Promise<void> {
  const [folder, lockName] = [dirname(lock), basename(lock)];
  for (const name of await listNames(folder).catch(() => [])) {
    if (!name.startsWith(`${lockName}.`) && !name.startsWith(`.${lockName}.`)) continue;
    const path = join(folder, name);
    const owner = await readOwner(path).catch(() => 'unreadable' as const);
    if (owner === 'gone') continue;
    const isDead = owner === 'unreadable' ? await isAbandoned(path, host) : await isOwnerDead(owner, host);
    if (isDead) await unlinkQuietly(path);
  }
}

/**
 * Whether a half-written file, or what a start left, was abandoned. A half-written file names no owner. Its name says which process wrote
 * it, but not on which machine, so it must also be older than any write takes, by the clock of the file system: the time of the folder's last change.
 */
export async function isAbandoned(path: string, host: LockHost): Promise<boolean> {
  const pid = Number(/\.(\d+)-[^.]*\.tmp$/.exec(path)?.[1] ?? 0);
  if (pid > 0 && host.isAlive(pid)) return false;
  const [folder, file] = await Promise.all(
    [dirname(path), path].map((each) => lstat(each).catch(() => null)),
  );
  return folder && file ? folder.mtimeMs - file.mtimeMs > abandonedMilliseconds : false;
}

/** The owner of a file. Throws FILE_TOO_LARGE, and FILE_UNREADABLE, also for a link, a folder or a pipe. */
export async function readOwner(
  path: string,
  shownAs: string = basename(path),
): Promise<LockOwner | 'gone' | 'unreadable'> {
  const facts = await lstat(path).catch(() => null);
  if (facts?.isSymbolicLink() === true)
    throw new S2sError('FILE_UNREADABLE', `${shownAs} is a link, but a lock never is.`, {
      hint: `Remove ${shownAs}, then run the same command again.`,
    });
  const reading = await readFileBounded(path, { shownAs, maxBytes: mostBytes });
  if (reading === null) return 'gone';
  return lockOwnerSchema.safeParse(parseJson(reading.bytes.toString('utf8'))).data ?? 'unreadable';
}

interface Replacement {
  /** Our finished file. */
  own: string;
  dead: LockOwner;
  owner: LockOwner;
  host: LockHost;
}

/** True when the file now belongs to this process; false when another process was quicker. */
async function replaceDead(path: string, { own, dead, owner, host }: Replacement): Promise<boolean> {
  const marker = `${path}.${dead.token.replaceAll(/[^a-zA-Z0-9-]/g, '')}`;
  if ((await takeFile(marker, { owner, host })) !== null) return false;
  try {
    const holder = await readOwner(path);
    if (typeof holder !== 'object' || holder.token !== dead.token) return false;
    await rename(own, path);
    return true;
  } catch (error) {
    // Another process took our file for a leftover; it is written again before the next try.
    if (isMissing(error)) return false;
    throw error;
  } finally {
    await dropFile(marker, owner);
  }
}

async function linkNew(own: string, path: string, owner: LockOwner): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    const code = readErrorCode(error);
    if (code === 'EEXIST') return false;
    if (code === 'ENOENT') {
      // Another process took our file for a leftover.
      await writeFile(own, JSON.stringify(owner), { mode: 0o600, flush: true });
      return false;
    }
    if (lacksLinks(error)) return writeNew(path, owner);
    throw error;
  }
}

/** For file systems without links: creates and fills the file. A reader that finds it empty waits a moment. */
async function writeNew(path: string, owner: LockOwner): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
