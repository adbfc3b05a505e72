/** Keeps a copy of a damaged session file before it is replaced. */

import { constants } from 'node:fs';
import { copyFile, link } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../files/durable-file.ts';
import { explainWriteError, lacksLinks, readErrorCode } from '../../files/file-errors.ts';
import { locateSessionFile, type SessionPaths, showPath } from '../folder/session-paths.ts';

const mostCopies = 1000;

/**
 * Gives the session file a second name, `<id>.damaged-<number>.yaml`, which is never listed as a session, and returns that path,
 * relative to the project. The file itself stays in place. Throws FILE_UNWRITABLE.
 */
export async function keepBackup(paths: SessionPaths, id: string): Promise<string> {
  const path = locateSessionFile(paths, id);
  for (let number = 1; number <= mostCopies; number += 1) {
    const kept = join(dirname(path), `${id}.damaged-${number}.yaml`);
    const shownAs = showPath(paths, kept);
    try {
      await linkOrCopy(path, kept);
      await syncFolder(dirname(path));
      return shownAs;
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST') throw explainWriteError(error, shownAs);
    }
  }
  throw explainWriteError({ code: 'EEXIST' }, showPath(paths, `${path}.damaged`));
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!lacksLinks(error)) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}
