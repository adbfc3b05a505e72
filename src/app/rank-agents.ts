/** Which roles fit a task: what they have shown so far, and what they know. */
import type { Agent } from '../domain/library.ts';
import { scoreSpecialties } from '../library/score-specialties.ts';
import { neutralRecord, weighAgent } from '../roundtable/rules/panel.ts';

/** An agent in the ranking. All scores are from 0 to 1, but for `score`, which a full match lifts by up to 30 percent. */
export interface RankedAgent {
  id: string;
  level: number;
  match: number;
  record: number;
  /** How many sessions the record comes from. */
  sessions: number;
  score: number;
}

/** Ranks the agents that a task concerns, best first. An agent that the task does not touch is no answer to it, however reliable it is. */
export function rankAgents(
  task: string,
  agents: readonly Agent[],
  { records }: { records: ReadonlyMap<string, { score: number; sessions: number }> },
): RankedAgent[] {
  return agents
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
