/** Removes old sessions and everything that belongs to them; never active or paused ones. */
import type { SessionRepository } from '../../session/ports/repository.ts';
import type { CleanupOptions, CleanupReport } from '../../session/ports/session-maintenance.ts';
import { judgeAge, readRemovable } from './judge-age.ts';

/** A store that is cleaned up. */
export interface CleanedStore {
  repository: Pick<SessionRepository, 'list' | 'load' | 'isLeased' | 'acquireLease' | 'release'>;
  /** What goes with a session, as messages show it. */
  listFiles: (id: string) => Promise<string[]>;
  /** Removes all of it; the caller holds the lease. */
  remove: (id: string) => Promise<void>;
}

/** Cleans up. Throws INVALID_VALUE for a status that is never removed, and what removing throws. */
export async function cleanupSessions(
  { repository, listFiles, remove }: CleanedStore,
  options: CleanupOptions,
  now: () => Date,
): Promise<CleanupReport> {
  const rule = { ...options, statuses: readRemovable(options.statuses), now };
  const report: CleanupReport = { dry_run: options.dryRun, removed: [], kept: [] };
  for (const entry of (await repository.list()).entries.reverse()) {
    const { id, head } = entry;
    const verdict = judgeAge(entry, rule);
    if (verdict === 'not meant') continue;
    if (verdict !== 'old') report.kept.push({ id, reason: verdict });
    else if (entry.isFree !== true && (await repository.isLeased(id)))
      report.kept.push({ id, reason: 'in use by another process' });
    else if (options.dryRun) report.removed.push({ id, files: await listFiles(id) });
    else {
      const lease = await repository.acquireLease(id);
      try {
        // It may have been resumed before the lease was taken.
        if ((await repository.load(id)).session.updated_at !== head?.updated_at) {
          report.kept.push({ id, reason: 'it was changed just now' });
          continue;
        }
        const files = await listFiles(id);
        await repository.release(id);
        await remove(id);
        report.removed.push({ id, files });
      } finally {
        await lease.release();
      }
    }
  }
  return report;
}
