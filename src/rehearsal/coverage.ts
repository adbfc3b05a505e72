/** The part of a rehearsed synthesis about the agenda. */
import type { RequestFacts } from '../session/model-request.ts';
import { minimumKinds, type StatementKind } from '../session/vocabulary.ts';

/** A statement with the seat that made it. */
export interface Said {
  id: string;
  seat: string;
  kind: StatementKind;
  text: string;
}

/**
 * Criteria that are met by now, with the statements of this round that meet them. The critical ones are met bit by bit, all of them by
 * the fewest rounds that the session may have; of the others one a round, and two when the critical ones are through.
 */
export function reportCoverage({ session, agenda }: RequestFacts, round: number, said: readonly Said[]) {
  if (said.length === 0) return [];
  const open = session.agenda.flatMap(({ id, critical, criteria, criteria_met: met }) =>
    criteria
      .filter((criterion) => !met.some((one) => one.criterion === criterion))
      .map((criterion) => ({ topic_id: id, critical, criterion })),
  );
  const critical = open.filter((one) => one.critical);
  const roundsLeft = Math.max(1, session.settings.min_rounds - round + 1);
  const now = [
    ...critical.slice(0, Math.ceil(critical.length / roundsLeft)),
    ...open.filter((one) => !one.critical).slice(0, critical.length > 0 ? 1 : 2),
  ];
  return [...new Set(now.map(({ topic_id: id }) => id))].map((id) => {
    const minimums = agenda?.topics.find((topic) => topic.id === id)?.minimums ?? [];
    const kinds = minimums.flatMap(({ kind }) => minimumKinds[kind] ?? []);
    const fitting = said.filter(({ kind }) => kinds.includes(kind));
    const pool = fitting.length > 0 ? fitting : said;
    return {
      topic_id: id,
      criteria_met: now
        .filter(({ topic_id: topic }) => topic === id)
        .map(({ criterion }, index) => ({ criterion, by: [pool[index % pool.length]?.id ?? ''] })),
    };
  });
}
