/** The sessions of a project as files in `.s2s/sessions`. */
import type { Clock, Version } from '../../domain/ports.ts';
import type { SessionRepository } from '../../domain/repository.ts';
import { readStamp } from '../../files/durable-file.ts';
import type { KeptReadings } from '../../text/kept-readings.ts';
import { openJournal, readJournal } from '../journal/journal.ts';
import { readCurrentSession, releaseCurrentSession, setCurrentSession } from './current-session.ts';
import { addMessage, readMessages, removeMessage } from './inbox.ts';
import { acquireLock, readLockHolder } from './lock.ts';
import type { LockHost, ProcessHost } from './lock-owner.ts';
import { resolveSession } from './resolve-session.ts';
import { searchSessions } from './search-sessions.ts';
import { createSessionFile, loadSessionFile, saveSessionFile } from './session-file.ts';
import { listSessionIds, listSessions } from './session-list.ts';
import { defaultMaxBytes } from './session-parse.ts';
import { locateSessionFile, locateSessions, type SessionPaths, showPath } from './session-paths.ts';
import { createSessionWriter } from './session-text.ts';
import { createTurns } from './turns.ts';

export interface FileStoreParts {
  /** The project's folder; messages name files relative to it, and nothing outside it is touched. */
  root: string;
  /** `.s2s`, absolute or relative to `root`. */
  s2sDir: string;
  clock: Pick<Clock, 'now'>;
  host: ProcessHost;
  /** The largest session file, in bytes; 16 MiB when absent. */
  maxBytes?: number;
}

/** What every file adapter needs: where the files are, this process, and the largest file that is read. */
export interface FileStoreBase {
  paths: SessionPaths;
  host: LockHost;
  maxBytes: number;
}

/** Locates the files; touches none. */
export function describeFileStore({ root, s2sDir, clock, host, maxBytes }: FileStoreParts): FileStoreBase {
  return {
    paths: locateSessions({ root, s2sDir }),
    host: { ...host, now: () => clock.now() },
    maxBytes: maxBytes ?? defaultMaxBytes,
  };
}

/** Builds the repository. Touches no file, so it costs nothing until it is used. */
export function createFileRepository(parts: FileStoreParts): SessionRepository {
  const { paths, host, maxBytes } = describeFileStore(parts);
  const write = createSessionWriter();
  const held = new Set<string>();
  /** Without turns, sessions that start together would keep overtaking each other when they write the pointer. */
  const waitForTurn = createTurns();
  const inTurn = async (act: () => Promise<void>): Promise<void> => {
    const endTurn = await waitForTurn('current');
    return act().finally(endTurn);
  };
  const kept: KeptReadings = new Map();
  const listIds = () => listSessionIds(paths);
  const readCurrent = () => readCurrentSession(paths);
  const exists = async (id: string) => (await readStamp(locateSessionFile(paths, id))) !== null;
  return {
    create: (session) => createSessionFile(paths, session, { maxBytes, write }),
    load: (id) => loadSessionFile(paths, id, { maxBytes, kept }),
    save: (session, expected: Version) => saveSessionFile(paths, session, { expected, maxBytes, write }),
    locate: (id) => showPath(paths, locateSessionFile(paths, id)),
    list: (options = {}) => listSessions(paths, { ...options, maxBytes }),
    search: (words, options) => searchSessions(paths, words, { ...options, maxBytes }),
    listIds,
    resolve: (input) => resolveSession({ listIds, readCurrent, exists }, input),
    readCurrent,
    setCurrent: (id) => inTurn(() => setCurrentSession(paths, id)),
    release: (id) => inTurn(() => releaseCurrentSession(paths, id)),
    acquireLease: async (id) => ({ release: await acquireLock(paths, id, host, held) }),
    isLeased: async (id) => (await readLockHolder(paths, id, host)) !== null,
    readJournal: (id) => readJournal(paths, id),
    openJournal: (id) => openJournal(paths, id),
    addMessage: (id, message) => addMessage(paths, id, { message, token: host.createToken() }),
    readMessages: (id) => readMessages(paths, id),
    removeMessage: (id, messageId) => removeMessage(paths, id, messageId),
  };
}
