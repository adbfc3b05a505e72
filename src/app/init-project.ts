/** Creating the folder of a project from what its own files say, and from answers to what they do not say. */
import path from 'node:path';
import { findNewRoot, findProject, type SearchOptions } from '../config/find-project.ts';
import { applyInit, findMissingFiles, type InitResult } from '../project/apply-init.ts';
import { detectProject } from '../project/detect-project.ts';
import type { FoundProject } from '../project/found-project.ts';
import { type InitAnswers, planInit } from '../project/plan-init.ts';

export type { InitAnswers };

/** What the files of a project say, and what is left to ask. */
export interface InitPreview {
  found: FoundProject;
  /** What nobody has said yet, and what a file that is still missing would hold. */
  open: (keyof InitAnswers)[];
  /** What the project is called when nobody says. */
  folderName: string;
}

/** The root of the project: of the one that `cwd` is in, else where a new one belongs; the home folder only for whoever asks for it. */
export async function findRoot(cwd: string, search: SearchOptions): Promise<string> {
  const project = await findProject(cwd, search);
  return (project?.isOwn === true ? project.root : await findNewRoot(cwd, search)) ?? cwd;
}
const openKeys = ['name', 'description', 'objectives', 'constraints', 'outOfScope'] as const;

/** Looks at a project without writing anything. `answers` is what was said already. */
export async function previewInit(root: string, answers: InitAnswers): Promise<InitPreview> {
  const found = await detectProject(root);
  const missing = await findMissingFiles(root, ['.s2s/config.yaml', '.s2s/CONTEXT.md']);
  const isOpen = (key: keyof InitAnswers): boolean => {
    if (answers[key] !== undefined) return false;
    // A list of points stands in CONTEXT.md alone.
    const value = found[key];
    return Array.isArray(value) ? value.length === 0 && missing.includes('.s2s/CONTEXT.md') : value === null;
  };
  const open = missing.length === 0 ? [] : openKeys.filter(isOpen);
  return { found, open, folderName: path.basename(root) };
}

/** Writes what is missing of `.s2s/`. Answers come before what was found. Throws FILE_OUTSIDE_PROJECT, FILE_UNWRITABLE. */
export async function initProject(
  root: string,
  preview: InitPreview,
  answers: InitAnswers,
): Promise<InitResult> {
  return applyInit(root, planInit(preview.found, answers, { folderName: preview.folderName }));
}
