/** Fields that a topic touches and nobody at the table answers for. */
import type { Agent } from '../domain/library.ts';
import { listNamedSpecialties, scoreSpecialties } from './score-specialties.ts';

/** An agent that answers for fields of the topic which nobody seated answers for. */
export interface MissingSeat {
  id: string;
  /** Its specialties that the topic names. */
  fields: string[];
}

/** Agents that are named at most; more would be a list to skip. */
const mostNamed = 2;

/**
 * The agents whose specialties the topic names while no seated agent has them, the one with most of them first. An agent that is called
 * only now and then (level 3) has to be named by two of its specialties.
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
