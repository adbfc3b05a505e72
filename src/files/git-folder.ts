/** Keeps the program out of git's own folders, where a file could become a command that git runs. */
import { lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Characters that Mac file systems ignore when they compare names. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether a real path (links and `..` resolved) is a git folder or lies in one: `.git` in any spelling that some file system
 * accepts for it, or a folder of another name with a repository in it, such as a bare repository.
 */
export function isInGitFolder(path: string): boolean {
  if (path.split(/[\\/]/).some(isGitName)) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    if (holdsRepository(folder)) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** A name as those file systems compare it that compare the least. */
export function foldName(name: string): string {
  return name.normalize('NFKC').replace(ignored, '').toLowerCase();
}

/** `.git`, also in capitals; on Windows also with trailing dots or blanks, with a stream name, or as a short name. */
function isGitName(name: string): boolean {
  const plain = foldName(name);
  return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(plain);
}

/** Whether a folder, or one above it, has a `.git`: elsewhere git has no answers. */
export function isInRepository(folder: string): boolean {
  return findAbove(folder, exists) !== null;
}

/** The folder of the working tree that git finds from a folder; null without a repository. */
export function findRepositoryFolder(folder: string): string | null {
  // Git passes over a `.git` that is a folder without a repository.
  return findAbove(folder, (place) => exists(place) && (isFile(place) || holdsRepository(place)));
}

/** The nearest folder, from this one up, whose `.git` fits. */
function findAbove(folder: string, fits: (place: string) => boolean): string | null {
  for (let current = resolve(folder); ; current = dirname(current)) {
    if (fits(join(current, '.git'))) return current;
    if (dirname(current) === current) return null;
  }
}

/** Checks what git itself checks; the folder of an additional working tree or of a submodule without objects has `commondir`. */
function holdsRepository(folder: string): boolean {
  const has = (name: string): boolean => exists(join(folder, name));
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')));
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
