/** Ranks roles for a task by their track record and their specialties. */

import { scoreSpecialties } from '../../library/score-specialties.ts';
import { neutralRecord, weighAgent } from '../../roundtable/seats/panel.ts';
import type { Agent } from '../../session/library.ts';

/** An agent in the ranking. All scores are from 0 to 1, except `score`, which a full match raises by up to 30 percent. */
export interface RankedAgent {
  id: string;
  level: number;
  match: number;
  record: number;
  /** The number of sessions behind the record. */
  sessions: number;
  score: number;
}

/**
 * Ranks agents, best first. Leaves out agents without a matching specialty, however reliable they are, and the facilitator, who
 * takes no seat.
 */
export function rankAgents(
  task: string,
  agents: readonly Agent[],
  {
    records,
    facilitator,
  }: { records: ReadonlyMap<string, { score: number; sessions: number }>; facilitator: string },
): RankedAgent[] {
  return agents
    .filter(({ id }) => id !== 'facilitator' && id !== facilitator)
    .map((agent) => {
      const known = records.get(agent.id);
      const match = scoreSpecialties(task, agent);
      const record = known?.score ?? neutralRecord;
      const score = Math.round(weighAgent(record, match) * 1000) / 1000;
      return { id: agent.id, level: agent.level, match, record, sessions: known?.sessions ?? 0, score };
    })
    .filter(({ match }) => match > 0)
    .sort((one, other) => other.score - one.score || other.match - one.match || (one.id < other.id ? -1 : 1));
}
