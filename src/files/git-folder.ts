/** Keeps the program out of what git keeps for itself, where a file could become a command that git runs. */
import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Characters that file systems of Macs leave out when they compare names. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether a real path (links followed, `..` taken out) lies in a folder of git, or is one: `.git` in any spelling that some file
 * system takes for it, and a folder of another name that holds what git keeps, such as a bare repository.
 */
export function isInGitFolder(path: string): boolean {
  if (path.split(/[\\/]/).some(isGitName)) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    if (holdsRepository(folder)) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** `.git`, also in capitals, with dots or blanks at its end or a stream behind it (Windows), or by its short name there. */
function isGitName(name: string): boolean {
  const plain = name.normalize('NFKC').replace(ignored, '').toLowerCase();
  return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(plain);
}

/** Whether a folder, or one above it, has a `.git`: outside of such a place there is nothing to ask git. */
export function isInRepository(folder: string): boolean {
  for (let current = resolve(folder); ; current = dirname(current)) {
    if (exists(join(current, '.git'))) return true;
    if (dirname(current) === current) return false;
  }
}

/** What git itself looks for; the folder of a further working tree or of a submodule without objects has `commondir`. */
function holdsRepository(folder: string): boolean {
  const has = (name: string): boolean => exists(join(folder, name));
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')));
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
