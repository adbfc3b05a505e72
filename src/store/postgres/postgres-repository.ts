/** The sessions of a project in a database. The pointer to the current session stays in the folder: it is personal, not the team's. */
import type { SessionRepository } from '../../session/ports/repository.ts';
import { readCurrentSession, releaseCurrentSession, setCurrentSession } from '../folder/current-session.ts';
import type { SessionPaths } from '../folder/session-paths.ts';
import { resolveSession } from '../session/resolve-session.ts';
import { addMessageRow, readMessageRows, removeMessageRow } from './inbox-table.ts';
import { openJournalTable, readJournalTable } from './journal-table.ts';
import { searchRows } from './session-search.ts';
import {
  createRow,
  listRowIds,
  listRows,
  loadRow,
  locateRow,
  saveRow,
  type TableParts,
} from './session-table.ts';

/** Builds the repository; sends no statement. */
export function createPostgresRepository(parts: TableParts, paths: SessionPaths): SessionRepository {
  const { database, leases } = parts;
  const exists = async (id: string): Promise<boolean> =>
    (await database.query('select 1 from @sessions where id = $1', [id])).count > 0;
  const sessions = {
    listIds: () => listRowIds(parts),
    readCurrent: () => readCurrentSession(paths, exists),
  };
  return {
    ...sessions,
    create: (session) => createRow(parts, session),
    load: (id) => loadRow(parts, id),
    save: (session, expected) => saveRow(parts, session, expected),
    locate: (id) => locateRow(parts, id),
    list: (options = {}) => listRows(parts, options),
    search: (words, options) => searchRows(parts, words, options),
    resolve: (input) => resolveSession(sessions, input),
    setCurrent: (id) => setCurrentSession(paths, id),
    release: (id) => releaseCurrentSession(paths, id),
    acquireLease: (id) => leases.acquire(id),
    isLeased: (id) => leases.isLeased(id),
    readJournal: (id) => readJournalTable(parts, id),
    openJournal: (id) => openJournalTable(parts, id, paths),
    addMessage: (id, message) => addMessageRow(parts, id, message),
    readMessages: (id) => readMessageRows(parts, id),
    removeMessage: (id, messageId) => removeMessageRow(parts, id, messageId),
  };
}
