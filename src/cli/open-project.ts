/** Opens the project for commands that use its parts directly. */
import path from 'node:path';
import type { AppParts } from '../app/app-parts.ts';
import type { ActionContext } from './action-context.ts';

/**
 * Opens the nearest project. Without one, opens the folder as a project without settings, or throws NO_PROJECT with `needsProject`.
 * Throws CONFIG_INVALID with all problems. Shows unknown keys as warnings, and, unless the command `runs` models, what was left out.
 */
export async function openProject(
  { environment, cwd, notify, globals }: ActionContext,
  { runs = false, needsProject = false } = {},
): Promise<AppParts> {
  const { openParts } = await import('../app/app-parts.ts');
  const place = { world: environment, cwd, notify, trusts: globals.trust };
  const parts = await openParts(place, { needsProject });
  if (!runs) parts.sayLeftOut();
  return parts;
}

/** A path as the person in `cwd` would type it. */
export function showFrom(cwd: string, file: string): string {
  const relative = path.relative(cwd, file);
  return relative === '' || relative.startsWith(path.join('..', '..', '..')) ? file : relative;
}
