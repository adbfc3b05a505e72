/** Everything in `.s2s/sessions` that belongs to one session. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileDurably } from '../../files/durable-file.ts';
import { explainWriteError } from '../../files/file-errors.ts';
import { listNames } from '../../files/list-folder.ts';
import { type SessionPaths, showPath } from './session-paths.ts';

/** All files of a session in the sessions folder, its own file last; relative to the project. */
export async function listSessionFiles(paths: SessionPaths, id: string): Promise<string[]> {
  const names = await listNames(paths.sessions);
  const own = names.filter((name) => isOfSession(id, name));
  const file = `${id}.yaml`;
  const ordered = [...own.filter((name) => name !== file).sort(), file];
  return ordered.map((name) => showPath(paths, join(paths.sessions, name)));
}

/** Whether a name in the sessions folder belongs to a session; its lock does not count. */
export function isOfSession(id: string, name: string): boolean {
  return (
    name === id ||
    name === `${id}-summary.md` ||
    (name.startsWith(`${id}.`) && !name.startsWith(`${id}.lock`))
  );
}

/** Removes a file or folder, named relative to the project. Throws FILE_UNWRITABLE. */
export async function removePath(paths: SessionPaths, shownAs: string): Promise<void> {
  const path = join(paths.root, shownAs);
  try {
    // Removes a link itself, never its target.
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    throw explainWriteError(error, shownAs);
  }
}

/** Keeps a damaged content beside its file, as `<file>.damaged-<number>.yaml`. Returns that path for messages. */
export async function keepDamaged(paths: SessionPaths, file: string, content: Buffer): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = file.replace(/\.yaml$/, `.damaged-${number}.yaml`);
    const shownAs = showPath(paths, path);
    if ((await writeFileDurably(path, content, { shownAs, exclusive: true })) !== null) return shownAs;
  }
}
