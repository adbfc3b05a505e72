/** Creates a project's `.s2s` folder from what a person says and from the project's folders. */

import path from 'node:path';
import { findNewRoot, findProject, type SearchOptions } from '../../config/find-project.ts';
import { applyInit, findMissingFiles, type InitResult } from '../../project/apply-init.ts';
import {
  decisionFolders,
  findUsed,
  readToolFolder,
  requirementFolders,
} from '../../project/decision-files.ts';
import { type InitAnswers, planInit, shortenName } from '../../project/plan-init.ts';
import { readProjectName } from '../../project/read-project-name.ts';
import type { AppParts } from '../app-parts.ts';
import type { StartOptions } from '../options.ts';
import { planSession } from '../plan/plan-session.ts';
import { refuseNoFolder } from '../refuse-project.ts';

export type { InitAnswers };

/** What is known before anything is written. */
export interface InitPreview {
  /** The name of the project if nobody gives one. */
  name: string;
  /** What nobody has answered and a missing file needs. */
  open: (keyof InitAnswers)[];
}

/** The root of the project that contains `cwd`, else the place for a new one, else `cwd`. */
export async function findRoot(cwd: string, search: SearchOptions): Promise<string> {
  const project = await findProject(cwd, search);
  return (project?.isOwn === true ? project.root : await findNewRoot(cwd, search)) ?? cwd;
}

/** Looks at a project without writing anything. `answers` holds the answers already given. */
export async function previewInit(root: string, answers: InitAnswers): Promise<InitPreview> {
  const missing = await findMissingFiles(root, ['.s2s/config.yaml', '.s2s/CONTEXT.md']);
  const asked: (keyof InitAnswers)[] = missing.includes('.s2s/config.yaml')
    ? ['name', 'description']
    : missing.length > 0
      ? ['description']
      : [];
  return { name: await readProjectName(root), open: asked.filter((key) => answers[key] === undefined) };
}

/** Writes the missing files of `.s2s/`. Throws FILE_OUTSIDE_PROJECT, FILE_UNWRITABLE. */
export async function initProject(root: string, answers: InitAnswers): Promise<InitResult> {
  const name = shortenName(answers.name) || (await readProjectName(root));
  const docs = await findDocs(root);
  return applyInit(root, planInit({ name, description: answers.description ?? '', docs }));
}

/** Folders with usual names in which the project keeps documents already, by their key under `docs`. */
async function findDocs(root: string): Promise<Record<string, string>> {
  // Where another tool is told of a folder, that is read anew each time.
  const isTold = (await readToolFolder(root)) !== undefined;
  const usual = {
    decisions: isTold ? [] : decisionFolders,
    specifications: requirementFolders,
    architecture: ['docs/architecture', 'doc/architecture', 'architecture'],
  };
  const found: Record<string, string> = {};
  for (const [kind, folders] of Object.entries(usual)) {
    const [first] = await findUsed(root, folders);
    if (first !== undefined) found[kind] = first;
  }
  return found;
}

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
