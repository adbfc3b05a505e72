/** Removes old sessions and everything that belongs to them; never active or paused ones. */

import { S2sError } from '../../session/errors.ts';
import type { SessionEntry, SessionRepository } from '../../session/ports/repository.ts';
import type { CleanupOptions, CleanupReport } from '../../session/ports/session-maintenance.ts';
import type { SessionStatus } from '../../session/vocabulary.ts';

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
    else if (await repository.isLeased(id)) report.kept.push({ id, reason: 'in use by another process' });
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

/** The statuses to remove; both when none is named. Throws INVALID_VALUE for a status that is never removed. */
function readRemovable(named: readonly SessionStatus[] = ['completed', 'closed']): readonly SessionStatus[] {
  const refused = named.find((status) => status !== 'completed' && status !== 'closed');
  if (refused === undefined) return named;
  throw new S2sError('INVALID_VALUE', `Sessions that are ${refused} are never cleaned up.`, {
    hint: 'Close them first: s2s session close <id>. Or use --status completed or --status closed.',
  });
}

/** Whether to remove a session: `old`, `not meant`, or the reason why it stays. */
function judgeAge(
  { head, damaged }: Pick<SessionEntry, 'head' | 'damaged'>,
  {
    statuses,
    olderThanMs,
    now,
  }: { statuses: readonly SessionStatus[]; olderThanMs: number; now: () => Date },
): string {
  if (head === null) return `damaged: ${damaged}`;
  if (!statuses.includes(head.status)) return 'not meant';
  const age = now().getTime() - Date.parse(head.updated_at);
  if (Number.isNaN(age)) return 'the time of its last change is not known';
  return age > olderThanMs ? 'old' : 'not meant';
}
