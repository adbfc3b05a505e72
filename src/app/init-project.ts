/** Creates a project's `.s2s` folder from facts in the project's files, and from the person's answers to the rest. */
import path from 'node:path';
import { findNewRoot, findProject, type SearchOptions } from '../config/find-project.ts';
import { applyInit, findMissingFiles, type InitResult } from '../project/apply-init.ts';
import { detectProject } from '../project/detect-project.ts';
import type { FoundProject } from '../project/found-project.ts';
import { type InitAnswers, planInit } from '../project/plan-init.ts';

export type { InitAnswers };

/** The facts found in a project's files, and the open questions. */
export interface InitPreview {
  found: FoundProject;
  /** Facts that are neither answered nor found, and that a missing file needs. */
  open: (keyof InitAnswers)[];
  /** The name of the project if nobody gives one. */
  folderName: string;
}

/** The root of the project that contains `cwd`, else the place for a new one, else `cwd`. */
export async function findRoot(cwd: string, search: SearchOptions): Promise<string> {
  const project = await findProject(cwd, search);
  return (project?.isOwn === true ? project.root : await findNewRoot(cwd, search)) ?? cwd;
}
const openKeys = ['name', 'description', 'objectives', 'constraints', 'outOfScope'] as const;

/** Looks at a project without writing anything. `answers` holds the answers already given. */
export async function previewInit(root: string, answers: InitAnswers): Promise<InitPreview> {
  const found = await detectProject(root);
  const missing = await findMissingFiles(root, ['.s2s/config.yaml', '.s2s/CONTEXT.md']);
  const isOpen = (key: keyof InitAnswers): boolean => {
    if (answers[key] !== undefined) return false;
    // Lists are stored only in CONTEXT.md.
    const value = found[key];
    return Array.isArray(value) ? value.length === 0 && missing.includes('.s2s/CONTEXT.md') : value === null;
  };
  const open = missing.length === 0 ? [] : openKeys.filter(isOpen);
  return { found, open, folderName: path.basename(root) };
}

/** Writes the missing files of `.s2s/`. Answers take precedence over facts found. Throws FILE_OUTSIDE_PROJECT, FILE_UNWRITABLE. */
export async function initProject(
  root: string,
  preview: InitPreview,
  answers: InitAnswers,
): Promise<InitResult> {
  return applyInit(root, planInit(preview.found, answers, { folderName: preview.folderName }));
}
