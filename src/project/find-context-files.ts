import type { readdir } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { listProjectPaths } from '../evidence/project-files.ts';
import { findBoundary, isInside, isOutside } from '../files/is-outside.ts';
import { createEntryReader } from '../files/list-folder.ts';
import { describeOutside } from '../files/read-file.ts';
import { S2sError } from '../session/errors.ts';
import { isBlank } from '../text/is-blank.ts';

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

/** The context of a search; `listOwn` gives the project's files, relative to its root, with slashes. */
interface Search {
  root: string;
  cwd: string;
  found: FoundFiles;
  listOwn: () => Promise<ReadonlySet<string>>;
}

/**
 * Finds the files that paths name. Folders and patterns (`docs/*.md`) give only files that seats may look up in a project: those
 * that git tracks or, if it tracks none, those that no rule ignores; never sessions. Files nearest to the top of a folder come
 * first. Relative paths start at `cwd`. Every path gives a file, or throws: USAGE for an empty one, FILE_MISSING for a path that does not exist, a pattern
 * without a match or a folder without a file, FILE_REFUSED if no file of it may be looked up, FILE_UNREADABLE for a path that cannot be
 * read or is no file, FILE_OUTSIDE_PROJECT for a link to a folder elsewhere, FILE_TOO_LARGE for too much to search.
 */
export async function findContextFiles(
  paths: readonly string[],
  places: { root: string; cwd: string },
): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], remarks: [] };
  let own: Promise<ReadonlySet<string>> | null = null;
  const listOwn: Search['listOwn'] = () => {
    own ??= listProjectPaths(places.root).then(({ paths: listed }) => new Set(listed));
    return own;
  };
  const seen = new Set<string>();
  for (const given of paths) {
    const search = { ...places, found, listOwn };
    const files = await dropHidden(await findOne(given, search), search);
    if (files.length === 0) throw refuseHidden(given);
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
  if (isBlank(given))
    throw new S2sError('USAGE', 'A context file has an empty name.', {
      hint: 'Check the variable that should name it, or use --context . for the whole folder.',
    });
  const target = path.resolve(search.cwd, given);
  const status = await readStatus(target, given);
  if (status === 'folder') return findInFolder(given, target, search);
  if (status === 'file')
    return [{ file: target, within: await findBoundary(target, search.root), isNamed: true }];
  if (!isDynamicPattern(given)) {
    const place = await findPlace(target, search.root);
    const own = await search.listOwn().catch(() => []);
    const isAbsent = [...own].some((each) => `${each}/`.startsWith(`${place}/`));
    throw new S2sError(
      'FILE_MISSING',
      `The context file ${given} ${isAbsent ? 'is not checked out' : 'does not exist'}.`,
      {
        hint: isAbsent
          ? `Git tracks it; a sparse checkout brings it with: git sparse-checkout add ${place}`
          : 'Check the path; it starts at the folder you are in.',
      },
    );
  }
  const matches = await findMatches(given, search.cwd);
  if (matches.length === 0) {
    throw new S2sError('FILE_MISSING', `No file matches the context pattern ${given}.`, {
      hint: 'Check the pattern; it starts at the folder you are in. Quote it so that the shell leaves it alone.',
    });
  }
  // A pattern names no single files, so no file that it finds may lead out of the project.
  const files: FoundFile[] = [];
  for (const file of matches.map((match) => path.normalize(match)).sort()) {
    const within = await findBoundary(file, search.root);
    const isOwn = within !== null && (await search.listOwn()).has(await findPlace(file, within));
    if (isOwn) files.push({ file, within, isNamed: false });
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
      if (isLink && !(await search.listOwn()).has(await findPlace(real, within))) continue;
      if (/[\\/]\.s2s[\\/](?:sessions|cache)[\\/]/.test(real)) continue;
    }
    kept.push(found);
  }
  return kept;
}

const notOwn =
  'git ignores them or does not track them, or .s2signore names them; name a file itself to include it';

function refuseHidden(given: string): S2sError {
  const message = `No file of ${given} is read: there is none, or git ignores or does not track them, .s2signore names them, or they are sessions.`;
  return new S2sError('FILE_REFUSED', message, {
    hint: 'Name a file itself to hand it over, for example: --context docs/overview.md',
  });
}

async function findInFolder(given: string, target: string, search: Search): Promise<FoundFile[]> {
  const within = await findBoundary(target, search.root);
  if (within === null) {
    throw new S2sError('FILE_OUTSIDE_PROJECT', `The context folder ${given} is in no project.`, {
      hint: 'Name its files one by one.',
    });
  }
  if (await isOutside(within, target)) throw describeOutside(given, within);
  const place = await findPlace(await realpath(target), within);
  const depth = (file: string): number => file.split('/').length;
  return [...(await search.listOwn())]
    .filter((file) => place === '' || file.startsWith(`${place}/`))
    .sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1))
    .map((file) => ({ file: path.join(within, file), within, isNamed: false }));
}

/** A file's path relative to a folder, with slashes. The folder may contain links while the file's path is real. */
async function findPlace(file: string, top: string): Promise<string> {
  const from = isInside(file, top) ? top : await realpath(top);
  return path.relative(from, file).split(path.sep).join('/');
}

async function readStatus(target: string, given: string): Promise<'file' | 'folder' | null> {
  try {
    const found = await stat(target);
    if (found.isDirectory()) return 'folder';
    if (found.isFile()) return 'file';
    throw new S2sError('FILE_UNREADABLE', `${given} is not a file, but a pipe, a socket or a device.`, {
      hint: 'Save what it gives as a file, and name that with --context.',
    });
  } catch (error) {
    if (error instanceof S2sError) throw error;
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
