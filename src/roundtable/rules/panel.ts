/** Who sits at the table when nobody has said, and how agents are ranked: by what they have shown, then by what they know (seed 001). */

/** One agent that could be seated. `score` is how well it fits the topic, 0 to 1; `record` breaks ties. */
export interface PanelCandidate {
  id: string;
  level: 1 | 2 | 3;
  score: number;
  /** The track record, higher is better; 0 where there is none. */
  record: number;
}

/** An agent that is called only now and then has to fit better than this. */
export const occasionalThreshold = 0.4;

/**
 * The best of level 1 always, then level 2 by fit (any), then level 3 above the threshold; never more than `most`.
 * Equal fits go by track record, then by id.
 */
export function choosePanel(candidates: readonly PanelCandidate[], most: number): PanelCandidate[] {
  const ranked = [...candidates].sort(
    (one, other) => other.score - one.score || other.record - one.record || (one.id < other.id ? -1 : 1),
  );
  const orchestrator = ranked.filter(({ level }) => level === 1).slice(0, 1);
  const specialists = ranked.filter(({ level, score }) => level === 2 && score > 0);
  const occasional = ranked.filter(({ level, score }) => level === 3 && score > occasionalThreshold);
  return [...orchestrator, ...specialists, ...occasional].slice(0, most);
}

/** The record of a seat that has none yet: neither good nor bad. */
export const neutralRecord = 0.5;

/** How much a full match can add to a record. */
const matchBonus = 0.3;

/**
 * The weight of an agent for a task: its track record × (1 + 0.3 × match), both from 0 to 1. The record is the main
 * signal, the match lifts it by up to 30 percent.
 */
export function weighAgent(record: number, match: number): number {
  return record * (1 + matchBonus * match);
}
