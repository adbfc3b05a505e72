/** Lists sessions, newest first, from their heads alone. */

import type { ListOptions } from '../../session/ports/repository.ts';
import type { AppParts } from '../app-parts.ts';
import type { ListedSession, ListedSessions } from '../results.ts';

/** How many sessions are shown if nobody says. */
export const defaultListLimit = 20;

/** Lists sessions. Throws FILE_UNREADABLE for the whole store; a session that cannot be read is an entry in `damaged`. */
export async function listSessions(parts: AppParts, options: ListOptions): Promise<ListedSessions> {
  const { repository } = parts;
  const { limit = defaultListLimit, offset = 0 } = options;
  const { entries, total } = await repository.list({ ...options, limit, offset });
  const { id: current } = await repository.readCurrent();
  const sessions: ListedSession[] = [];
  for (const { id, head } of entries) {
    if (head === null) continue;
    const { total_rounds: rounds, total_turns: turns, ...told } = head;
    sessions.push({
      ...told,
      ...{ id, rounds, turns },
      current: id === current,
      // A run that was killed leaves its session active.
      running: head.status === 'active' && (await repository.isLeased(id)),
    });
  }
  const damaged = entries.flatMap(({ id, location, damaged: reason }) =>
    reason === null ? [] : [{ id, file: location, reason }],
  );
  return { sessions, current, damaged, total, offset, limit };
}
