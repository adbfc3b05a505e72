/**
 * The door through which every file is read: it is a regular file, inside the folder that it belongs to, and of a bounded
 * size. Nothing here waits: a pipe, a device or a socket is refused before it is opened.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { S2sError } from '../domain/errors.ts';
import { formatStamp } from './durable-file.ts';
import { describeTooLarge, explainReadError, isMissing } from './file-errors.ts';
import { isInside } from './is-outside.ts';

/** What was read. */
export interface FileReading {
  bytes: Buffer;
  /** Names the state of the file that these bytes are. */
  stamp: string;
}

/** How a file is read. */
export interface ReadOptions {
  /** The path as messages show it. */
  shownAs: string;
  maxBytes: number;
  /** The folder that the file's real path must lie in, links followed. Absent: the path was checked, or a person typed it. */
  root?: string | undefined;
}

/**
 * Reads a file as it stood when it was opened, or gives null when there is none.
 * Throws FILE_UNREADABLE, FILE_TOO_LARGE or FILE_OUTSIDE_PROJECT.
 */
export function readFileBounded(path: string, options: ReadOptions): Promise<FileReading | null> {
  const { shownAs, maxBytes } = options;
  return withFile(path, options, async (handle) => {
    const facts = await handle.stat({ bigint: true });
    if (!facts.isFile()) throw describeNoFile(shownAs);
    if (facts.size > BigInt(maxBytes))
      throw describeTooLarge(shownAs, { bytes: Number(facts.size), maxBytes });
    const bytes = await readBytes(handle, { from: 0, size: Number(facts.size) });
    if (facts.size === 0n && (await isMadeUp(handle))) throw describeMadeUp(shownAs);
    return { bytes, stamp: formatStamp(facts) };
  });
}

/** What was added to a file that grows: at most `maxBytes` bytes from `offset` on; null when there is no file. Throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT. */
export function readFilePart(path: string, offset: number, options: ReadOptions): Promise<Buffer | null> {
  return withFile(path, options, async (handle) => {
    const { size } = await handle.stat();
    return readBytes(handle, { from: offset, size: Math.max(0, Math.min(size - offset, options.maxBytes)) });
  });
}

async function withFile<Value>(
  path: string,
  { shownAs, root }: Pick<ReadOptions, 'shownAs' | 'root'>,
  use: (handle: FileHandle) => Promise<Value>,
): Promise<Value | null> {
  let handle: FileHandle | undefined;
  try {
    const real = await realpath(path);
    if (root !== undefined && !isInside(real, await realpath(root))) throw describeOutside(shownAs, root);
    // To open a device may do something already.
    if (!(await stat(real)).isFile()) throw describeNoFile(shownAs);
    handle = await open(real, readFlags);
    return await use(handle);
  } catch (error) {
    if (isMissing(error)) return null;
    throw explainReadError(error, shownAs);
  } finally {
    await handle?.close();
  }
}

/** A path that is resolved leads through no link any more. Without O_NONBLOCK, opening a named pipe would wait for a writer. */
export const readFlags =
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0) | (constants.O_NOCTTY ?? 0);

/** FILE_OUTSIDE_PROJECT for a file that is reached through a link. */
export function describeOutside(shownAs: string, root: string): S2sError {
  const message = `${shownAs} is a link that leads out of ${root}, so it was not read.`;
  return new S2sError('FILE_OUTSIDE_PROJECT', message, {
    hint: 'Put a copy of the file into the project instead of the link.',
  });
}

/** FILE_UNREADABLE for a folder, a pipe, a device or a socket. */
export function describeNoFile(shownAs: string): S2sError {
  return new S2sError('FILE_UNREADABLE', `${shownAs} is not a file.`, { hint: 'Move it away.' });
}

/** Reads as many bytes as the file had when it was opened: one that grows as it is read has no end. */
async function readBytes(handle: FileHandle, part: { from: number; size: number }): Promise<Buffer> {
  const { from, size } = part;
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(bytes, at, size - at, from + at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

/** Files such as /proc/self/environ have no size, and bytes all the same: the system makes them up for whoever reads. */
async function isMadeUp(handle: FileHandle): Promise<boolean> {
  const { bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, 0);
  return bytesRead > 0 && (await handle.stat()).size === 0;
}

function describeMadeUp(shownAs: string): S2sError {
  const message = `${shownAs} is not a stored file: the system makes up what stands in it, so it was not read.`;
  return new S2sError('FILE_UNREADABLE', message, {
    hint: 'Save what you need from it in a file of your own.',
  });
}

/** Decodes UTF-8. Throws SESSION_INVALID with the first line that holds other bytes. */
export function decodeText(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    const line = findBrokenLine(bytes);
    const message = `${file} holds bytes that are not UTF-8 text, first in line ${line}. It is left as it is.`;
    throw new S2sError('SESSION_INVALID', message, {
      hint: 'Type `s2s session validate --repair` to rebuild what can be read; the damaged file is kept.',
      problems: [{ file, line, message: 'bytes that are not UTF-8' }],
    });
  }
}

function findBrokenLine(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
  return line;
}
