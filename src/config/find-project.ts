/** Finds the project that a folder belongs to. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isFolder } from '../files/list-folder.ts';

/** A project's root and its s2s folder. Both are absolute paths. */
export interface ProjectPlace {
  root: string;
  /** `<root>/.s2s` */
  s2sDir: string;
}

/** What the search for a project needs from its caller. */
export interface SearchOptions {
  /** The person's home folder, or null when there is none. */
  home: string | null;
  /** Whether a folder, and any link that leads to it, belong to the person who runs the program. Absent on systems without file owners. */
  isOwn?: (folder: string) => Promise<boolean>;
}

/** The nearest project, or null. A project that belongs to somebody else is found too, with `isOwn` false. */
export type FoundProject = (ProjectPlace & { isOwn: boolean }) | null;

/**
 * Walks up from `cwd` to the nearest folder that holds a `.s2s` folder. The search ends at the root of a repository (the folder
 * with `.git`), at the home folder or at the root of the file system, and includes that folder.
 */
export async function findProject(
  cwd: string,
  { home, isOwn = async () => true }: SearchOptions,
): Promise<FoundProject> {
  const ends = home === null ? [] : [path.resolve(home), await realpath(home).catch(() => home)];
  let root = path.resolve(cwd);
  for (;;) {
    const s2sDir = path.join(root, '.s2s');
    if (await isFolder(s2sDir)) return { root, s2sDir, isOwn: await isOwn(s2sDir) };
    const parent = path.dirname(root);
    if (parent === root || (await isRepository(root)) || ends.includes(root)) return null;
    root = parent;
  }
}

/**
 * The root of a new project: the root of the repository that contains `cwd`, else `cwd`. Null when `cwd` is the home folder or the root
 * of the file system, which are never projects, even when they are repositories.
 */
export async function findNewRoot(cwd: string, { home }: SearchOptions): Promise<string | null> {
  const ends = home === null ? [] : [path.resolve(home), await realpath(home).catch(() => home)];
  const isNone = (folder: string): boolean => folder === path.dirname(folder) || ends.includes(folder);
  const start = path.resolve(cwd);
  if (isNone(start)) return null;
  for (let root = start; !isNone(root); root = path.dirname(root)) if (await isRepository(root)) return root;
  return start;
}

/** In a worktree or a submodule, .git is a file. */
async function isRepository(folder: string): Promise<boolean> {
  return (await stat(path.join(folder, '.git')).catch(() => null)) !== null;
}
