/** Where a path really leads, links followed. */
import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { isMissing } from './file-errors.ts';

/** Whether a path is outside a folder, also through a link, its own or one of a folder above it. Throws system errors. */
export async function isOutside(root: string, path: string): Promise<boolean> {
  const real = await resolveExisting(path);
  const inside = real === null ? '..' : relative(await realpath(root), real);
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
}

/** Where a path really is, as far as it exists; null for a link to nothing, which may be made to lead anywhere. */
async function resolveExisting(path: string): Promise<string | null> {
  for (let current = path; ; current = dirname(current)) {
    try {
      return await realpath(current);
    } catch (error) {
      if (!isMissing(error) || current === dirname(current)) throw error;
      const itself = await lstat(current).catch(() => null);
      if (itself?.isSymbolicLink() === true) return null;
    }
  }
}
