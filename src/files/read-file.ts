/**
 * Every file is read through this module, which checks that it is a regular file, inside the folder that it belongs to, and of
 * limited size. Nothing here blocks: a pipe, a device or a socket is refused before it is opened.
 */
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { S2sError } from '../session/errors.ts';
import { formatStamp } from './durable-file.ts';
import { describeTooLarge, explainReadError, isMissing, readErrorCode } from './file-errors.ts';
import { isInside } from './is-outside.ts';
import { letOthersGoOn } from './let-others-go-on.ts';

export interface FileReading {
  bytes: Buffer;
  /** The stamp of the file when these bytes were read. */
  stamp: string;
}

export interface ReadOptions {
  /** The path as messages show it. */
  shownAs: string;
  maxBytes: number;
  /** The folder that must contain the file's real path, links followed. Absent: the path was checked, or a person typed it. */
  root?: string | undefined;
}

/**
 * Reads a file up to the size that it had when it was opened; null when there is none. Others have their turn first: a plan reads a
 * hundred files in a row. Throws FILE_UNREADABLE, FILE_TOO_LARGE or FILE_OUTSIDE_PROJECT.
 */
export async function readFileBounded(path: string, options: ReadOptions): Promise<FileReading | null> {
  await letOthersGoOn();
  return readFileNow(path, options);
}

/** The same at once, for many small files in a row. */
export function readFileNow(path: string, options: ReadOptions): FileReading | null {
  const { shownAs, maxBytes } = options;
  return openFile(path, options, (descriptor, facts) => {
    const size = Number(facts.size);
    if (size > maxBytes) throw describeTooLarge(shownAs, { bytes: size, maxBytes });
    const bytes = readBytes(descriptor, size);
    if (size === 0 && isMadeUp(descriptor)) throw describeMadeUp(shownAs);
    return { bytes, stamp: formatStamp(facts) };
  });
}

/** Reads at most `maxBytes` of a growing file from `offset` on; null when there is none. Throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT. */
export function readFilePart(path: string, offset: number, options: ReadOptions): Buffer | null {
  return openFile(path, options, (descriptor, { size }) =>
    readBytes(descriptor, Math.max(0, Math.min(Number(size) - offset, options.maxBytes)), offset),
  );
}

/**
 * Opens a regular file while `use` runs; null when there is none. Synchronous, because each step takes microseconds, and handing it to
 * another thread would take many times that. Throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT, and what `use` throws.
 */
function openFile<Result>(
  path: string,
  { shownAs, root, isAgain = false }: Pick<ReadOptions, 'shownAs' | 'root'> & { isAgain?: boolean },
  use: (descriptor: number, facts: BigIntStats) => Result,
): Result | null {
  let descriptor: number | undefined;
  try {
    const real = realpathSync.native(path);
    // What a resolved path begins with is resolved too.
    if (root !== undefined && !isInside(real, root) && !isInside(real, realpathSync.native(root)))
      throw describeOutside(shownAs, root);
    // Merely opening a device may have an effect.
    if (!statSync(real).isFile()) throw describeNoFile(shownAs);
    descriptor = openSync(real, readFlags);
    const facts = fstatSync(descriptor, { bigint: true });
    if (!facts.isFile()) throw describeNoFile(shownAs);
    return use(descriptor, facts);
  } catch (error) {
    if (isMissing(error)) return null;
    // On a network drive, another machine has just replaced the file.
    if (!isAgain && readErrorCode(error) === 'ESTALE')
      return openFile(path, { shownAs, ...(root !== undefined && { root }), isAgain: true }, use);
    throw explainReadError(error, shownAs);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** O_NOFOLLOW, because a resolved path contains no links. Without O_NONBLOCK, opening a named pipe would wait for a writer. */
const readFlags =
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0) | (constants.O_NOCTTY ?? 0);

/** FILE_OUTSIDE_PROJECT for a file that is reached through a link. */
export function describeOutside(shownAs: string, root: string): S2sError {
  const message = `${shownAs} is a link that leads out of ${root}, so it was not read.`;
  return new S2sError('FILE_OUTSIDE_PROJECT', message, {
    hint: 'Put a copy of the file into the project instead of the link.',
  });
}

/** FILE_UNREADABLE for a folder, a pipe, a device or a socket. */
function describeNoFile(shownAs: string): S2sError {
  return new S2sError('FILE_UNREADABLE', `${shownAs} is not a file.`, { hint: 'Move it away.' });
}

/** Reads up to `size` bytes from `from` on. The size is fixed, because a file that grows while it is read might never end. */
function readBytes(descriptor: number, size: number, from = 0): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (let count = -1; at < size && count !== 0; at += count)
    count = readSync(descriptor, bytes, at, size - at, from + at);
  return bytes.subarray(0, at);
}

/** Files such as /proc/self/environ have size 0 but still hold bytes: the system generates them when they are read. */
function isMadeUp(descriptor: number): boolean {
  return readBytes(descriptor, 1).length > 0 && fstatSync(descriptor).size === 0;
}

function describeMadeUp(shownAs: string): S2sError {
  const message = `${shownAs} is not a stored file: the system generates its contents, so it was not read.`;
  return new S2sError('FILE_UNREADABLE', message, {
    hint: 'Save the part you need in a file of your own.',
  });
}
