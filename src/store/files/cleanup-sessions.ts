/** Removes old sessions and everything in `.s2s/sessions` that belongs to them; never active or paused ones. */
import type { CleanupOptions, CleanupReport } from '../../session/ports/session-maintenance.ts';
import type { SessionStatus } from '../../session/vocabulary.ts';
import { releaseCurrentSession } from '../folder/current-session.ts';
import type { LockHost } from '../folder/lock-owner.ts';
import { listSessionFiles, removePath } from '../folder/session-files.ts';
import { assertInside, type SessionPaths } from '../folder/session-paths.ts';
import { judgeAge, readRemovable } from '../repair/judge-age.ts';
import { createSearchIndex } from '../search/open-index.ts';
import { removeSources } from '../search/search-index.ts';
import { defaultMaxBytes } from '../session/session-parse.ts';
import { acquireLock, readLockHolder } from './lock.ts';
import { listSessionIds, readListEntry } from './session-list.ts';

/** Cleans up. Throws INVALID_VALUE for a status that is never removed, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT. */
export async function cleanupSessions(
  paths: SessionPaths,
  options: CleanupOptions & { host: LockHost },
): Promise<CleanupReport> {
  const statuses = readRemovable(options.statuses);
  await assertInside(paths, paths.sessions);
  const report: CleanupReport = { dry_run: options.dryRun, removed: [], kept: [] };
  for (const id of (await listSessionIds(paths)).reverse()) {
    const verdict = judge(paths, id, { ...options, statuses });
    if (verdict === 'not meant') continue;
    if (verdict !== 'old') report.kept.push({ id, reason: verdict });
    else if (await isLocked(paths, id, options.host))
      report.kept.push({ id, reason: 'in use by another process' });
    else if (options.dryRun) report.removed.push({ id, files: await listSessionFiles(paths, id) });
    else await removeSession(paths, id, { options: { ...options, statuses }, report });
  }
  const removed = report.dry_run ? [] : report.removed.map(({ id }) => id);
  // Nor does their text stay in the index; where that cannot be written, the next search does it.
  if (removed.length > 0) {
    const index = createSearchIndex(paths, 'sessions', options.host);
    await index.use((engine) => removeSources(engine, removed)).catch(() => undefined);
  }
  return report;
}

type Judging = CleanupOptions & { host: LockHost; statuses: readonly SessionStatus[] };

function judge(paths: SessionPaths, id: string, { host, ...rule }: Judging): string {
  return judgeAge(readListEntry(paths, id, defaultMaxBytes), { ...rule, now: host.now });
}

async function isLocked(paths: SessionPaths, id: string, host: LockHost): Promise<boolean> {
  return (await readLockHolder(paths, id, host)) !== null;
}

async function removeSession(
  paths: SessionPaths,
  id: string,
  { options, report }: { options: Judging; report: CleanupReport },
): Promise<void> {
  const release = await acquireLock(paths, id, options.host);
  try {
    // It may have been resumed before the lock was taken.
    if (judge(paths, id, options) !== 'old') {
      report.kept.push({ id, reason: 'it was changed just now' });
      return;
    }
    await releaseCurrentSession(paths, id);
    const files = await listSessionFiles(paths, id);
    // The session file goes last: while it exists, an interrupted cleanup can be repeated.
    for (const file of files) await removePath(paths, file);
    report.removed.push({ id, files });
  } finally {
    await release();
  }
}
