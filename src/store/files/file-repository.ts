/** The sessions of a project as files in `.s2s/sessions`. */

import { readStamp } from '../../files/durable-file.ts';
import type { SessionRepository } from '../../session/ports/repository.ts';
import { readCurrentSession, releaseCurrentSession, setCurrentSession } from '../folder/current-session.ts';
import { describeFolder, type FolderParts, locateSessionFile, showPath } from '../folder/session-paths.ts';
import { createTurns } from '../folder/wait-for-lock.ts';
import { openJournal, readJournal } from '../journal/journal.ts';
import { createSearchIndex } from '../search/open-index.ts';
import { resolveSession } from '../session/resolve-session.ts';
import { addMessage, readMessages, removeMessage } from './inbox.ts';
import { acquireLock, clearUnstarted, readLockHolder } from './lock.ts';
import { searchSessions } from './search-sessions.ts';
import { createSessionFile, loadSessionFile, saveSessionFile } from './session-file.ts';
import { type KnownEntries, listSessionEntries, listSessionIds } from './session-list.ts';

/** Builds the repository. Touches no file, so it costs nothing until it is used. */
export function createFileRepository(parts: FolderParts): SessionRepository {
  const { paths, host } = describeFolder(parts);
  const search = { paths, index: createSearchIndex(paths, 'sessions', host) };
  const lists = { paths, known: new Map() as KnownEntries };
  /** Without turns, sessions that start together would keep overtaking each other when they write the pointer. */
  const waitForTurn = createTurns();
  const inTurn = async (act: () => Promise<void>): Promise<void> => {
    const endTurn = await waitForTurn('current');
    return act().finally(endTurn);
  };
  const listIds = () => listSessionIds(paths);
  const readCurrent = () => readCurrentSession(paths);
  const exists = async (id: string) => (await readStamp(locateSessionFile(paths, id))) !== null;
  return {
    create: async (session) => {
      const version = await createSessionFile(paths, session);
      await clearUnstarted(paths, host);
      return version;
    },
    load: (id) => loadSessionFile(paths, id),
    save: (session, expected) => saveSessionFile(paths, session, expected),
    locate: (id) => showPath(paths, locateSessionFile(paths, id)),
    list: (options = {}) => listSessionEntries(lists, options),
    search: (words, options) => searchSessions(search, words, options),
    listIds,
    resolve: (input) => resolveSession({ listIds, readCurrent, exists }, input),
    readCurrent,
    setCurrent: (id) => inTurn(() => setCurrentSession(paths, id)),
    release: (id) => inTurn(() => releaseCurrentSession(paths, id)),
    acquireLease: async (id) => ({ release: await acquireLock(paths, id, host) }),
    isLeased: async (id) => (await readLockHolder(paths, id, host)) !== null,
    readJournal: (id) => readJournal(paths, id),
    openJournal: (id) => openJournal(paths, id),
    addMessage: (id, message) => addMessage(paths, id, { message, token: host.createToken() }),
    readMessages: (id) => readMessages(paths, id),
    removeMessage: (id, messageId) => removeMessage(paths, id, messageId),
  };
}
