/** Ranks roles for a task by their specialties. */

import { scoreSpecialties } from '../../library/score-specialties.ts';
import type { Agent } from '../../session/library.ts';

/** An agent in the ranking; `match` is from 0 to 1. */
export interface RankedAgent {
  id: string;
  level: number;
  match: number;
}

/** Ranks agents, best first. Leaves out agents without a matching specialty, and the facilitator, who takes no seat. */
export function rankAgents(
  task: string,
  agents: readonly Agent[],
  { facilitator }: { facilitator: string },
): RankedAgent[] {
  return agents
    .filter(({ id }) => id !== 'facilitator' && id !== facilitator)
    .map((agent) => ({ id: agent.id, level: agent.level, match: scoreSpecialties(task, agent) }))
    .filter(({ match }) => match > 0)
    .sort((one, other) => other.match - one.match || (one.id < other.id ? -1 : 1));
}
