/**
 * Writes a file so that it is never absent or half-written: a temporary file in the same folder is flushed and renamed
 * over the target, then the folder is flushed, because a power failure would undo a rename that is only in memory.
 */
import { closeSync, constants, fstatSync, fsync, openSync, renameSync, statSync } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, stat, statfs, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { explainReadError, explainWriteError, isMissing, lacksLinks, readErrorCode } from './file-errors.ts';
import { isFolder } from './list-folder.ts';

const mostTries = 5;

/** What a network drive says once, and Windows while a virus scanner or an editor has the file open. */
const passingCodes: readonly string[] = ['ESTALE', 'EBUSY', 'EPERM', 'EACCES'];

const flushFile = promisify(fsync);

/** A temporary file that is this much older than a new file counts as abandoned. */
const oldMilliseconds = 30_000;

/** Bytes that a file system needs besides to make a file longer; other files grow at the same time. */
const slack = 256 * 1024;

/** Throws FILE_UNWRITABLE when the disk of a folder has no room for so many bytes. */
export async function requireRoom(folder: string, bytes: number, shownAs: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + slack) throw explainWriteError({ code: 'ENOSPC' }, shownAs);
}

export interface DurableWriteOptions {
  /** Permission bits; 0600 when absent. */
  mode?: number;
  /** The path as messages show it. */
  shownAs?: string;
  /** True: the file must not exist yet; if it does, the result is null. */
  exclusive?: boolean;
  /** False: many times faster, but a power failure may lose or damage the file. For files that can be made again. */
  flush?: boolean;
  /** Called after the text is written and before the target is replaced; an error that it throws stops the write. */
  confirm?: () => Promise<void>;
}

/** The file facts that a stamp is made of. */
export interface StampedFacts {
  ino: bigint;
  size: bigint;
  mtimeNs: bigint;
}

/**
 * A text that changes whenever the file is replaced or written to. It leaves out the change time, because a rename alters it, and
 * the device number, which may change each time a disk is mounted.
 */
export function formatStamp(facts: StampedFacts): string {
  return `${facts.ino}-${facts.size}-${facts.mtimeNs}`;
}

/** The current stamp of a file, or null when there is no file. Throws FILE_UNREADABLE. */
export async function readStamp(path: string): Promise<string | null> {
  try {
    return formatStamp(statSync(path, { bigint: true }));
  } catch (error) {
    if (isMissing(error)) return null;
    throw explainReadError(error, path);
  }
}

/**
 * Writes a text and returns the stamp of the new file. When it fails, the old file stays and no temporary one is left.
 * With `exclusive`, null means that the file existed. Throws FILE_UNWRITABLE with the path and the reason, and what `confirm` throws.
 */
export async function writeFileDurably(
  path: string,
  text: string | Buffer,
  options: DurableWriteOptions = {},
): Promise<string | null> {
  const shownAs = options.shownAs ?? path;
  for (let tries = 1; ; tries += 1) {
    const temporary: { path?: string } = {};
    try {
      return await writeOnce(path, text, { options, temporary });
    } catch (error) {
      // Another process took our temporary file for a leftover and removed it. If the folder is still there, write again.
      const tidied =
        readErrorCode(error) === 'ENOENT' &&
        temporary.path !== undefined &&
        (await readStamp(dirname(path))) !== null;
      const passes = temporary.path !== undefined && passingCodes.includes(readErrorCode(error) ?? '');
      if ((!tidied && !passes) || tries >= mostTries) throw explainWriteError(error, shownAs);
      if (passes) await setTimeout(20 * 3 ** tries);
    } finally {
      if (temporary.path !== undefined) await unlinkQuietly(temporary.path);
    }
  }
}

async function writeOnce(
  path: string,
  text: string | Buffer,
  { options, temporary }: { options: DurableWriteOptions; temporary: { path?: string } },
): Promise<string | null> {
  const opened = await openTemporary(path, options.mode ?? 0o600);
  temporary.path = opened.path;
  const { flush = true } = options;
  const stamp = await fill(opened.handle, text, flush);
  await options.confirm?.();
  if (options.exclusive !== true) {
    // Synchronous, so that hardly any time passes between the last check and the rename.
    renameSync(opened.path, path);
    delete temporary.path;
  } else if (!(await placeNew(opened.path, path))) return null;
  if (flush) await syncFolder(dirname(path));
  return stamp;
}

