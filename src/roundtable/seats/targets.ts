/** Which seats answer in a targeted round when the facilitator names none. */

import type { Table } from '../../session/ports/ports.ts';
import type { Session } from '../../session/session.ts';

/**
 * The seats for a question that the facilitator put to everybody: those whose field it touches, and, up to the quorum,
 * others in their order. The result is in the order of `candidates`. A question that touches nobody's field
 * goes to everybody. The person is always asked.
 */
export function chooseTargets(
  session: Session,
  table: Pick<Table, 'agents' | 'scoreFit'>,
  options: { text: string; candidates: readonly string[] },
): string[] {
  const { candidates, text } = options;
  const people = session.participants.filter(({ kind }) => kind === 'human').map(({ id }) => id);
  const seats = candidates.filter((id) => !people.includes(id));
  const touched = seats.filter((id) => {
    const agent = table.agents.get(id);
    return agent !== undefined && (table.scoreFit?.(text, agent) ?? 0) > 0;
  });
  if (touched.length === 0) return [...candidates];
  const fill = seats
    .filter((id) => !touched.includes(id))
    .slice(0, Math.max(0, session.settings.quorum - touched.length));
  const chosen = new Set([...touched, ...fill, ...people]);
  return candidates.filter((id) => chosen.has(id));
}
