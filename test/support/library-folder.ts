import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { checkAgendas } from '../../src/library/load-library.ts';
import type { LibraryPlaces } from '../../src/library/resource-lookup.ts';
import { makeFolder } from './make-folder.ts';

/** A temporary project and package with the given files (`project/…` and `shipped/…`), removed after the test. */
export async function makeLibrary(
  files: Record<string, string | Uint8Array>,
): Promise<{ root: string; places: LibraryPlaces & { project: string } }> {
  const root = await makeFolder(files);
  const places = { project: path.join(root, 'project', '.s2s'), shipped: path.join(root, 'shipped') };
  await Promise.all([places.project, places.shipped].map((folder) => mkdir(folder, { recursive: true })));
  return { root, places };
}

/** The fixture project, with an empty package. */
export const fixturePlaces: LibraryPlaces & { project: string } = {
  project: path.join(import.meta.dirname, '../fixtures/library/project/.s2s'),
  shipped: path.join(import.meta.dirname, '../fixtures/library/shipped'),
};

/** This repository as the package that ships. */
export const packageRoot: string = path.join(import.meta.dirname, '../..');

/** What a check finds in a file of the project that has this text, each with its place. */
export async function findProblems(check: typeof checkAgendas, file: string, text: string) {
  const { places } = await makeLibrary({ [file]: text });
  const { problems } = await check(places);
  return problems.map(({ line, column, severity, message }) => ({
    at: `${line}:${column}`,
    severity,
    message,
  }));
}

/** An agent file with the given front matter lines. */
export function agentText(...lines: string[]): string {
  return ['---', 'name: tester', 'description: Tests.', ...lines, '---', '', 'You test.', ''].join('\n');
}
