import type { readdir } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { S2sError } from '../domain/errors.ts';
import { listProjectPaths } from '../evidence/project-files.ts';
import { findBoundary, isInside } from '../files/is-outside.ts';
import { createEntryReader, isReachable, listNames, walkFolder } from '../files/list-folder.ts';

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
  /** Whether a person typed this very path. */
  isNamed: boolean;
}

/** What was found under the paths. */
export interface FoundFiles {
  files: FoundFile[];
  /** Paths that were not read completely, and why. */
  remarks: { path: string; note: string }[];
}

/** A path is looked for here; what belongs to a project is asked once for each project. */
interface Search {
  root: string;
  cwd: string;
  found: FoundFiles;
  listings: Map<string, Promise<ReadonlySet<string>>>;
}

/**
 * Finds the files that paths name: files, and of folders and patterns (`docs/*.md`) what seats may look up in a project: the files that git
 * tracks, or where nothing is tracked, those that no rule ignores, without sessions. Those nearest to the top come first. Relative paths start at `cwd`. Throws FILE_MISSING for a path or pattern that gives nothing, FILE_UNREADABLE for one that cannot be looked at,
 * FILE_TOO_LARGE for a folder or pattern with too much to look through.
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
  // A pattern does not name single files, so no file that it finds may lead out of the folder it is in.
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

/** Takes out what was found by a way around: a link to a file that is not the project's own, and sessions of another project. */
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
  'git ignores them or does not track them, or .s2signore names them; name a file itself to hand it over';

async function findInFolder(given: string, target: string, search: Search): Promise<FoundFile[]> {
  const { remarks } = search.found;
  const within = await findBoundary(target, search.root);
  const top = within ?? target;
  let files: string[] = [];
  if (within === null) {
    // Nobody knows what lies there: it is walked with bounds before git is asked about it.
    const limits = { shownAs: given, mostEntries, deepest, skipped: skippedFolders };
    const walked = await walkFolder(target, limits);
    const note = `folders more than ${deepest} levels down were not looked into`;
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

/** The root of the repository that a folder is in, whose rules hold for it; else the folder itself. */
async function findHome(target: string): Promise<string> {
  for (let folder = target; ; folder = path.dirname(folder)) {
    if (await isReachable(path.join(folder, '.git'))) return folder;
    if (folder === path.dirname(folder)) return target;
  }
}

/** The files that belong to the project of a folder, from that folder, with slashes. */
function listOwn(top: string, { listings }: Search): Promise<ReadonlySet<string>> {
  const known = listings.get(top);
  if (known !== undefined) return known;
  const listing = listProjectPaths(top).then(({ paths }) => new Set(paths));
  listings.set(top, listing);
  return listing;
}

/** A path from a folder, with slashes. The folder may be reached through a link, and the path be a real one. */
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
