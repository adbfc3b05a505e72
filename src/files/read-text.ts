/** Reading of text files that people wrote: bounded, UTF-8, and never outside the folder they belong to. */
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { S2sError } from '../domain/errors.ts';

/** The largest file that is read, in bytes. */
export const maxFileBytes = 1024 * 1024;

/**
 * Reads a text file whose real path lies in `root`. A byte order mark is dropped, line ends become `\n`.
 * Throws S2sError: FILE_MISSING, FILE_OUTSIDE_PROJECT, FILE_TOO_LARGE, FILE_UNREADABLE.
 */
export async function readTextWithin(file: string, root: string): Promise<string> {
  const real = await resolveWithin(file, root);
  const bytes = await readBytes(file, real);
  return decodeText(bytes, file);
}

/** Normalises the line ends of Windows and of old Macs, and drops a byte order mark. */
export function normalizeText(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

async function resolveWithin(file: string, root: string): Promise<string> {
  let real: string;
  let realRoot: string;
  try {
    [real, realRoot] = await Promise.all([realpath(file), realpath(root)]);
  } catch (error) {
    throw describeSystemError(error, file);
  }
  const relative = path.relative(realRoot, real);
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
    throw new S2sError(
      'FILE_OUTSIDE_PROJECT',
      `${file} is a link that leads out of ${root}, so it was not read.`,
      {
        hint: 'Put a copy of the file into the project instead of the link.',
      },
    );
  }
  return real;
}

async function readBytes(file: string, real: string): Promise<Uint8Array> {
  try {
    // Asked before opening: opening a pipe would wait for ever.
    const facts = await stat(real);
    if (!facts.isFile()) {
      throw new S2sError('FILE_UNREADABLE', `${file} is not a regular file.`, {
        hint: 'Put a text file in its place.',
      });
    }
    if (facts.size > maxFileBytes) throw tooLarge(file, facts.size);
    const bytes = await readFile(real);
    if (bytes.byteLength > maxFileBytes) throw tooLarge(file, bytes.byteLength);
    return bytes;
  } catch (error) {
    throw error instanceof S2sError ? error : describeSystemError(error, file);
  }
}

function tooLarge(file: string, size: number): S2sError {
  return new S2sError('FILE_TOO_LARGE', `${file} has ${size} bytes; at most ${maxFileBytes} are read.`, {
    hint: 'Shorten the file.',
  });
}

function decodeText(bytes: Uint8Array, file: string): string {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (wide) throw notText(file, 'it is UTF-16', 1);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const lenient = normalizeText(new TextDecoder('utf-8').decode(bytes));
    throw notText(file, 'it holds bytes that are not UTF-8', countLines(lenient, '\uFFFD'));
  }
  if (text.includes('\0')) throw notText(file, 'it holds zero bytes', countLines(text, '\0'));
  return normalizeText(text);
}

function notText(file: string, why: string, line: number): S2sError {
  return new S2sError(
    'FILE_UNREADABLE',
    `${file} is not a text file that can be read: ${why} (line ${line}).`,
    {
      hint: 'Save the file again as UTF-8.',
      problems: [{ file, line, message: `not UTF-8 text: ${why}` }],
    },
  );
}

function countLines(text: string, mark: string): number {
  return text.slice(0, text.indexOf(mark)).split('\n').length;
}

/** Says what the system said, in words. */
export function describeSystemError(error: unknown, file: string): S2sError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') {
    return new S2sError('FILE_MISSING', `${file} does not exist.`, {
      hint: 'Check the path, or create the file.',
      cause: error,
    });
  }
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is a file, not a folder',
    ELOOP: 'its links lead in a circle',
    ENAMETOOLONG: 'its name is too long',
  };
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new S2sError('FILE_UNREADABLE', `${file} cannot be read: ${reason}.`, {
    hint: 'Check the file and its permissions.',
    cause: error,
  });
}
