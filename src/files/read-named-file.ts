/** Reads a text file that a person named on the command line; messages speak of the path as it was typed. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { findNearest, S2sError } from '../domain/errors.ts';
import { decodeText, readFileBounded } from './read-file.ts';

/** The largest document that is read, in bytes. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Reads a markdown file by a path that starts at `cwd`. For hints: `command` is what was typed before the path, and `emptyPattern` is
 * the hint for a pattern such as `docs/*.md` that the shell left unchanged because nothing matches it. Throws FILE_MISSING with the nearest name, FILE_UNREADABLE, FILE_TOO_LARGE.
 */
export async function readNamedFile(
  file: string,
  cwd: string,
  { command, emptyPattern }: { command: string; emptyPattern: string },
): Promise<string> {
  const target = path.resolve(cwd, file);
  const found = await stat(target).catch(() => null);
  if (found?.isDirectory() === true) {
    throw new S2sError('FILE_UNREADABLE', `${file} is a folder.`, {
      hint: `Name the files in it, for example: ${command} ${path.join(file, '*.md')}`,
    });
  }
  const reading = await readFileBounded(target, { shownAs: file, maxBytes });
  if (reading === null) throw await refuseMissing(file, cwd, { emptyPattern });
  try {
    return decodeText(reading.bytes, file);
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    // The decoder's own hint is about session files, which can be repaired; this one has to be saved again by hand.
    const hint = 'Save it as UTF-8, then run the same command again.';
    throw new S2sError('FILE_UNREADABLE', error.message, { hint, problems: [...error.problems] });
  }
}

async function refuseMissing(
  file: string,
  cwd: string,
  { emptyPattern }: { emptyPattern: string },
): Promise<S2sError> {
  const folder = path.dirname(file);
  const names = await readdir(path.resolve(cwd, folder)).catch(() => []);
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
