import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeFileDurably } from '../files/durable-file.ts';
import { explainWriteError } from '../files/file-errors.ts';
import { isOutside } from '../files/is-outside.ts';
import { isReachable } from '../files/list-folder.ts';
import { S2sError } from '../session/errors.ts';
import type { PlannedFile } from './plan-init.ts';

/** Files that were written, and files that already existed and were kept. Paths are relative to the root. */
export interface InitResult {
  written: string[];
  kept: string[];
}

/**
 * Writes the planned files that do not exist yet. Each appears whole or not at all, and none is ever overwritten.
 * Throws FILE_OUTSIDE_PROJECT if `.s2s` is a link that leads out of the project, FILE_UNWRITABLE with path and reason.
 */
export async function applyInit(root: string, planned: readonly PlannedFile[]): Promise<InitResult> {
  await makeFolder(root, path.join(root, '.s2s'));
  const result: InitResult = { written: [], kept: [] };
  for (const file of planned) {
    const options = { mode: 0o644, exclusive: true };
    const stamp = await writeFileDurably(path.join(root, file.path), file.content, options);
    (stamp === null ? result.kept : result.written).push(file.path);
  }
  return result;
}

/** The files, relative to the root, that do not exist. */
export async function findMissingFiles(root: string, files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => ((await isReachable(path.join(root, file))) ? [] : [file])),
  );
  return found.flat();
}

async function makeFolder(root: string, folder: string): Promise<void> {
  try {
    if (await isOutside(root, folder)) {
      throw new S2sError('FILE_OUTSIDE_PROJECT', `${folder} is a link that leads out of the project.`, {
        hint: 'Replace the link with a folder, then try again.',
      });
    }
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw explainWriteError(error, folder);
  }
}
