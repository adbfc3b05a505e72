/** Finds fields that a topic touches and no seated agent covers. */
import type { Agent } from '../session/library.ts';
import { listNamedSpecialties, scoreSpecialties } from './score-specialties.ts';

/** An agent that covers fields of the topic which no seated agent covers. */
export interface MissingSeat {
  id: string;
  /** The agent's specialties that the topic names and no seated agent covers. */
  fields: string[];
}

/** The most agents that are named; people would skip a longer list. */
const mostNamed = 2;

/**
 * The agents with specialties that the topic names and no seated agent has, the one with most of them first. The topic must
 * name two specialties of an agent that is rarely seated (level 3).
 */
export function findMissingSeats(
  topic: string,
  { seated, others }: { seated: readonly Agent[]; others: readonly Agent[] },
): MissingSeat[] {
  const missing: MissingSeat[] = [];
  const table = [...seated];
  while (missing.length < mostNamed) {
    const [best] = others
      .filter(({ id }) => !table.some((agent) => agent.id === id))
      .map((agent) => ({
        agent,
        fields: listNamedSpecialties(topic, agent).filter(
          (field) => !table.some((one) => scoreSpecialties(field, one) > 0),
        ),
      }))
      .filter(({ agent, fields }) => fields.length >= (agent.level === 3 ? 2 : 1))
      .sort((one, other) => other.fields.length - one.fields.length || one.agent.level - other.agent.level);
    if (best === undefined) break;
    missing.push({ id: best.agent.id, fields: best.fields });
    table.push(best.agent);
  }
  return missing;
}
