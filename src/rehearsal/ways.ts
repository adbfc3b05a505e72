/** Which of the two ways a rehearsed seat takes in this round, and whether it changed its mind. */
import { pickAt } from './random.ts';
import type { Scene } from './scene.ts';
import { findWay, seatPlace } from './scene.ts';
import { quote } from './text.ts';

/** A seat's place in the disagreement. */
export interface Choice {
  way: 0 | 1;
  /** Whether the position names the way at all: at first, while it is disputed, and when it changes. */
  spoken: boolean;
  /** What changed the seat's mind in this round, else null. */
  cause: string | null;
}

/** Decides for the asked seat, from the plan, its own earlier positions and the state of the conflict. */
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
    return { way: current, spoken, cause: null };
  if (conflict === null) return { way: 0, spoken: true, cause: readDecision(scene) };
  if (conflict.rounds_open < countPatience(scene)) return { way: 1, spoken, cause: null };
  return { way: 0, spoken: true, cause: nameArgument(scene) };
}

function startsApart(scene: Scene): boolean {
  const { side, agent } = scene.facts;
  return side === null ? scene.scenario.dissenters.includes(agent.id) : side === 'con';
}

/** Rounds that a conflict stays open before the seat gives way: longer in a debate, never where the plan says so. */
function countPatience(scene: Scene): number {
  const { scenario, facts } = scene;
  if (scenario.name === 'old-conflict') return Number.POSITIVE_INFINITY;
  const slow =
    facts.side !== null || scenario.name === 'keyword' || scenario.name === 'facilitator-escalates';
  const limit = (facts.max_rounds_per_conflict ?? 99) - 1;
  return Math.max(1, Math.min(slow ? 2 : 1, scenario.name === 'keyword' ? 2 : limit));
}

/** The argument for the first way that meets what the seat held against it. Seats name different ones. */
function nameArgument(scene: Scene): string {
  const [first, second] = scene.scenario.ways;
  const good = pickAt(first.good, scene.turn + seatPlace(scene)) ?? first.phrase;
  const bad = pickAt(second.bad, scene.turn + seatPlace(scene)) ?? second.phrase;
  const held = pickAt(second.good, seatPlace(scene) + scene.facts.round - 2) ?? second.phrase;
  return `That ${good} counts for more in this project than that ${held}. The price that ${bad} would come on top, and nobody had an answer to it.`;
}

/** A conflict that is no longer open was decided; the seat follows, and says what it follows. */
function readDecision(scene: Scene): string {
  const decided = scene.facts.conflicts.findLast(
    (conflict) => conflict.status === 'resolved' && conflict.resolution,
  );
  return decided?.resolution
    ? `The disagreement was settled (${quote(decided.resolution, 120)}), and I work from that.`
    : `The round showed that ${scene.scenario.ways[0].good[0] ?? 'the other way is enough'}, and that is enough for me.`;
}
