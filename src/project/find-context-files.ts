import type { readdir } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { S2sError } from '../domain/errors.ts';
import { findBoundary } from '../files/is-outside.ts';
import { createEntryReader, walkFolder } from '../files/list-folder.ts';

/** The most files that are taken from one folder or pattern. */
export const filesPerPathLimit = 200;

/** What is looked through below one folder or for one pattern. */
const mostEntries = 20_000;
const deepest = 32;

/** Folders that are never looked into. */
const skippedFolders = ['.git', 'node_modules'];

/** A file that somebody named, directly or by a folder or pattern. */
export interface FoundFile {
  /** Absolute, as it was reached. */
  file: string;
  /** The folder that a link in the path must not lead out of; null for a file outside the project that was named itself. */
  within: string | null;
}

/** What was found under the paths. */
export interface FoundFiles {
  files: FoundFile[];
  /** Paths that were not read completely, and why. */
  remarks: { path: string; note: string }[];
}

/**
 * Finds the files that paths name: files, folders (with all that is in them but `.git` and `node_modules`) and patterns (`docs/*.md`).
 * Relative paths start at `cwd`. Throws FILE_MISSING for a path or pattern that gives nothing, FILE_UNREADABLE for one that cannot be looked at,
 * FILE_TOO_LARGE for a folder or pattern with too much to look through.
 */
export async function findContextFiles(
  paths: readonly string[],
  places: { root: string; cwd: string },
): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], remarks: [] };
  const seen = new Set<string>();
  for (const given of paths) {
    const files = await findOne(given, { ...places, found });
    const fresh = files.filter(({ file }) => !seen.has(file));
    const taken = fresh.slice(0, filesPerPathLimit);
    if (fresh.length > taken.length) {
      const note = `${fresh.length - taken.length} more files not read: at most ${filesPerPathLimit} from one path`;
      found.remarks.push({ path: given, note });
    }
    for (const file of taken) seen.add(file.file);
    found.files.push(...taken);
  }
  return found;
}

async function findOne(
  given: string,
  places: { root: string; cwd: string; found: FoundFiles },
): Promise<FoundFile[]> {
  const target = path.resolve(places.cwd, given);
  const status = await readStatus(target, given);
  if (status === 'folder') {
    const limits = { shownAs: given, mostEntries, deepest, skipped: skippedFolders };
    const { files, cut } = await walkFolder(target, limits);
    const note = `folders more than ${deepest} levels down were not looked into`;
    if (cut) places.found.remarks.push({ path: given, note });
    if (files.length === 0) places.found.remarks.push({ path: given, note: 'no file in this folder' });
    const within = await findBoundary(target, places.root);
    return files.map((file) => ({ file, within: within ?? target }));
  }
  if (status === 'file') return [{ file: target, within: await findBoundary(target, places.root) }];
  if (!isDynamicPattern(given)) {
    throw new S2sError('FILE_MISSING', `The context file ${given} does not exist.`, {
      hint: 'Check the path; it starts at the folder you are in.',
    });
  }
  const matches = await findMatches(given, places.cwd);
  if (matches.length === 0) {
    throw new S2sError('FILE_MISSING', `No file matches the context pattern ${given}.`, {
      hint: 'Check the pattern; it starts at the folder you are in. Quote it so that the shell leaves it alone.',
    });
  }
  // A pattern does not name single files, so no file that it finds may lead out of the folder it is in.
  const files = matches.map((match) => path.normalize(match)).sort();
  return Promise.all(
    files.map(async (file) => ({
      file,
      within: (await findBoundary(file, places.root)) ?? path.dirname(file),
    })),
  );
}

async function readStatus(target: string, given: string): Promise<'file' | 'folder' | null> {
  try {
    return (await stat(target)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EINVAL' || code === 'ERR_INVALID_ARG_VALUE')
      return null;
    throw new S2sError(
      'FILE_UNREADABLE',
      `The context file ${given} cannot be read: ${code ?? String(error)}.`,
      {
        hint: 'Check that you may read it, and that its links lead somewhere.',
        cause: error,
      },
    );
  }
}

/** The files that match a pattern. The folders in which it searches are read with the same bounds as one that is named. */
async function findMatches(pattern: string, cwd: string): Promise<string[]> {
  const stopping = new AbortController();
  const read = createEntryReader({ shownAs: pattern, mostEntries });
  const list = (folder: string, _: unknown, done: (error: Error | null, found: unknown[]) => void): void => {
    read(folder).then(
      (entries) => done(null, entries),
      (error: unknown) => {
        stopping.abort(error);
        done(null, []);
      },
    );
  };
  const matches = await glob(pattern, {
    cwd,
    absolute: true,
    dot: false,
    followSymbolicLinks: false,
    expandDirectories: false,
    ignore: skippedFolders.map((name) => `**/${name}/**`),
    deep: deepest,
    signal: stopping.signal,
    fs: { readdir: list as typeof readdir },
  }).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
    return [];
  });
  stopping.signal.throwIfAborted();
  return matches;
}
