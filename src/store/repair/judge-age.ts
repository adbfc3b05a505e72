/** Which sessions may be removed. */
import { S2sError } from '../../session/errors.ts';
import type { SessionEntry } from '../../session/ports/repository.ts';
import type { SessionStatus } from '../../session/vocabulary.ts';
import { foreignNames } from '../session/foreign-session.ts';

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

/** Whether to remove a session: `old`, `not meant`, or the reason why it stays. */
export function judgeAge(
  { head, damaged, foreign }: Pick<SessionEntry, 'head' | 'damaged' | 'foreign'>,
  {
    statuses,
    olderThanMs,
    now,
  }: { statuses: readonly SessionStatus[]; olderThanMs: number; now: () => Date },
): string {
  if (foreign !== null) return `${foreignNames[foreign.kind]}, which is never removed`;
  if (head === null) return `damaged: ${damaged ?? 'unreadable'}`;
  if (!statuses.includes(head.status)) return 'not meant';
  const age = now().getTime() - Date.parse(head.updated_at);
  if (Number.isNaN(age)) return 'the time of its last change is not known';
  return age > olderThanMs ? 'old' : 'not meant';
}
