/** Checks, repairs, closes and cleans up sessions in a database. */
import type { SessionRepository } from '../../session/ports/repository.ts';
import type {
  CleanupOptions,
  CleanupReport,
  SessionMaintenance,
} from '../../session/ports/session-maintenance.ts';
import { listSessionFiles, removePath } from '../folder/session-files.ts';
import type { SessionPaths } from '../folder/session-paths.ts';
import { closeSession } from '../repair/close-session.ts';
import { judgeAge, readRemovable } from '../repair/judge-age.ts';
import { repairStored } from '../repair/repair-session.ts';
import { describeChangedInRepair, type StoredSession } from '../repair/stored-session.ts';
import { validateStored } from '../repair/validate-session.ts';
import { describeUnknownSession } from '../session/resolve-session.ts';
import { readJournalTable } from './journal-table.ts';
import {
  keepRow,
  listRowIds,
  listRows,
  locateRow,
  readRowContent,
  saveRow,
  type TableParts,
} from './session-table.ts';

/** Builds the port; sends no statement. */
export function createPostgresMaintenance(
  parts: TableParts & { now: () => Date },
  { repository, paths }: { repository: SessionRepository; paths: SessionPaths },
): SessionMaintenance {
  const stored = (id: string): StoredSession => locateStoredRow(parts, id);
  return {
    validate: (id) => validateStored(stored(id)),
    repair: async (id) => {
      if ((await readRowContent(parts, id)) === null)
        throw describeUnknownSession(id, await listRowIds(parts));
      const lease = await repository.acquireLease(id);
      try {
        return await repairStored(stored(id), parts.now());
      } finally {
        await lease.release();
      }
    },
    close: (id) => closeSession(repository, id, parts.now),
    cleanup: (options) => cleanupRows(parts, { options, repository, paths }),
  };
}

function locateStoredRow(parts: TableParts, id: string): StoredSession {
  const file = locateRow(parts, id);
  return {
    id,
    file,
    read: () => readRowContent(parts, id),
    readJournal: () => readJournalTable(parts, id),
    listIds: () => listRowIds(parts),
    keep: () => keepRow(parts, id),
    replace: async (session, stamp) => {
      await saveRow(parts, session, stamp).catch((error: { code?: unknown }) => {
        throw error.code === 'SESSION_CHANGED' ? describeChangedInRepair(file) : error;
      });
    },
  };
}

/** Removes old sessions, and the files published from them in this folder. */
async function cleanupRows(
  parts: TableParts & { now: () => Date },
  {
    options,
    repository,
    paths,
  }: { options: CleanupOptions; repository: SessionRepository; paths: SessionPaths },
): Promise<CleanupReport> {
  const rule = { ...options, statuses: readRemovable(options.statuses), now: parts.now };
  const report: CleanupReport = { dry_run: options.dryRun, removed: [], kept: [] };
  for (const entry of (await listRows(parts, {})).entries.reverse()) {
    const { id } = entry;
    const verdict = judgeAge(entry, rule);
    if (verdict === 'not meant') continue;
    const files = [
      locateRow(parts, id),
      ...(await listSessionFiles(paths, id)).filter((file) => !file.endsWith('.yaml')),
    ];
    if (verdict !== 'old') report.kept.push({ id, reason: verdict });
    else if (entry.isFree !== true && (await repository.isLeased(id)))
      report.kept.push({ id, reason: 'in use by another process' });
    else if (options.dryRun) report.removed.push({ id, files });
    else {
      const lease = await repository.acquireLease(id);
      try {
        await removeRows(parts, id);
        await repository.release(id);
        for (const file of files.slice(1)) await removePath(paths, file);
        report.removed.push({ id, files });
      } finally {
        await lease.release();
      }
    }
  }
  return report;
}

/** Removes a session and everything that belongs to it; the rows made from it go by cascade. */
async function removeRows({ database, leases }: TableParts, id: string): Promise<void> {
  const held = 'exists (select 1 from @leases where session_id = $1 and epoch = $2)';
  const others = ['journal', 'events', 'inbox', 'session_files'];
  const rest = others.map(
    (name) => `from_${name} as (delete from @${name} where session_id = $1 and ${held})`,
  );
  await database.query(`with ${rest.join(', ')} delete from @sessions where id = $1 and ${held}`, [
    id,
    leases.epochOf(id),
  ]);
}
