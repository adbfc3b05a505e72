/** One session file: creates it, reads it, and replaces the state that was read. */

import { readStamp, writeFileDurably } from '../../files/durable-file.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { S2sError } from '../../session/errors.ts';
import type { Version } from '../../session/ports/ports.ts';
import type { LoadedSession } from '../../session/ports/repository.ts';
import type { Session } from '../../session/session.ts';
import {
  assertInside,
  locateSessionFile,
  makeSessionsFolder,
  type SessionPaths,
  showPath,
} from '../folder/session-paths.ts';
import { describeUnknownSession } from '../session/resolve-session.ts';
import { decodeSession, encodeSession, mostSessionBytes } from '../session/session-text.ts';
import { listSessionIds } from './session-list.ts';

/** Writes a new session. Throws SESSION_CHANGED when its file exists, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT. */
export async function createSessionFile(paths: SessionPaths, session: Session): Promise<Version> {
  const path = locateSessionFile(paths, session.id);
  const shownAs = showPath(paths, path);
  await makeSessionsFolder(paths);
  await assertInside(paths, path);
  const bytes = encodeSession(session, { file: shownAs });
  const version = await writeFileDurably(path, bytes, { shownAs, exclusive: true });
  if (version !== null) return version;
  throw new S2sError('SESSION_CHANGED', `${shownAs} exists already; it is left as it is.`, {
    hint: 'Run the same command again: a second later the session has another id.',
  });
}

/**
 * Loads a session. Throws UNKNOWN_SESSION, SESSION_INVALID, SESSION_FOREIGN, SESSION_TOO_NEW, FILE_TOO_LARGE, FILE_UNREADABLE,
 * FILE_OUTSIDE_PROJECT.
 */
export async function loadSessionFile(paths: SessionPaths, id: string): Promise<LoadedSession> {
  const path = locateSessionFile(paths, id);
  const location = showPath(paths, path);
  await assertInside(paths, path);
  const reading = await readFileBounded(path, { shownAs: location, maxBytes: mostSessionBytes });
  if (reading === null) throw describeUnknownSession(id, await listSessionIds(paths));
  const session = decodeSession(reading.bytes, { id, file: location });
  return { session, version: reading.stamp, location };
}

/**
 * Replaces the state that `expected` names; the new one is on disk when this resolves. Throws SESSION_CHANGED, FILE_MISSING,
 * FILE_TOO_LARGE, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT; the file is then unchanged.
 */
export async function saveSessionFile(
  paths: SessionPaths,
  session: Session,
  expected: Version,
): Promise<Version> {
  const path = locateSessionFile(paths, session.id);
  const shownAs = showPath(paths, path);
  await assertInside(paths, path);
  const confirm = async (): Promise<void> => {
    const current = await readStamp(path);
    if (current === null) throw describeVanished(shownAs);
    if (current !== expected) throw describeChanged(shownAs);
  };
  await confirm();
  const bytes = encodeSession(session, { file: shownAs });
  const version = await writeFileDurably(path, bytes, { shownAs, confirm });
  return version ?? expected;
}

function describeVanished(shownAs: string): S2sError {
  const message = `${shownAs} is gone: it was removed or moved while the session was running.`;
  return new S2sError('FILE_MISSING', message, {
    hint: 'Put the file back and resume; the calls already made are in the journal beside it, if that is still there.',
  });
}

function describeChanged(shownAs: string): S2sError {
  const message = `${shownAs} was changed on disk while the session was running; nothing was written over it.`;
  return new S2sError('SESSION_CHANGED', message, {
    hint: 'Look at the change, then resume: the session continues from the file as it is, and finished calls are not made again.',
  });
}
