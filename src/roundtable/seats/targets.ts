/** Which seats answer in a targeted round when the facilitator names none: those that rank highest. */

import type { Table } from '../../session/ports/ports.ts';
import type { Session } from '../../session/session.ts';
import { neutralRecord, weighAgent } from './panel.ts';

/**
 * The seats for a question that the facilitator put to everybody: those whose field it touches, and, up to the quorum,
 * others in the order of their weight. The result is in the order of `candidates`. A question that touches nobody's field
 * goes to everybody. The person is always asked.
 */
export function chooseTargets(
  session: Session,
  table: Pick<Table, 'agents' | 'scoreFit'>,
  options: { text: string; candidates: readonly string[] },
): string[] {
  const { candidates, text } = options;
  const records = new Map((session.panel.records ?? []).map(({ id, score }) => [id, score]));
  const people = session.participants.filter(({ kind }) => kind === 'human').map(({ id }) => id);
  const ranked = candidates
    .filter((id) => !people.includes(id))
    .map((id, place) => {
      const agent = table.agents.get(id);
      const match = agent === undefined ? 0 : (table.scoreFit?.(text, agent) ?? 0);
      return { id, place, match, weight: weighAgent(records.get(id) ?? neutralRecord, match) };
    });
  const touched = ranked.filter(({ match }) => match > 0);
  if (touched.length === 0) return [...candidates];
  const fill = ranked
    .filter(({ match }) => match === 0)
    .sort((one, other) => other.weight - one.weight || one.place - other.place)
    .slice(0, Math.max(0, session.settings.quorum - touched.length));
  const chosen = new Set([...touched, ...fill].map(({ id }) => id));
  return candidates.filter((id) => chosen.has(id) || people.includes(id));
}
