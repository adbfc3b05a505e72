/** Keeps a copy of a session file before it is replaced. */

import { constants } from 'node:fs';
import { copyFile, link } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeFileDurably } from '../../files/durable-file.ts';
import { explainWriteError, lacksLinks, readErrorCode } from '../../files/file-errors.ts';
import { locateSessionFile, type SessionPaths, showPath } from './session-paths.ts';

const mostCopies = 1000;

export interface KeepRequest {
  id: string;
  /** Part of the copy's name, `<id>.<label>.yaml`, which is never listed as a session. */
  label: string;
  /** True: one copy under this label is enough. False: each gets a number, `<label>-1`, `<label>-2`, … */
  once: boolean;
}

/**
 * Gives the current session file a second name and returns that path, relative to the project. The file itself stays
 * in place. Throws FILE_UNWRITABLE.
 */
export async function keepBeside(paths: SessionPaths, { id, label, once }: KeepRequest): Promise<string> {
  const path = locateSessionFile(paths, id);
  for (let number = 1; number <= mostCopies; number += 1) {
    const kept = join(dirname(path), once ? `${id}.${label}.yaml` : `${id}.${label}-${number}.yaml`);
    const shownAs = showPath(paths, kept);
    try {
      await linkOrCopy(path, kept);
      await syncFolder(dirname(path));
      return shownAs;
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST') throw explainWriteError(error, shownAs);
      if (once) return shownAs;
    }
  }
  throw explainWriteError({ code: 'EEXIST' }, showPath(paths, `${path}.${label}`));
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!lacksLinks(error)) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

/** Keeps a damaged text beside its file, as `<file>.damaged-<number>.yaml`. Returns that path for messages; null after a thousand. */
export async function keepDamaged(paths: SessionPaths, file: string, text: string): Promise<string | null> {
  for (let number = 1; number < mostCopies; number += 1) {
    const path = file.replace(/\.yaml$/, `.damaged-${number}.yaml`);
    const shownAs = showPath(paths, path);
    if ((await writeFileDurably(path, text, { shownAs, exclusive: true })) !== null) return shownAs;
  }
  return null;
}
