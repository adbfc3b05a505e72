/** How rehearsed seats vote: mostly for, once aside, and in one class of seeds against. */
import type { Proposal, Stance } from '../session/schema.ts';
import { pickAt } from './rehearsal-random.ts';
import type { Scene } from './rehearsal-scene.ts';
import { lowerFirst, quote } from './rehearsal-text.ts';
import type { Voice } from './rehearsal-voice.ts';

/** A seat's word on one proposal. */
export interface RehearsedStance {
  proposal_id: string;
  stance: Stance;
  reason: string;
}

/** The stances of the asked seat on all open proposals. */
export function rehearseStances(scene: Scene, voice: Voice): RehearsedStance[] {
  const first = findFirst(scene.facts.proposals);
  return scene.facts.proposals
    .filter((proposal) => proposal.status === 'open')
    .map((proposal, index) =>
      decideStance(scene, voice, { proposal, index, isFirst: proposal.id === first }),
    );
}

/** Proposals are numbered in the order in which they came up; the lowest open one is the first when none is decided yet. */
function findFirst(proposals: readonly Proposal[]): string | null {
  const ids = proposals.map((proposal) => proposal.id).sort();
  return ids[0] ?? null;
}

function decideStance(
  scene: Scene,
  voice: Voice,
  about: { proposal: Proposal; index: number; isFirst: boolean },
): RehearsedStance {
  const { plot, facts } = scene;
  const seat = facts.agent.id;
  const { proposal } = about;
  const place = seatPlace(scene) + about.index + facts.round;
  const check = pickAt(voice.checks, place) ?? 'an example';
  const answer = (stance: Stance, reason: string) => ({ proposal_id: proposal.id, stance, reason });
  if (seat === plot.blockSeat && isOpening(about, proposal)) {
    return answer(
      'block',
      `As it stands I cannot let this go ahead: ${quote(check)} has no answer yet, and I would have to vouch for it.`,
    );
  }
  if (plot.name === 'stable' && plot.dissenters.includes(seat)) {
    return answer('stand_aside', `I still see it the other way, and I do not hold up the others.`);
  }
  if (
    seat === plot.asideSeat &&
    plot.blockSeat === null &&
    isOpening(about, proposal) &&
    !hasSpoken(proposal, seat)
  ) {
    return answer(
      'stand_aside',
      `My own check, ${quote(check)}, is not answered by this; I would not stop it for that.`,
    );
  }
  const reasons = [
    `It can be held against my measure ${quote(pickAt(voice.criteria, place) ?? '')}.`,
    `It leaves ${quote(check)} to be shown later, which is acceptable to me.`,
    `It is one decision, it can be checked, and it fits what I said on ${lowerFirst(facts.focus || 'this')}.`,
    'Nothing I know speaks against it, and it can be undone.',
  ];
  return answer('support', pickAt(reasons, place) ?? '');
}

/** The first proposal of the session plays a part in the plan: the one with the lowest number. */
function isOpening(about: { isFirst: boolean }, proposal: Proposal): boolean {
  return about.isFirst && /(^|-)0*1$/.test(proposal.id);
}

function hasSpoken(proposal: Proposal, seat: string): boolean {
  return proposal.stances.some((stance) => stance.seat === seat);
}

/** The place of the asked seat at the table, 0 for one that is not listed. */
export function seatPlace(scene: Scene): number {
  return Math.max(
    0,
    scene.facts.seats.findIndex((seat) => seat.id === scene.facts.agent.id),
  );
}
