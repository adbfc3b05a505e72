/** How rehearsed seats vote: on the two ways as they hold them; on other items mostly for, once aside, and with some seeds against. */
import type { Item } from '../domain/records.ts';
import type { Grade, Stance } from '../domain/vocabulary.ts';
import type { Persona } from './persona.ts';
import { hashText, pickAt } from './random.ts';
import { type Scene, seatPlace } from './scene.ts';
import { wayStatement } from './suggestions.ts';
import { isSameText, quote } from './text.ts';
import { chooseWay } from './ways.ts';

/** A seat's stance on one item. */
export interface RehearsedStance {
  item_id: string;
  stance: Stance;
  reason: string;
}

/**
 * The stances of the asked seat on all open items. In a phase without votes, only those that are not support, and none at all from a
 * seat that argues an assigned side. Two camps that do not move stand aside on each other's way in the rounds and block it in the review.
 */
export function rehearseStances(
  scene: Scene,
  persona: Persona,
  options: { inReview: boolean },
): RehearsedStance[] {
  const given = scene.facts.items
    .filter(({ status, raised_in: raisedIn }) => status === 'open' && raisedIn === 'round')
    .map((item, index) => decideStance(scene, persona, { item, index, ...options }));
  const { votes, side } = scene.facts;
  return votes ? given : given.filter(({ stance }) => side === null && stance !== 'support');
}

function decideStance(
  scene: Scene,
  persona: Persona,
  about: { item: Item; index: number; inReview: boolean },
): RehearsedStance {
  const { scenario, facts } = scene;
  const seat = facts.agent.id;
  const { item } = about;
  const place = seatPlace(scene) + about.index + facts.round;
  const check = quote(pickAt(persona.checks, place) ?? 'an example', 120);
  const answer = (stance: Stance, reason: string) => ({ item_id: item.id, stance, reason });
  const support = (): RehearsedStance => answer('support', '');
  const way = findWayOf(scene, item);
  if (seat === scenario.blockSeat && (way !== null || isFirst(scene, item))) {
    return answer(
      'block',
      `As it stands it must not go ahead: for ${check} nobody has given an answer that I could vouch for.`,
    );
  }
  if (way !== null) {
    const own = chooseWay(scene).way;
    if (own === way) return support();
    const bad = pickAt(scenario.ways[way].bad, place) ?? 'more can go wrong';
    return answer(
      scenario.name === 'stable' && about.inReview ? 'block' : 'stand_aside',
      `I hold the other way: with this one ${bad}.`,
    );
  }
  if (
    seat === scenario.asideSeat &&
    scenario.blockSeat === null &&
    isFirst(scene, item) &&
    !item.stances.some((stance) => stance.seat === seat && stance.presumed !== true)
  ) {
    return answer('stand_aside', `My own check finds no answer in it, ${check}; I do not stop it for that.`);
  }
  return support();
}

/** Which of the two ways an item states, or null. */
function findWayOf(scene: Scene, item: Item): 0 | 1 | null {
  for (const index of [0, 1] as const)
    if (isSameText(item.text, wayStatement(scene.scenario.ways[index]))) return index;
  return null;
}

/** Whether an item is the first that states neither way: the one on which a seat stands aside, or that it blocks. */
function isFirst(scene: Scene, { id }: Item): boolean {
  return scene.facts.items.find((item) => findWayOf(scene, item) === null)?.id === id;
}

/** The asked seat's judgement of each idea: a shared grade from seed and idea, which a seat may raise or lower by one. */
export function rehearseJudgements(scene: Scene): { item_id: string; value: Grade; feasibility: Grade }[] {
  const { seed, agent, items } = scene.facts;
  const grades: Grade[] = ['low', 'medium', 'high'];
  const grade = (what: string, id: string): Grade => {
    const shared = hashText(`${seed}/${id}/${what}`) % 3;
    const own = hashText(`${seed}/${agent.id}/${id}/${what}`) % 4;
    return grades[Math.max(0, Math.min(2, shared + (own === 0 ? -1 : own === 1 ? 1 : 0)))] ?? 'medium';
  };
  return items
    .filter(({ type, status }) => type === 'IDEA' && status === 'open')
    .map(({ id }) => ({ item_id: id, value: grade('value', id), feasibility: grade('feasibility', id) }));
}
