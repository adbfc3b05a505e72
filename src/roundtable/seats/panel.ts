/** Chooses the panel when the user names none. */

/** An agent that could get a seat. `score` is how well it fits the topic, 0 to 1. */
export interface PanelCandidate {
  id: string;
  level: 1 | 2 | 3;
  score: number;
}

/** A level 3 agent, which is called only occasionally, has to score higher than this. */
export const occasionalThreshold = 0.4;

/**
 * The best agent of level 1, then those of level 2 with any fit, then those of level 3 above the threshold; never more than
 * `most`. Equal fits are ranked by id.
 */
export function choosePanel(candidates: readonly PanelCandidate[], most: number): PanelCandidate[] {
  const ranked = [...candidates].sort(
    (one, other) => other.score - one.score || (one.id < other.id ? -1 : 1),
  );
  const orchestrator = ranked.filter(({ level }) => level === 1).slice(0, 1);
  const specialists = ranked.filter(({ level, score }) => level === 2 && score > 0);
  const occasional = ranked.filter(({ level, score }) => level === 3 && score > occasionalThreshold);
  return [...orchestrator, ...specialists, ...occasional].slice(0, most);
}
