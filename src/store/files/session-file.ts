/** One session file: creates it, reads it, and replaces the state that was read. */
import { S2sError } from '../../domain/errors.ts';
import type { Version } from '../../domain/ports.ts';
import type { LoadedSession } from '../../domain/repository.ts';
import type { Session } from '../../domain/session.ts';
import { readStamp, writeFileDurably } from '../../files/durable-file.ts';
import { decodeText, readFileBounded } from '../../files/read-file.ts';
import { type KeptReadings, makeOnce } from '../../text/kept-readings.ts';
import { keepBeside } from './keep-backup.ts';
import { describeUnknown } from './resolve-session.ts';
import { assertHeadId } from './session-head.ts';
import { listSessionIds } from './session-list.ts';
import { parseSession, refuseForeign } from './session-parse.ts';
import {
  assertInside,
  locateSessionFile,
  makeSessionsFolder,
  type SessionPaths,
  showPath,
} from './session-paths.ts';
import type { WriteSession } from './session-text.ts';

/** Writes a new session. Throws SESSION_CHANGED when its file exists, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT. */
export async function createSessionFile(
  paths: SessionPaths,
  session: Session,
  { maxBytes, write }: { maxBytes: number; write: WriteSession },
): Promise<Version> {
  const path = locateSessionFile(paths, session.id);
  const shownAs = showPath(paths, path);
  await makeSessionsFolder(paths);
  await assertInside(paths, path);
  const bytes = writeChecked(session, { shownAs, maxBytes, write });
  const version = await writeFileDurably(path, bytes, { shownAs, exclusive: true });
  if (version !== null) return version;
  throw new S2sError('SESSION_CHANGED', `${shownAs} exists already; it is left as it is.`, {
    hint: 'Run the same command again: a second later the session has another id.',
  });
}

/** Parsed sessions are kept, so that a session that is read repeatedly is parsed once: this many, and only up to this length. */
const mostKept = { sessions: 8, characters: 1024 * 1024 };

/**
 * Loads a session; `kept` has those parsed earlier. Throws UNKNOWN_SESSION, SESSION_INVALID, SESSION_TOO_NEW, FILE_TOO_LARGE,
 * FILE_UNREADABLE, FILE_OUTSIDE_PROJECT.
 */
export async function loadSessionFile(
  paths: SessionPaths,
  id: string,
  { maxBytes, kept }: { maxBytes: number; kept?: KeptReadings },
): Promise<LoadedSession> {
  const path = locateSessionFile(paths, id);
  const location = showPath(paths, path);
  await assertInside(paths, path);
  const reading = await readFileBounded(path, { shownAs: location, maxBytes });
  if (reading === null) throw describeUnknown(id, await listSessionIds(paths));
  const text = decodeText(reading.bytes, location);
  const parse = () => parseSession(text, location);
  const { session, migratedFrom } =
    kept === undefined || text.length > mostKept.characters
      ? parse()
      : structuredClone(makeOnce(kept, { file: path, text }, parse));
  for (const file of kept?.keys() ?? []) if ((kept?.size ?? 0) > mostKept.sessions) kept?.delete(file);
  assertHeadId(session, { id, shownAs: location });
  return { session, version: formatVersion(reading.stamp, migratedFrom), location, migratedFrom };
}

/**
 * Replaces the state that `expected` names; the new one is on disk when this resolves. Throws SESSION_CHANGED, FILE_MISSING,
 * FILE_TOO_LARGE, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT; the file is then unchanged.
 */
export async function saveSessionFile(
  paths: SessionPaths,
  session: Session,
  { expected, maxBytes, write }: { expected: Version; maxBytes: number; write: WriteSession },
): Promise<Version> {
  if (session.imported_from !== undefined) throw refuseForeign(session);
  const path = locateSessionFile(paths, session.id);
  const shownAs = showPath(paths, path);
  const [stamp, oldVersion] = expected.split('/');
  await assertInside(paths, path);
  const confirm = async (): Promise<void> => {
    const current = await readStamp(path);
    if (current === null) throw describeVanished(shownAs);
    if (current !== stamp) throw describeChanged(shownAs);
  };
  await confirm();
  const bytes = writeChecked(session, { shownAs, maxBytes, write });
  if (oldVersion !== undefined) await keepBeside(paths, { id: session.id, label: oldVersion, once: true });
  const version = await writeFileDurably(path, bytes, { shownAs, confirm });
  return version ?? expected;
}

/** Serializes a session, checked to be readable again. Throws FILE_TOO_LARGE, BUG. */
function writeChecked(
  session: Session,
  { shownAs, maxBytes, write }: { shownAs: string; maxBytes: number; write: WriteSession },
): Buffer {
  const bytes = write(session, shownAs);
  if (bytes.length <= maxBytes) return bytes;
  throw describeGrown(session.id, { shownAs, bytes: bytes.length, maxBytes });
}

/** FILE_TOO_LARGE: a session has grown beyond the size that can be read. */
export function describeGrown(
  id: string,
  { shownAs, bytes, maxBytes }: { shownAs: string; bytes: number; maxBytes: number },
): S2sError {
  const message = `${shownAs} would have ${bytes} bytes; the limit is ${maxBytes}, so it was not written.`;
  return new S2sError('FILE_TOO_LARGE', message, {
    hint: `Its last good round is on disk. Export it with \`s2s roundtable export ${id}\`, and go on in a new session.`,
  });
}

/** The version of a migrated session includes the schema version on disk, so that the first save keeps a copy of that file. */
function formatVersion(stamp: string, migratedFrom: number | null): Version {
  return migratedFrom === null ? stamp : `${stamp}/v${migratedFrom}`;
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
    hint: 'Look at the change, then resume: the session goes on from the file as it is, and finished calls are not made again.',
  });
}
