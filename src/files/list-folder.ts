/** Lists folders, with limits: a folder may be huge, endless, or virtual. */
import { accessSync, constants, type Dirent, lstatSync, opendirSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { setImmediate as letOthersGoOn } from 'node:timers/promises';
import { S2sError } from '../session/errors.ts';
import { explainReadError, isMissing, readErrorCode } from './file-errors.ts';

/** The most entries that are read from one of s2s's own folders: session files, records, agents. */
const mostEntries = 100_000;

/** The names in a folder; none when the folder is missing. Throws FILE_UNREADABLE, FILE_TOO_LARGE. */
export async function listNames(folder: string, shownAs = folder): Promise<string[]> {
  return (await listEntries(folder, shownAs)).map(({ name }) => name);
}

/** The same with the kind of each entry; links are not followed. */
export async function listEntries(folder: string, shownAs = folder): Promise<Dirent[]> {
  try {
    const entries = readEntries(folder, mostEntries);
    if (entries.length > mostEntries) throw describeTooMany(shownAs, mostEntries);
    return entries;
  } catch (error) {
    if (isMissing(error)) return [];
    throw explainReadError(error, shownAs);
  }
}

/** Reads folders and counts all their entries; an unreadable one counts as empty. Rejects with FILE_TOO_LARGE above the limit. */
export function createEntryReader(limits: {
  shownAs: string;
  mostEntries: number;
}): (folder: string) => Promise<Dirent[]> {
  let left = limits.mostEntries;
  return async (folder) => {
    // A project may have thousands of folders, and reading them is synchronous.
    await letOthersGoOn();
    const entries = left < 0 ? [] : readEntriesQuietly(folder, left);
    left -= entries.length;
    if (left < 0) throw describeTooMany(limits.shownAs, limits.mostEntries);
    return entries;
  };
}

/** Whether there is a folder at a path, links followed. Never throws. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Whether a name is taken, even by a broken link. Throws system errors. */
export async function isTaken(path: string): Promise<boolean> {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Whether the system says that this user may not enter a folder. */
export function isClosed(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return false;
  } catch (error) {
    return readErrorCode(error) === 'EACCES';
  }
}

/** Whether this user can reach a path, links followed. Never throws. */
export async function isReachable(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Reads at most one entry more than `most`. */
function readEntries(folder: string, most: number): Dirent[] {
  const entries: Dirent[] = [];
  const opened = opendirSync(folder, { bufferSize: 256 });
  try {
    for (let entry = opened.readSync(); entry !== null && entries.length <= most; entry = opened.readSync())
      entries.push(entry);
    return entries;
  } finally {
    opened.closeSync();
  }
}

function readEntriesQuietly(folder: string, most: number): Dirent[] {
  try {
    return readEntries(folder, most);
  } catch {
    return [];
  }
}

function describeTooMany(shownAs: string, most: number): S2sError {
  const message = `${shownAs} holds more than ${most} files and folders, which is too many to search.`;
  return new S2sError('FILE_TOO_LARGE', message, {
    hint: 'Name the files that you mean, or a smaller folder.',
  });
}
