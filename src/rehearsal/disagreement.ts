/** What the answers of a round disagree about, judged by their wording, and what happens to an open conflict. */
import { pickAt } from './random.ts';
import { findWay, type Scene } from './scene.ts';
import { isExhausted, wayStatement } from './suggestions.ts';
import { endSentence, isSameText } from './text.ts';

/** The state of disagreement after a round. */
export interface Disagreement {
  /** The seats that take each way; seats that take neither are in neither list. */
  holders: [string[], string[]];
  /** Standing conflicts, in the form of a synthesis: known ones by their id, a new one as `new`. */
  standing: {
    id: string;
    description: string;
    positions: { seat: string; text: string }[];
    isWays: boolean;
  }[];
  resolved: { conflict_id: string; resolution: string }[];
}

/** Reads the disagreement from the answers. */
export function readDisagreement(scene: Scene): Disagreement {
  const { facts, scenario, conflict } = scene;
  const holders: [string[], string[]] = [[], []];
  for (const { seat, position } of facts.answers) {
    const way = findWay(position, scenario.ways);
    if (way !== null) holders[way].push(seat);
  }
  const others = facts.conflicts
    .filter((open) => open.status === 'open' && open.id !== conflict?.id)
    .map(({ id, description, positions }) => ({ id, description, positions, isWays: false }));
  const disputed = holders[0].length > 0 && holders[1].length > 0;
  if (conflict && !disputed && isSettled(scene, holders)) {
    const [{ phrase, good }] = scenario.ways;
    const resolution = `all who spoke to it would ${phrase}, because ${pickAt(good, scene.turn) ?? 'more speaks for it'}.`;
    return { holders, standing: others, resolved: [{ conflict_id: conflict.id, resolution }] };
  }
  const isOpen = conflict !== null || (disputed && scenario.conflictAllowed && isTimeToOpen(scene));
  if (!isOpen) return { holders, standing: others, resolved: [] };
  const ways = {
    id: conflict?.id ?? 'new',
    description: conflict?.description ?? describeConflict(scene),
    positions: conflict && !disputed ? conflict.positions : listPositions(scene),
    isWays: true,
  };
  return { holders, standing: [...others, ways], resolved: [] };
}

/** Whether an open conflict is settled: all who held the second way now take the first, and no seat takes the second. */
function isSettled(scene: Scene, holders: [string[], string[]]): boolean {
  const { conflict, scenario } = scene;
  const against = (conflict?.positions ?? []).filter(({ text }) => findWay(text, scenario.ways) === 1);
  return (
    holders[1].length === 0 && holders[0].length > 0 && against.every(({ seat }) => holders[0].includes(seat))
  );
}

/**
 * Whether a conflict may open in this round. Usually it opens as soon as the seats disagree; in the scenario `stable` it waits until
 * nothing is left to say or vote on, so that the discussion stands still before the conflict is old enough to ask a person.
 */
function isTimeToOpen(scene: Scene): boolean {
  const { facts, scenario } = scene;
  if (scenario.name !== 'stable') return true;
  const isSettled = facts.items.every(
    ({ status, text }) =>
      status !== 'open' || scenario.ways.some((way) => isSameText(text, wayStatement(way))),
  );
  return isExhausted(scene) && facts.round >= facts.min_rounds - 1 && (isSettled || !facts.votes);
}

/** The positions in the conflict: only the way each seat takes, worded without critical keywords. */
function listPositions(scene: Scene): { seat: string; text: string }[] {
  return scene.facts.answers.flatMap(({ seat, position }) => {
    const way = findWay(position, scene.scenario.ways);
    return way === null ? [] : [{ seat, text: endSentence(`I would ${scene.scenario.ways[way].phrase}`) }];
  });
}

function describeConflict(scene: Scene): string {
  const [first, second] = scene.scenario.ways;
  const keyword = scene.scenario.name === 'keyword' ? (scene.facts.critical_keywords[0] ?? 'security') : null;
  return `Whether to ${first.phrase} or to ${second.phrase}${keyword ? `, with ${keyword} at stake` : ''}.`;
}
