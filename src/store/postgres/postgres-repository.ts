/** The sessions of a project in a database. The pointer to the current session, and the search index, stay in the folder: they are personal, not the team's. */

import type { SessionRepository } from '../../session/ports/repository.ts';
import { readCurrentSession, releaseCurrentSession, setCurrentSession } from '../folder/current-session.ts';
import type { LockHost } from '../folder/lock-owner.ts';
import type { SessionPaths } from '../folder/session-paths.ts';
import { createSearchIndex } from '../search/open-index.ts';
import { readSecond, searchSources } from '../search/search-sources.ts';
import { resolveSession } from '../session/resolve-session.ts';
import { describeSearchSource } from '../session/session-source.ts';
import { decodeSession } from '../session/session-text.ts';
import { addMessageRow, readMessageRows, removeMessageRow } from './inbox-table.ts';
import { openJournalTable, readJournalTable } from './journal-table.ts';
import {
  createRow,
  listRowIds,
  listRows,
  loadRow,
  locateRow,
  readRowContent,
  saveRow,
  type TableParts,
} from './session-table.ts';

/** Builds the repository; sends no statement. */
export function createPostgresRepository(
  parts: TableParts,
  { paths, host }: { paths: SessionPaths; host: LockHost },
): SessionRepository {
  const { database, leases } = parts;
  const index = createSearchIndex(paths, 'stored-sessions', host);
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
    search: async (words, options) => {
      const { rows } = await database.query<{ id: string; version: string }>(
        'select id, version from @sessions',
      );
      const sources = rows.map(({ id, version }) => {
        const file = locateRow(parts, id);
        const load = async () => {
          const row = await readRowContent(parts, id);
          return row === null ? null : describeSearchSource(decodeSession(row.bytes, { id, file }));
        };
        return { key: id, stamp: version, second: readSecond(id), file, load };
      });
      return searchSources(index, words, { ...options, sources });
    },
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
