import type { readdir } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { S2sError } from '../domain/errors.ts';
import { listProjectPaths } from '../evidence/project-files.ts';
import { findBoundary, isInside } from '../files/is-outside.ts';
import { createEntryReader, isReachable, listNames, walkFolder } from '../files/list-folder.ts';

/** The most files taken from one folder or pattern. */
export const filesPerPathLimit = 200;

/** The most entries and levels searched below one folder or for one pattern. */
const mostEntries = 20_000;
const deepest = 32;

/** Folders that are never searched. */
const skippedFolders = ['.git', 'node_modules'];

/** A file that was named directly, or by a folder or pattern. */
export interface FoundFile {
  /** The absolute path, with links unresolved. */
  file: string;
  /** The folder that links in the path must not leave; null for a file outside the project that was named directly. */
  within: string | null;
  /** Whether a person typed exactly this path. */
  isNamed: boolean;
}

/** The files that were found, and remarks. */
export interface FoundFiles {
  files: FoundFile[];
  /** Paths that were not read completely, and why. */
  remarks: { path: string; note: string }[];
}

/** The context of a search; `listings` keeps the files of each project, so that each is listed only once. */
interface Search {
  root: string;
  cwd: string;
  found: FoundFiles;
  listings: Map<string, Promise<ReadonlySet<string>>>;
}

/**
 * Finds the files that paths name. Folders and patterns (`docs/*.md`) give only files that seats may look up in a project: those
 * that git tracks or, if it tracks none, those that no rule ignores; never sessions. Files nearest to the top of a folder come
 * first. Relative paths start at `cwd`. Throws FILE_MISSING for a path that does not exist or a pattern without a match,
 * FILE_UNREADABLE for a path that cannot be read, FILE_TOO_LARGE for a folder or pattern with too much to search.
 */
export async function findContextFiles(
  paths: readonly string[],
  places: { root: string; cwd: string },
): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], remarks: [] };
  const listings: Search['listings'] = new Map();
  const seen = new Set<string>();
  for (const given of paths) {
    const search = { ...places, found, listings };
    const files = await dropHidden(await findOne(given, search), search);
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

async function findOne(given: string, search: Search): Promise<FoundFile[]> {
  const target = path.resolve(search.cwd, given);
  const status = await readStatus(target, given);
  if (status === 'folder') return findInFolder(given, target, search);
  if (status === 'file')
    return [{ file: target, within: await findBoundary(target, search.root), isNamed: true }];
  if (!isDynamicPattern(given)) {
    throw new S2sError('FILE_MISSING', `The context file ${given} does not exist.`, {
      hint: 'Check the path; it starts at the folder you are in.',
    });
  }
  const matches = await findMatches(given, search.cwd);
  if (matches.length === 0) {
    throw new S2sError('FILE_MISSING', `No file matches the context pattern ${given}.`, {
      hint: 'Check the pattern; it starts at the folder you are in. Quote it so that the shell leaves it alone.',
    });
  }
  // A pattern names no single files, so no file that it finds may lead out of its folder.
  const files: FoundFile[] = [];
  for (const file of matches.map((match) => path.normalize(match)).sort()) {
    const within = (await findBoundary(file, search.root)) ?? path.dirname(file);
    const own = await listOwn(within, search);
    if (own.has(await findPlace(file, within))) files.push({ file, within, isNamed: false });
  }
  if (files.length < matches.length) {
    const note = `${matches.length - files.length} of ${matches.length} files not read: ${notOwn}`;
    search.found.remarks.push({ path: given, note });
  }
  return files;
}

/** Removes files reached indirectly: links to files that are not the project's own, and sessions of another project. */
async function dropHidden(files: readonly FoundFile[], search: Search): Promise<FoundFile[]> {
  const kept: FoundFile[] = [];
  for (const found of files) {
    const { file, within, isNamed } = found;
    if (!isNamed && within !== null) {
      const real = await realpath(file).catch(() => file);
      const isLink = real !== file && isInside(real, await realpath(within));
      if (isLink && !(await listOwn(within, search)).has(await findPlace(real, within))) continue;
      if (/[\\/]\.s2s[\\/](?:sessions|cache)[\\/]/.test(real)) continue;
    }
    kept.push(found);
  }
  return kept;
}

const notOwn =
  'git ignores them or does not track them, or .s2signore names them; name a file itself to include it';

async function findInFolder(given: string, target: string, search: Search): Promise<FoundFile[]> {
  const { remarks } = search.found;
  const within = await findBoundary(target, search.root);
  const top = within ?? target;
  let files: string[] = [];
  if (within === null) {
    // The content of this folder is unknown: walk it within limits before asking git about it.
    const limits = { shownAs: given, mostEntries, deepest, skipped: skippedFolders };
    const walked = await walkFolder(target, limits);
    const note = `folders more than ${deepest} levels down were not searched`;
    if (walked.cut) remarks.push({ path: given, note });
    const home = await findHome(target);
    const own = await listOwn(home, search);
    for (const file of walked.files) if (own.has(await findPlace(file, home))) files.push(file);
  } else {
    const place = await findPlace(await realpath(target), top);
    const depth = (file: string): number => file.split('/').length;
    files = [...(await listOwn(top, search))]
      .filter((file) => place === '' || file.startsWith(`${place}/`))
      .sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1))
      .map((file) => path.join(top, file));
  }
  if (files.length === 0) {
    const isEmpty = (await listNames(target)).length === 0;
    const note = isEmpty ? 'no file in this folder' : `no file of this folder was read: ${notOwn}`;
    remarks.push({ path: given, note });
  }
  return files.map((file) => ({ file, within: top, isNamed: false }));
}

/** The root of the repository around a folder, whose ignore rules apply to it; else the folder itself. */
async function findHome(target: string): Promise<string> {
  for (let folder = target; ; folder = path.dirname(folder)) {
    if (await isReachable(path.join(folder, '.git'))) return folder;
    if (folder === path.dirname(folder)) return target;
  }
}

/** The project files below a folder, relative to it, with slashes. */
function listOwn(top: string, { listings }: Search): Promise<ReadonlySet<string>> {
  const known = listings.get(top);
  if (known !== undefined) return known;
  const listing = listProjectPaths(top).then(({ paths }) => new Set(paths));
  listings.set(top, listing);
  return listing;
}

/** A file's path relative to a folder, with slashes. The folder may contain links while the file's path is real. */
async function findPlace(file: string, top: string): Promise<string> {
  const from = isInside(file, top) ? top : await realpath(top);
  return path.relative(from, file).split(path.sep).join('/');
}

async function readStatus(target: string, given: string): Promise<'file' | 'folder' | null> {
  try {
    return (await stat(target)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EINVAL' || code === 'ERR_INVALID_ARG_VALUE')
      return null;
    const message = `The context file ${given} cannot be read: ${code ?? String(error)}.`;
    throw new S2sError('FILE_UNREADABLE', message, {
      hint: 'Check that you may read it, and that its links lead somewhere.',
      cause: error,
    });
  }
}

/** The files that match a pattern. The search has the same limits as that of a named folder. */
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
