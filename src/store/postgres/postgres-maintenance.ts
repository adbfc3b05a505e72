/** Checks, closes and cleans up sessions in a database. */
import type { SessionRepository } from '../../session/ports/repository.ts';
import type { SessionMaintenance } from '../../session/ports/session-maintenance.ts';
import { listSessionFiles, removePath } from '../folder/session-files.ts';
import type { SessionPaths } from '../folder/session-paths.ts';
import { cleanupSessions } from '../repair/cleanup-sessions.ts';
import { closeSession } from '../repair/close-session.ts';
import { describeSound } from '../repair/repair-session.ts';
import { validateStored } from '../repair/validate-session.ts';
import { readJournalTable } from './journal-table.ts';
import { listRowIds, locateRow, readRowContent, type TableParts } from './session-table.ts';

/** Builds the port; sends no statement. */
export function createPostgresMaintenance(
  parts: TableParts & { now: () => Date },
  { repository, paths }: { repository: SessionRepository; paths: SessionPaths },
): SessionMaintenance {
  /** Documents that were published from it in this folder. */
  const listPublished = async (id: string): Promise<string[]> =>
    (await listSessionFiles(paths, id)).filter((file) => !file.endsWith('.yaml'));
  return {
    validate: (id) =>
      validateStored({
        ...{ id, file: locateRow(parts, id) },
        read: () => readRowContent(parts, id),
        readJournal: () => readJournalTable(parts, id),
        listIds: () => listRowIds(parts),
      }),
    // A row is written whole or not at all, so that there is nothing to repair.
    repair: async (id) => {
      const { session, location } = await repository.load(id);
      return describeSound(session, location);
    },
    close: (id) => closeSession(repository, id, parts.now),
    cleanup: (options) =>
      cleanupSessions(
        {
          repository,
          listFiles: async (id) => [locateRow(parts, id), ...(await listPublished(id))],
          remove: async (id) => {
            await removeRows(parts, id);
            for (const file of await listPublished(id)) await removePath(paths, file);
          },
        },
        options,
        parts.now,
      ),
  };
}

/** Removes a session and everything that belongs to it. */
async function removeRows({ database, leases }: TableParts, id: string): Promise<void> {
  const held = 'exists (select 1 from @leases where session_id = $1 and epoch = $2)';
  const others = ['journal', 'events', 'inbox'];
  const rest = others.map(
    (name) => `from_${name} as (delete from @${name} where session_id = $1 and ${held})`,
  );
  await database.query(`with ${rest.join(', ')} delete from @sessions where id = $1 and ${held}`, [
    id,
    leases.epochOf(id),
  ]);
}
