/** Chooses the panel when the user names none, and ranks agents by track record and match. */

/** An agent that could get a seat. `score` is how well it fits the topic, 0 to 1; `record` breaks ties. */
export interface PanelCandidate {
  id: string;
  level: 1 | 2 | 3;
  score: number;
  /** The track record, higher is better; 0 where there is none. */
  record: number;
}

/** A level 3 agent, which is called only occasionally, has to score higher than this. */
export const occasionalThreshold = 0.4;

/**
 * The best agent of level 1, then those of level 2 with any fit, then those of level 3 above the threshold; never more than
 * `most`. Equal fits are ranked by track record, then by id.
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
 * signal; the match raises it by up to 30 percent.
 */
export function weighAgent(record: number, match: number): number {
  return record * (1 + matchBonus * match);
}
