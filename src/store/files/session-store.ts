/** The store of sessions as YAML files: the loop's port, and what the commands need beside it. */
import { S2sError } from '../../domain/errors.ts';
import type { Clock, Store, Version } from '../../domain/ports.ts';
import type { Session } from '../../domain/session.ts';
import { readStamp, writeFileDurably } from '../../files/durable-file.ts';
import { decodeText, readFileBounded } from '../../files/read-file.ts';
import { type CloseReport, closeSession } from './close-session.ts';
import {
  type CurrentSession,
  readCurrentSession,
  releaseCurrentSession,
  setCurrentSession,
} from './current-session.ts';
import { keepBeside } from './keep-backup.ts';
import { describeUnknown, type ResolvedSession, resolveSession } from './resolve-session.ts';
import { assertSavable, prepareCheck } from './session-check.ts';
import { assertHeadId } from './session-head.ts';
import { type ListOptions, listSessionIds, listSessions, type SessionList } from './session-list.ts';
import { defaultMaxBytes, parseSession } from './session-parse.ts';
import {
  locateSessionFile,
  locateSessions,
  makeSessionsFolder,
  refuseWayOut,
  type SessionPaths,
  showPath,
} from './session-paths.ts';
import { prepareRoundParts, stringifySession } from './session-text.ts';

/** A session as it was read. */
export interface LoadedSession {
  session: Session;
  version: Version;
  /** Relative to the project. */
  file: string;
  /** The older version that the file still has on disk, else null; the next save keeps a copy of it. */
  migratedFrom: number | null;
}

/** The store: `Store` of the loop, and the rest. Every method checks the id before it touches a path. */
export interface SessionStore extends Store {
  readonly paths: SessionPaths;
  /** As the loop's port; `named` is called when the new file stands in its place, while the folder is still being flushed. */
  save(session: Session, expected: Version, named?: () => void): Promise<Version>;
  /** Writes a new session. Throws SESSION_CHANGED when its file exists, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT. */
  create(session: Session): Promise<Version>;
  /** Throws UNKNOWN_SESSION, SESSION_INVALID, SESSION_TOO_NEW, FILE_TOO_LARGE, FILE_UNREADABLE, FILE_OUTSIDE_PROJECT. */
  load(id: string): Promise<LoadedSession>;
  setCurrent(id: string): Promise<void>;
  readCurrent(): Promise<CurrentSession>;
  list(options?: ListOptions): Promise<SessionList>;
  /** Ids of all sessions, newest first; what `createSessionId` takes as taken. */
  listIds(): Promise<string[]>;
  resolveId(input?: string): Promise<ResolvedSession>;
  /** Ends a session for good without completing it. */
  close(id: string): Promise<CloseReport>;
}

/** What a store is built from. */
export interface SessionStoreParts {
  root: string;
  s2sDir: string;
  /** Writes the documents of a session; from documents/. */
  publish: Store['publish'];
  clock: Pick<Clock, 'now'>;
  /** Bytes that a session file may have; 64 MiB when absent. */
  maxBytes?: number;
}

/** Builds the store. Touches no file. */
export function createSessionStore({
  root,
  s2sDir,
  publish,
  clock,
  maxBytes = defaultMaxBytes,
}: SessionStoreParts): SessionStore {
  const paths = locateSessions({ root, s2sDir });
  const store: SessionStore = {
    paths,
    publish,
    prepare: prepareRoundParts,
    create: async (session) => createFile(paths, session),
    load: async (id) => loadFile(paths, { id, maxBytes }),
    save: async (session, expected, named) =>
      saveFile(paths, { session, expected, maxBytes, ...(named === undefined ? {} : { named }) }),
    release: async (id) => releaseCurrentSession(paths, id),
    setCurrent: async (id) => setCurrentSession(paths, id),
    readCurrent: async () => readCurrentSession(paths),
    list: async (options = {}) => listSessions(paths, { ...options, maxBytes }),
    listIds: async () => listSessionIds(paths),
    resolveId: async (input) => resolveSession(paths, input),
    close: async (id) => closeSession(store, { id, now: clock.now() }),
  };
  return store;
}

async function createFile(paths: SessionPaths, session: Session): Promise<Version> {
  const path = locateSessionFile(paths, session.id);
  const shownAs = showPath(paths, path);
  await makeSessionsFolder(paths);
  await refuseWayOut(paths, path);
  assertSavable(session, shownAs);
  const version = await writeFileDurably(path, stringifySession(session), { shownAs, exclusive: true });
  if (version !== null) return version;
  throw new S2sError('SESSION_CHANGED', `${shownAs} exists already; it is left as it is.`, {
    hint: 'Run the same command again: a second later the session has another id.',
  });
}

async function loadFile(
  paths: SessionPaths,
  { id, maxBytes }: { id: string; maxBytes: number },
): Promise<LoadedSession> {
  const path = locateSessionFile(paths, id);
  const file = showPath(paths, path);
  await refuseWayOut(paths, path);
  const reading = await readFileBounded(path, { shownAs: file, maxBytes });
  if (reading === null) throw describeUnknown(id, await listSessionIds(paths));
  const { session, migratedFrom } = parseSession(decodeText(reading.bytes, file), file, { maxBytes });
  assertHeadId(session, { id, shownAs: file });
  return { session, version: formatVersion(reading.stamp, migratedFrom), file, migratedFrom };
}

interface SaveRequest {
  session: Session;
  expected: Version;
  maxBytes: number;
  named?: () => void;
}

async function saveFile(
  paths: SessionPaths,
  { session, expected, maxBytes, named }: SaveRequest,
): Promise<Version> {
  const path = locateSessionFile(paths, session.id);
  const shownAs = showPath(paths, path);
  const [stamp, oldVersion] = expected.split('/');
  await refuseWayOut(paths, path);
  const confirm = async (): Promise<void> => {
    const current = await readStamp(path);
    if (current === null) throw describeVanished(shownAs);
    if (current !== stamp) throw describeChanged(shownAs);
  };
  await confirm();
  const check = prepareCheck(session, shownAs);
  const text = stringifySession(session);
  if (text.length > maxBytes) {
    throw new S2sError(
      'FILE_TOO_LARGE',
      `${shownAs} would have more than ${maxBytes} bytes and could not be read again; it was left as it is.`,
      {
        hint: 'Run without --verbose, or conclude this session and start another.',
      },
    );
  }
  if (oldVersion !== undefined) await keepBeside(paths, { id: session.id, label: oldVersion, once: true });
  const version = await writeFileDurably(path, text, {
    shownAs,
    meanwhile: check,
    confirm,
    ...(named === undefined ? {} : { named }),
  });
  return version ?? expected;
}

/** A migrated session's version says which form is on disk, so that the first save keeps that form beside. */
function formatVersion(stamp: string, migratedFrom: number | null): Version {
  return migratedFrom === null ? stamp : `${stamp}/v${migratedFrom}`;
}

function describeVanished(shownAs: string): S2sError {
  return new S2sError(
    'FILE_MISSING',
    `${shownAs} is gone: it was removed or moved while the session was running.`,
    {
      hint: 'Put the file back and resume; the calls already made are in the journal beside it, if that is still there.',
    },
  );
}

function describeChanged(shownAs: string): S2sError {
  return new S2sError(
    'SESSION_CHANGED',
    `${shownAs} was changed on disk while the session was running; nothing was written over it.`,
    {
      hint: 'Look at the change, then resume: the session goes on from the file as it is, and finished calls are not made again.',
    },
  );
}