/** Makes a folder and its missing parents, readable by the owner only, and flushes the folder above each new one. */
export async function makeFolderDurably(path: string, shownAs: string): Promise<void> {
  try {
    const missing: string[] = [];
    for (let folder = resolve(path); folder !== dirname(folder) && !(await isFolder(folder)); ) {
      missing.unshift(folder);
      folder = dirname(folder);
    }
    // Not `recursive`, with which Node tries forever where the system makes the folders, as in /proc.
    for (const folder of missing) {
      await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
        if (!(await isFolder(folder))) throw error;
      });
      await syncFolder(dirname(folder));
    }
  } catch (error) {
    throw explainWriteError(error, shownAs);
  }
}

/** Removes temporary files that dead processes left beside `path`. A write in progress notices this and starts again. */
export async function removeStaleTemporaries(path: string): Promise<void> {
  const name = basename(path).replaceAll(/[^a-zA-Z0-9]/g, '\\$&');
  const pattern = new RegExp(`^\\.${name}\\.[0-9]+\\.tmp$`);
  const names = await readdir(dirname(path)).catch(() => []);
  for (const each of names) if (pattern.test(each)) await unlinkQuietly(join(dirname(path), each));
}

/**
 * Removes temporary files from a folder that several processes write to, if they are much older than the file
 * `justWritten`: no write takes that long.
 */
export async function removeOldTemporaries(folder: string, justWritten: string): Promise<void> {
  const { mtimeMs: now } = await stat(justWritten);
  for (const name of await readdir(folder)) {
    if (!/^\..+\.[0-9]+\.tmp$/.test(name)) continue;
    const temporary = join(folder, name);
    const found = await stat(temporary).catch(() => null);
    if (found !== null && now - found.mtimeMs > oldMilliseconds) await unlinkQuietly(temporary);
  }
}

/** Flushes a folder's entries. Does nothing on systems that cannot do it (Windows, some network drives). */
export async function syncFolder(path: string): Promise<void> {
  let file: number | undefined;
  try {
    // Opening is quick enough to be synchronous; only the flush is not.
    file = openSync(path, constants.O_RDONLY);
    await flushFile(file);
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF', 'EACCES'].includes(readErrorCode(error) ?? ''))
      throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Removes a file; ignores all errors. */
export async function unlinkQuietly(path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
}

/** Temporary names count up from 0, so a leftover file never blocks the next write. */
async function openTemporary(path: string, mode: number): Promise<{ path: string; handle: FileHandle }> {
  for (let attempt = 0; ; attempt += 1) {
    const temporary = join(dirname(path), `.${basename(path)}.${attempt}.tmp`);
    try {
      return { path: temporary, handle: await open(temporary, 'wx', mode) };
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST' || attempt >= 9999) throw error;
    }
  }
}

async function fill(handle: FileHandle, text: string | Buffer, flush: boolean): Promise<string> {
  try {
    await handle.writeFile(text, 'utf8');
    if (flush) await handle.sync();
    return formatStamp(fstatSync(handle.fd, { bigint: true }));
  } finally {
    await handle.close();
  }
}

/** Gives a finished file its name unless the name is taken; a link checks and names in one operation. */
async function placeNew(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false;
    if (!lacksLinks(error)) throw error;
  }
  // A file system without links: check, then rename. Ids contain the second, so a clash is very unlikely.
  if ((await readStamp(path)) !== null) return false;
  renameSync(temporary, path);
  return true;
}

/** Throws ENOENT when the file was removed or replaced: a write to its open handle would succeed, but nobody could read it. */
export function assertStillThere(path: string, { fd }: FileHandle): void {
  // Synchronous, so that hardly any time passes between this and the write.
  const own = fstatSync(fd, { bigint: true });
  const found = statSync(path, { bigint: true });
  if (found.ino === own.ino && found.dev === own.dev) return;
  throw Object.assign(new Error('the file was replaced while it was in use'), { code: 'ENOENT' });
}
