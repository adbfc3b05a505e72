/** Lists sessions, newest first, from their heads alone. */

import type { ListOptions } from '../../session/ports/repository.ts';
import type { AppParts } from '../app-parts.ts';
import type { ListedSession, ListedSessions } from '../results.ts';

/** How many sessions are shown if nobody says. */
export const defaultListLimit = 20;

/** Lists sessions. Throws FILE_UNREADABLE for the whole store; a session that cannot be read is an entry in `damaged` or `foreign`. */
export async function listSessions(parts: AppParts, options: ListOptions): Promise<ListedSessions> {
  const { repository } = parts;
  const { limit = defaultListLimit, offset = 0 } = options;
  const { entries, total } = await repository.list({ ...options, limit, offset });
  const { id: current } = await repository.readCurrent();
  const sessions: ListedSession[] = [];
  for (const { id, head, isFree = false } of entries) {
    if (head === null) continue;
    sessions.push({
      id,
      topic: head.topic,
      workflow_type: head.workflow_type,
      strategy: head.strategy,
      status: head.status,
      pause_reason: head.pause_reason,
      rehearsal: head.rehearsal,
      rounds: head.total_rounds,
      turns: head.total_turns,
      updated_at: head.updated_at,
      created_at: head.created_at,
      decision: head.decision,
      result: head.result,
      waits_for: head.waits_for,
      current: id === current,
      // A run that was killed leaves its session active.
      running: head.status === 'active' && !isFree && (await repository.isLeased(id)),
    });
  }
  const damaged = entries.flatMap(({ id, location, damaged: reason }) =>
    reason === null ? [] : [{ id, file: location, reason }],
  );
  const foreign = entries.flatMap(({ id, location, foreign: other }) =>
    other === null ? [] : [{ id, file: location, ...other }],
  );
  // Nothing has taken keys out of what others wrote.
  return { sessions, current, damaged, foreign: parts.redactData(foreign), total, offset, limit };
}
