import { constants } from 'node:fs';
import { access, copyFile, link, lstat, mkdir, mkdtemp, open, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { S2sError } from '../domain/errors.ts';
import { isInside } from './find-context-files.ts';
import type { InitPlan } from './plan-init.ts';

/** What was written, and what was there already and stays as it is. Paths relative to the root. */
export interface InitResult {
  written: string[];
  kept: string[];
}

/**
 * Writes the planned files that are not there yet. Each appears whole or not at all, and none is ever overwritten.
 * Throws FILE_OUTSIDE_PROJECT when `.s2s` is a link that leads out of the project, FILE_UNWRITABLE with path and reason.
 */
export async function applyInit(root: string, plan: InitPlan): Promise<InitResult> {
  const folder = path.join(root, '.s2s');
  const result: InitResult = { written: [], kept: [] };
  try {
    await prepareFolder(root, folder);
    // Prepared in a folder of its own, so that two runs at once do not meet, and nothing half is left under a real name.
    const workshop = await mkdtemp(path.join(folder, '.init-'));
    try {
      for (const file of plan.files) {
        const isNew = await placeFile(path.join(root, file.path), { content: file.content, workshop });
        (isNew ? result.written : result.kept).push(file.path);
      }
    } finally {
      await rm(workshop, { recursive: true, force: true });
    }
    await flushFolder(folder);
    return result;
  } catch (error) {
    if (error instanceof S2sError) throw error;
    throw refuseWriting(folder, error);
  }
}

/** The files, relative to the root, that are not there. */
export async function findMissingFiles(root: string, files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map((file) =>
      access(path.join(root, file)).then(
        () => [],
        () => [file],
      ),
    ),
  );
  return found.flat();
}

async function prepareFolder(root: string, folder: string): Promise<void> {
  const status = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (status === null) {
    await mkdir(folder);
    return;
  }
  const real = await realpath(folder).catch(() => null);
  if (status.isSymbolicLink() && (real === null || !isInside(real, await realpath(root)))) {
    throw new S2sError('FILE_OUTSIDE_PROJECT', `${folder} is a link that leads out of the project.`, {
      hint: 'Replace the link by a folder, then try again.',
    });
  }
  if (!(await lstat(real ?? folder)).isDirectory()) {
    throw new S2sError('FILE_UNWRITABLE', `${folder} is a file; s2s needs a folder of that name.`, {
      hint: 'Move the file away, then try again.',
    });
  }
}

/** Puts a file in its place unless something is there. Returns whether it was put. */
async function placeFile(target: string, from: { content: string; workshop: string }): Promise<boolean> {
  const draft = path.join(from.workshop, path.basename(target));
  try {
    await writeFlushed(draft, from.content);
    // A link to an existing name fails, in one step, whatever is there.
    await link(draft, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      // File systems without hard links: a copy that refuses to overwrite is the next best.
      await copyFile(draft, target, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw refuseWriting(target, error);
  }
}

async function writeFlushed(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o644);
  try {
    await handle.writeFile(content, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function flushFolder(folder: string): Promise<void> {
  // Some systems cannot open a folder; the files themselves are flushed already.
  const handle = await open(folder, 'r').catch(() => null);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}

function refuseWriting(target: string, error: unknown): S2sError {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error);
  return new S2sError('FILE_UNWRITABLE', `${target} cannot be written: ${reason}.`, {
    hint: 'Check that you may write there and that there is room, then try again.',
    cause: error,
  });
}
