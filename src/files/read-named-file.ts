/** Reads a text file that a person named on the command line; messages show the path as it was typed. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { findNearest, S2sError } from '../session/errors.ts';
import { isInGitFolder } from './git-folder.ts';
import { findBoundary } from './is-outside.ts';
import { isFolder, isReachable, listNames } from './list-folder.ts';
import { type FileReading, readFileBounded } from './read-file.ts';
import { decodeWrittenText } from './read-text.ts';

/** The largest document that is read, in bytes. */
const maxBytes = 8 * 1024 * 1024;

/** Says why a file is never sent, by its typed or its real path; null if it may be. */
export type RefuseFile = (file: string) => Promise<string | null>;

/**
 * Reads a file by a path that a person typed, relative to `cwd`; null when there is none. A path in the project must not lead out of it
 * through a link, which may have come with the project; any other path was typed on purpose.
 * Throws FILE_REFUSED for a file of git and for one that `refuse` refuses by the typed or the real path, FILE_UNREADABLE, FILE_TOO_LARGE,
 * FILE_OUTSIDE_PROJECT with advice on what to type instead.
 */
export async function readTypedFile(
  file: string,
  { cwd, root, maxBytes, refuse }: { cwd: string; root: string; maxBytes: number; refuse?: RefuseFile },
): Promise<FileReading | null> {
  const target = path.resolve(cwd, file);
  const real = await realpath(target).catch(() => target);
  const closed = isInGitFolder(real)
    ? 'a file of git'
    : ((await refuse?.(target)) ?? (await refuse?.(real)) ?? null);
  if (closed !== null && (await isReachable(target)))
    throw new S2sError('FILE_REFUSED', `${file} is ${closed}; such files are never sent.`, {
      hint: 'Name another file.',
    });
  const boundary = await findBoundary(target, root);
  try {
    return await readFileBounded(target, { shownAs: file, maxBytes, root: boundary ?? undefined });
  } catch (error) {
    if (error instanceof S2sError && (await isFolder(target)))
      throw new S2sError('FILE_UNREADABLE', `${file} is a folder.`, { hint: 'Name a file in it.' });
    if (!(error instanceof S2sError) || error.code !== 'FILE_OUTSIDE_PROJECT') throw error;
    throw new S2sError(error.code, error.message, {
      hint: 'If you trust the file that it leads to, type the path of that file.',
    });
  }
}

/**
 * Reads a markdown file by a path relative to `cwd`, with the project in `root`. For hints: `command` is the text typed before the path,
 * and `emptyPattern` is the hint for a pattern such as `docs/*.md` that the shell left as it was because nothing matches it.
 * Throws FILE_MISSING with the nearest name, FILE_UNREADABLE, FILE_TOO_LARGE, FILE_OUTSIDE_PROJECT.
 */
export async function readNamedFile(
  file: string,
  cwd: string,
  {
    root,
    command,
    emptyPattern,
    ...rest
  }: { root: string; command: string; emptyPattern: string; refuse?: RefuseFile },
): Promise<string> {
  if (await isFolder(path.resolve(cwd, file))) {
    throw new S2sError('FILE_UNREADABLE', `${file} is a folder.`, {
      hint: `Name the files in it, for example: ${command} ${path.join(file, '*.md')}`,
    });
  }
  const reading = await readTypedFile(file, { cwd, root, maxBytes, ...rest });
  if (reading === null) throw await refuseMissing(file, cwd, { emptyPattern });
  return decodeWrittenText(reading.bytes, file);
}

async function refuseMissing(
  file: string,
  cwd: string,
  { emptyPattern }: { emptyPattern: string },
): Promise<S2sError> {
  const folder = path.dirname(file);
  const names = await listNames(path.resolve(cwd, folder)).catch(() => []);
  const nearest = findNearest(
    path.basename(file),
    names.filter((name) => name.endsWith('.md')),
  );
  const hint = /[*?[]/.test(file)
    ? emptyPattern
    : nearest === null
      ? 'Check the path; it starts at the folder you are in.'
      : `Did you mean ${path.join(folder, nearest)}?`;
  return new S2sError('FILE_MISSING', `There is no file ${file}.`, { hint });
}
