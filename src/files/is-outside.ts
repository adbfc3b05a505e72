/** Finds out where a path really leads, links followed. */
import { lstatSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { isMissing } from './file-errors.ts';

/** Whether a path leads out of a folder, directly or through a link on its way. Throws system errors. */
export async function isOutside(root: string, path: string): Promise<boolean> {
  const real = await resolveExisting(path);
  return real === null || !isInside(real, realpathSync.native(root));
}

/** Whether a path lies in a folder, or is that folder; both are taken as written, links not followed. */
export function isInside(path: string, folder: string): boolean {
  const inner = relative(folder, path);
  return inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}

/**
 * The folder that a path typed by a person must not leave through a link: the root when the typed path lies in it; null for a path
 * outside, which the person typed on purpose.
 */
export async function findBoundary(target: string, root: string): Promise<string | null> {
  const roots = [resolve(root), await realpath(root).catch(() => resolve(root))];
  return roots.some((each) => isInside(target, each)) ? resolve(root) : null;
}

/**
 * The real path of the longest part of a path that exists. Null for a broken link, which may later lead anywhere. Throws
 * system errors.
 */
export async function resolveExisting(path: string): Promise<string | null> {
  for (let current = path; ; current = dirname(current)) {
    try {
      return realpathSync.native(current);
    } catch (error) {
      if (!isMissing(error) || current === dirname(current)) throw error;
      if (isLink(current)) return null;
    }
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
