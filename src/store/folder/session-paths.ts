/** Locates the files of sessions, and makes sure that none of them lies outside the project. */
import { realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { isActedOn } from '../../files/acted-on.ts';
import { makeFolderDurably } from '../../files/durable-file.ts';
import { explainReadError } from '../../files/file-errors.ts';
import { isOutside } from '../../files/is-outside.ts';
import { S2sError } from '../../session/errors.ts';
import type { Clock } from '../../session/ports/ports.ts';
import { assertId } from '../../session/rules/session-id.ts';
import type { LockHost, ProcessHost } from './lock-owner.ts';

/** The folders of a project's sessions, as absolute paths. */
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
  const start = `${paths.root}${sep}`;
  // Lists show the paths of many thousand files.
  const inner = path.startsWith(start) ? path.slice(start.length) : relative(paths.root, path);
  return inner.split(sep).join('/');
}

/**
 * Makes the sessions folder when it is missing. Throws FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT, and FILE_REFUSED for a link to where other
 * programs act on what they find: records are other people's words.
 */
export async function makeSessionsFolder(paths: SessionPaths): Promise<void> {
  await assertInside(paths, paths.sessions);
  const shownAs = showPath(paths, paths.sessions);
  await makeFolderDurably(paths.sessions, shownAs);
  const [root, sessions] = await Promise.all([realpath(paths.root), realpath(paths.sessions)]);
  const real = relative(root, sessions).split(sep).join('/');
  if (real === shownAs || !isActedOn(real)) return;
  throw new S2sError('FILE_REFUSED', `${shownAs} is a link to ${real}, where other programs act on files.`, {
    hint: 'Put a real folder in place of the link.',
  });
}

/**
 * Refuses a path that leads out of the project, directly or through a link on its way.
 * Throws FILE_OUTSIDE_PROJECT.
 */
export async function assertInside(paths: SessionPaths, path: string): Promise<void> {
  const shownAs = showPath(paths, path);
  try {
    if (!(await isOutside(paths.root, path))) return;
  } catch (error) {
    throw explainReadError(error, shownAs);
  }
  const message = `${shownAs} is a link that leads out of the project, so it is not used.`;
  throw new S2sError('FILE_OUTSIDE_PROJECT', message, {
    hint: 'Put a real file or folder in place of the link; nothing is read or written outside the project.',
  });
}

export interface FolderParts {
  /** The project's folder; messages name files relative to it, and nothing outside it is touched. */
  root: string;
  /** `.s2s`, absolute or relative to `root`. */
  s2sDir: string;
  clock: Pick<Clock, 'now'>;
  host: ProcessHost;
}

/** Locates the files; touches none. */
export function describeFolder({ root, s2sDir, clock, host }: FolderParts): {
  paths: SessionPaths;
  host: LockHost;
} {
  return { paths: locateSessions({ root, s2sDir }), host: { ...host, now: () => clock.now() } };
}
