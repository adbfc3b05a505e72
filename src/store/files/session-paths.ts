/** Where the files of sessions are, and the guard that keeps every one of them inside the project. */
import { realpathSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { S2sError } from '../../domain/errors.ts';
import { assertId } from '../../domain/session-id.ts';
import { makeFolderDurably } from '../../files/durable-file.ts';
import { explainReadError, isMissing } from '../../files/file-errors.ts';

/** The folders that sessions live in; all absolute. */
export interface SessionPaths {
  /** The project. */
  root: string;
  /** `.s2s` */
  s2sDir: string;
  /** `.s2s/sessions` */
  sessions: string;
  /** `.s2s/state.yaml` */
  state: string;
}

/** Names the folders of a project's sessions; touches nothing. */
export function locateSessions({ root, s2sDir }: { root: string; s2sDir: string }): SessionPaths {
  const folder = resolve(root, s2sDir);
  return {
    root: resolve(root),
    s2sDir: folder,
    sessions: join(folder, 'sessions'),
    state: join(folder, 'state.yaml'),
  };
}

/** `sessions/<id>.yaml`. Throws INVALID_ID. */
export function locateSessionFile(paths: SessionPaths, id: string): string {
  assertId(id);
  return join(paths.sessions, `${id}.yaml`);
}

/** `sessions/<id>`, the folder of the journal. Throws INVALID_ID. */
export function locateSessionFolder(paths: SessionPaths, id: string): string {
  assertId(id);
  return join(paths.sessions, id);
}

/** `sessions/<id>/calls.jsonl`. Throws INVALID_ID. */
export function locateJournalFile(paths: SessionPaths, id: string): string {
  return join(locateSessionFolder(paths, id), 'calls.jsonl');
}

/** A path as messages show it: relative to the project, with forward slashes. */
export function showPath(paths: SessionPaths, path: string): string {
  return relative(paths.root, path).split(sep).join('/');
}

/** Makes the sessions folder when it is not there. Throws FILE_UNWRITABLE or FILE_OUTSIDE_PROJECT. */
export async function makeSessionsFolder(paths: SessionPaths): Promise<void> {
  await refuseWayOut(paths, paths.sessions);
  await makeFolderDurably(paths.sessions, showPath(paths, paths.sessions));
}

/**
 * Refuses a path that leads out of the project through a link, its own or one of a folder above it.
 * Throws FILE_OUTSIDE_PROJECT.
 */
export async function refuseWayOut(paths: SessionPaths, path: string): Promise<void> {
  const shownAs = showPath(paths, path);
  try {
    if (!(await leadsOut(paths.root, path))) return;
  } catch (error) {
    throw explainReadError(error, shownAs);
  }
  throw new S2sError(
    'FILE_OUTSIDE_PROJECT',
    `${shownAs} is a link that leads out of the project, so it is not used.`,
    {
      hint: 'Put a real file or folder in place of the link; nothing is read or written outside the project.',
    },
  );
}

/** Whether a path is outside a folder, also through a link, its own or one of a folder above it. Throws system errors. */
export async function leadsOut(root: string, path: string): Promise<boolean> {
  // Synchronous: each wait for a worker thread costs more than the look itself, and this stands before every save.
  const real = await resolveExisting(path);
  const inside = real === null ? '..' : relative(realpathSync.native(root), real);
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
}

/** Where a path really is, as far as it exists; null for a link to nothing, which may be made to lead anywhere. */
async function resolveExisting(path: string): Promise<string | null> {
  for (let current = path; ; current = dirname(current)) {
    try {
      return realpathSync.native(current);
    } catch (error) {
      if (!isMissing(error) || current === dirname(current)) throw error;
      const itself = await lstat(current).catch(() => null);
      if (itself?.isSymbolicLink() === true) return null;
    }
  }
}
