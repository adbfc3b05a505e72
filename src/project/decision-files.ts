/** The files in which a project keeps what it has decided: records and requirements, wherever people usually keep them. */
import path from 'node:path';
import { S2sError } from '../domain/errors.ts';
import { listNames } from '../files/list-folder.ts';
import { readTextWithin } from '../files/read-text.ts';
import { findSecretName, findSecretText } from '../text/secret-files.ts';

/** Folders in which projects keep decision records. */
export const decisionFolders: readonly string[] = [
  'docs/decisions',
  'docs/adr',
  'docs/adrs',
  'docs/architecture/decisions',
  'doc/adr',
  'doc/decisions',
  'adr',
  'adrs',
  'decisions',
  '.s2s/decisions',
];

/** Folders in which projects keep requirements. */
export const requirementFolders: readonly string[] = [
  'docs/specifications',
  'docs/requirements',
  'docs/specs',
  'requirements',
  'specs',
  '.s2s/specifications',
];

/** The most files that are read from one folder; of numbered or dated ones the newest. */
const filesPerFolder = 400;

/** A markdown file: its path from the project's root, with slashes. */
export interface MarkdownFile {
  path: string;
  text: string;
}

/**
 * Reads the markdown files of folders, or single files, of a project. What is not there, leads out of the project, is too large,
 * is no text or looks like a secret is passed over: a discussion does not fail because of a record beside it.
 */
export async function readMarkdownFiles(root: string, places: readonly string[]): Promise<MarkdownFile[]> {
  const found = new Map<string, MarkdownFile>();
  for (const place of new Set(places.map((each) => each.replace(/^(?:\.\/)+|\/+$/g, '')))) {
    const names = /\.md$/i.test(place) ? [''] : await listMarkdown(path.join(root, place));
    for (const name of names) {
      const shown = name === '' ? place : path.posix.join(place, name);
      if (found.has(shown) || findSecretName(shown) !== null) continue;
      const text = await readQuietly(path.join(root, shown), root);
      if (text !== null && findSecretText(text) === null) found.set(shown, { path: shown, text });
    }
  }
  return [...found.values()];
}

async function listMarkdown(folder: string): Promise<string[]> {
  const names = await listNames(folder).catch(() => []);
  return names
    .filter((name) => /\.md$/i.test(name))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .slice(0, filesPerFolder);
}

async function readQuietly(file: string, root: string): Promise<string | null> {
  try {
    return await readTextWithin(file, root);
  } catch (error) {
    if (error instanceof S2sError) return null;
    throw error;
  }
}
