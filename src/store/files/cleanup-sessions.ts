/** Removes old sessions and everything in `.s2s/sessions` that belongs to them; never active or paused ones. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { S2sError } from '../../domain/errors.ts';
import type { SessionEntry } from '../../domain/repository.ts';
import type { CleanupOptions, CleanupReport } from '../../domain/session-maintenance.ts';
import type { SessionStatus } from '../../domain/vocabulary.ts';
import { explainWriteError } from '../../files/file-errors.ts';
import { listNames } from '../../files/list-folder.ts';
import { isSureTime } from '../migrate/read-time.ts';
import { releaseCurrentSession } from './current-session.ts';
import { acquireLock, readLockHolder } from './lock.ts';
import type { LockHost } from './lock-owner.ts';
import { listSessionIds, readEntry } from './session-list.ts';
import { defaultMaxBytes } from './session-parse.ts';
import { assertInside, type SessionPaths, showPath } from './session-paths.ts';
import { forgetWords } from './word-index.ts';

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
    else if (options.dryRun) report.removed.push({ id, files: await listFiles(paths, id) });
    else await removeSession(paths, id, { options: { ...options, statuses }, report });
  }
  return report;
}

/** The statuses to remove; both when none is named. Throws INVALID_VALUE for a status that is never removed. */
export function readRemovable(
  named: readonly SessionStatus[] = ['completed', 'closed'],
): readonly SessionStatus[] {
  const refused = named.find((status) => status !== 'completed' && status !== 'closed');
  if (refused === undefined) return named;
  throw new S2sError('INVALID_VALUE', `Sessions that are ${refused} are never cleaned up.`, {
    hint: 'Close them first: s2s session close <id>. Or use --status completed or --status closed.',
  });
}

type Judging = CleanupOptions & { host: LockHost; statuses: readonly SessionStatus[] };

function judge(paths: SessionPaths, id: string, { host, ...rule }: Judging): string {
  return judgeAge(readEntry(paths, id, defaultMaxBytes), { ...rule, now: host.now });
}

/** Whether to remove a session: `old`, `not meant`, or the reason why it stays. */
export function judgeAge(
  { head, damaged }: Pick<SessionEntry, 'head' | 'damaged'>,
  { statuses, olderThanMs, now }: Omit<Judging, 'host'> & { now: () => Date },
): string {
  if (head === null) return `damaged: ${damaged ?? 'unreadable'}`;
  if (!statuses.includes(head.status)) return 'not meant';
  if (head.imported_from !== undefined) return 'it is a session of the s2s plugin, which is never removed';
  if (!isSureTime(head.updated_at)) return 'the time of its last change is not known';
  return now().getTime() - Date.parse(head.updated_at) > olderThanMs ? 'old' : 'not meant';
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
    const files = await listFiles(paths, id);
    // The session file goes last: while it exists, an interrupted cleanup can be repeated.
    for (const file of files) await removePath(paths, file);
    await forgetWords(paths, 'sessions', id);
    report.removed.push({ id, files });
  } finally {
    await release();
  }
}

/** All files of a session in the sessions folder, its own file last; relative to the project. */
export async function listFiles(paths: SessionPaths, id: string): Promise<string[]> {
  const names = await listNames(paths.sessions);
  const own = names.filter((name) => isOfSession(id, name));
  const file = `${id}.yaml`;
  const ordered = [...own.filter((name) => name !== file).sort(), file];
  return ordered.map((name) => showPath(paths, join(paths.sessions, name)));
}

/** Whether a name in the sessions folder belongs to a session; its lock does not count. */
export function isOfSession(id: string, name: string): boolean {
  return (
    name === id ||
    name === `${id}-summary.md` ||
    (name.startsWith(`${id}.`) && !name.startsWith(`${id}.lock`))
  );
}

/** Removes a file or folder, named relative to the project. Throws FILE_UNWRITABLE. */
export async function removePath(paths: SessionPaths, shownAs: string): Promise<void> {
  const path = join(paths.root, shownAs);
  try {
    // Removes a link itself, never its target.
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    throw explainWriteError(error, shownAs);
  }
}
