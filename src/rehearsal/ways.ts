/** Which of the two ways a rehearsed seat takes in this round, and whether it changes its mind. */
import { pickAt } from './random.ts';
import type { Scene } from './scene.ts';
import { findDecision, findWay, seatPlace } from './scene.ts';
import { quote } from './text.ts';

/** A seat's position on the two ways. */
export interface Choice {
  way: 0 | 1;
  /** Whether the answer mentions the way: the first one does, and later ones while the way is disputed or when it changes. */
  spoken: boolean;
  /** What changed the seat's mind in this round, else null. */
  cause: string | null;
  /** The decision from outside that the seat now follows instead of its own way, else null. */
  decided: string | null;
}

/** Chooses the asked seat's way from the scenario, its earlier positions and the state of the conflict. */
export function chooseWay(scene: Scene): Choice {
  const { facts, scenario, conflict } = scene;
  const first: 0 | 1 = startsApart(scene) ? 1 : 0;
  const isFirstAnswer = facts.own_positions.length === 0;
  const held = facts.own_positions
    .map(({ position }) => findWay(position, scenario.ways))
    .findLast((way) => way !== null);
  const current = held ?? first;
  const spoken = isFirstAnswer || conflict !== null || scenario.name === 'stable';
  if (current === 0 || isFirstAnswer || scenario.name === 'stable')
    return { way: current, spoken, cause: null, decided: null };
  const decided = findDecision(scene)?.text ?? null;
  if (conflict === null) return { way: 0, spoken: true, cause: readDecision(scene), decided };
  if (conflict.rounds_open < countPatience(scene)) return { way: 1, spoken, cause: null, decided: null };
  return { way: 0, spoken: true, cause: nameArgument(scene), decided: null };
}

function startsApart(scene: Scene): boolean {
  const { side, agent } = scene.facts;
  return side === null ? scene.scenario.dissenters.includes(agent.id) : side === 'con';
}

/** How many rounds a conflict stays open before the seat gives in: longer in a debate; in `old-conflict` a dissenter never does. */
function countPatience(scene: Scene): number {
  const { scenario, facts } = scene;
  if (scenario.name === 'old-conflict' && scenario.dissenters.includes(facts.agent.id))
    return Number.POSITIVE_INFINITY;
  const slow =
    facts.side !== null || scenario.name === 'keyword' || scenario.name === 'facilitator-escalates';
  const limit = (facts.max_rounds_per_conflict ?? 99) - 1;
  return Math.max(1, Math.min(slow ? 2 : 1, scenario.name === 'keyword' ? 2 : limit));
}

/** The argument that changes the seat's mind. Different seats name different ones. */
function nameArgument(scene: Scene): string {
  const [first, second] = scene.scenario.ways;
  const good = pickAt(first.good, scene.turn + seatPlace(scene)) ?? first.phrase;
  const bad = pickAt(second.bad, scene.turn + seatPlace(scene)) ?? second.phrase;
  const held = pickAt(second.good, seatPlace(scene) + scene.facts.round - 2) ?? second.phrase;
  return `That ${good} counts for more in this project than that ${held}. The price that ${bad} would come on top, and nobody had an answer to it.`;
}

/** Why the seat changes its way although the conflict is no longer open: it was decided, or the round was convincing. */
function readDecision(scene: Scene): string {
  const decided = scene.facts.conflicts.findLast(
    (conflict) => conflict.status === 'resolved' && conflict.resolution,
  );
  return decided?.resolution
    ? `The disagreement was settled (${quote(decided.resolution, 120)}), and I work from that.`
    : `The round showed that ${scene.scenario.ways[0].good[0] ?? 'the other way is enough'}, and that is enough for me.`;
}
