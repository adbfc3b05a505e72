/** Creates a project for the first question in a folder without one, so that nobody needs to know `init` first. */
import path from 'node:path';
import { findNewRoot } from '../../config/find-project.ts';
import type { AppParts } from '../app-parts.ts';
import type { StartOptions } from '../options.ts';
import { planSession } from '../plan/plan-session.ts';
import { refuseNoFolder } from '../refuse-project.ts';
import { initProject } from './init-project.ts';

/**
 * Creates `.s2s` as `init --yes` does, once it is clear that the session can start; then says where. Throws
 * NO_PROJECT in a folder where no project belongs, and what planning throws; then nothing is written.
 */
export async function makeProject(parts: AppParts, options: StartOptions): Promise<void> {
  const root = await findNewRoot(parts.cwd, parts.world);
  if (root === null) throw refuseNoFolder(parts.cwd);
  await planSession(parts, options);
  await initProject(root, {});
  const place = root === path.resolve(parts.cwd) ? root : `${root}, the root of the repository`;
  parts.notify({
    level: 'info',
    text: `Created .s2s in ${place}, for the settings and sessions of this project.`,
  });
}
