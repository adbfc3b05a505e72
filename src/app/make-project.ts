/** The first question in a folder without a project makes one: nobody has to know `init` beforehand. */
import path from 'node:path';
import { findNewRoot } from '../config/find-project.ts';
import type { AppParts } from './app-parts.ts';
import { initProject, previewInit } from './init-project.ts';
import type { StartOptions } from './options.ts';
import { planSession } from './plan-session.ts';
import { refuseNoFolder } from './refuse-project.ts';

/**
 * Makes `.s2s` as `init` does with what it finds, once it is clear that the session can start, and tells where. Throws NO_PROJECT
 * where no project belongs, and what planning throws; nothing is written then.
 */
export async function makeProject(parts: AppParts, options: StartOptions): Promise<void> {
  const root = await findNewRoot(parts.cwd, parts.world);
  if (root === null) throw refuseNoFolder(parts.cwd);
  await planSession(parts, options);
  await initProject(root, await previewInit(root, {}), {});
  const place = root === path.resolve(parts.cwd) ? root : `${root}, where the repository begins`;
  parts.notify({
    level: 'info',
    text: `Made .s2s in ${place}, for the settings and sessions of this project.`,
  });
}
