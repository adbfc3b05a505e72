/** How rehearsed seats vote: mostly in support, once standing aside, and in one scenario blocking. */
import type { Proposal } from '../domain/records.ts';
import type { Stance } from '../domain/vocabulary.ts';
import type { Persona } from './persona.ts';
import { pickAt } from './random.ts';
import { type Scene, seatPlace } from './scene.ts';
import { quote } from './text.ts';

/** A seat's vote on one proposal. */
export interface RehearsedStance {
  proposal_id: string;
  stance: Stance;
  reason: string;
}

/** The stances of the asked seat on all open proposals. */
export function rehearseStances(scene: Scene, persona: Persona): RehearsedStance[] {
  return scene.facts.proposals
    .filter((proposal) => proposal.status === 'open')
    .map((proposal, index) => decideStance(scene, persona, { proposal, index }));
}

function decideStance(
  scene: Scene,
  persona: Persona,
  about: { proposal: Proposal; index: number },
): RehearsedStance {
  const { scenario, facts } = scene;
  const seat = facts.agent.id;
  const { proposal } = about;
  const place = seatPlace(scene) + about.index + facts.round;
  const check = quote(pickAt(persona.checks, place) ?? 'an example', 120);
  const answer = (stance: Stance, reason: string) => ({ proposal_id: proposal.id, stance, reason });
  if (seat === scenario.blockSeat && (proposal.opened_in === 1 || isAboutWay(scene, proposal))) {
    return answer(
      'block',
      `As it stands it must not go ahead: for ${check} nobody has given an answer that I could vouch for.`,
    );
  }
  if (scenario.name === 'stable' && scenario.dissenters.includes(seat)) {
    return answer('stand_aside', 'I still see it the other way, and I do not hold up the others.');
  }
  if (
    seat === scenario.asideSeat &&
    scenario.blockSeat === null &&
    scenario.name !== 'stable' &&
    isEarly(scene, proposal) &&
    !hasSpoken(proposal, seat)
  ) {
    return answer(
      'stand_aside',
      `It leaves my own check open, ${check}; I do not carry it, and I do not stop it.`,
    );
  }
  const measure = quote(pickAt(persona.criteria, place) ?? '', 120);
  const reasons = [
    `It passes what I measure by: ${measure}.`,
    `It leaves ${check} to be shown later, and that is acceptable to me.`,
    'It is one decision, it can be checked, and it can be taken back.',
    `Nothing that I answer for speaks against it, ${measure} included.`,
  ];
  return answer('support', pickAt(reasons, place) ?? '');
}

/** Whether the proposal is to take one of the two ways. */
function isAboutWay(scene: Scene, proposal: Proposal): boolean {
  return scene.scenario.ways.some(({ title }) => proposal.text.includes(title));
}

/**
 * Early proposals are those of the first round, and in a debate, where sides vote only in the last phase, also those of the second. The
 * ways themselves are excluded: a seat that argued for one does not stand aside from it.
 */
function isEarly(scene: Scene, proposal: Proposal): boolean {
  const last = scene.facts.side === null ? 1 : 2;
  return proposal.opened_in <= last && !isAboutWay(scene, proposal);
}

function hasSpoken(proposal: Proposal, seat: string): boolean {
  return proposal.stances.some((stance) => stance.seat === seat);
}
