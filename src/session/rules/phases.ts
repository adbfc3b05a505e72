/** Where a session stands in its strategy's phases, and when a phase has to end. */
import type { Override } from '../codes.ts';
import type { Phase, Strategy } from '../library.ts';
import type { Round } from '../round.ts';
import type { Session } from '../session.ts';

/** The phase of the next round, its place in the strategy, and the rounds held in it so far. */
export interface PhaseState {
  phase: Phase;
  index: number;
  names: string[];
  /** Rounds already held in this phase. */
  rounds: number;
}

/** Reads the phase from the session. A phase that the strategy no longer has counts as its first. */
export function readPhase(
  session: Pick<Session, 'current_phase' | 'rounds'>,
  strategy: Strategy,
): PhaseState {
  const names = strategy.phases.map((phase) => phase.name);
  const index = Math.max(0, names.indexOf(session.current_phase));
  const phase = strategy.phases[index];
  if (!phase) throw new Error(`strategy ${strategy.id} has no phases`);
  return { phase, index, names, rounds: countTrailing(session.rounds, phase.name) };
}

function countTrailing(rounds: readonly Round[], phase: string): number {
  let count = 0;
  for (let index = rounds.length - 1; index >= 0 && rounds[index]?.phase === phase; index -= 1) count += 1;
  return count;
}

/** Whether seats are asked for whole proposals: in the first round, and in every round of a phase that says so. */
export function asksForProposals(phase: Phase, round: number): boolean {
  return round === 1 || phase.proposals === true;
}

/** The minimum number of rounds that the phases after this one need. */
export function countLaterRounds({ phases }: Strategy, index: number): number {
  return phases.slice(index + 1).reduce((sum, { min_rounds: fewest }) => sum + Math.max(1, fewest), 0);
}

/** What the end of a phase depends on. */
export interface PhaseLimits {
  index: number;
  names: readonly string[];
  /** Rounds held in it. */
  rounds: number;
  maxRounds: number;
  /** The minimum number of rounds that the later phases need. */
  laterRounds: number;
}

/** Why a phase has to end after a round, whatever is proposed; null when it can go on. `left`: rounds that may still be held. */
export function findPhaseEnd(
  { index, names, rounds, maxRounds, laterRounds }: PhaseLimits,
  left: number,
): Extract<Override, { code: 'phase_max_rounds' | 'later_phases_need_rounds' }> | null {
  if (rounds >= maxRounds) return { code: 'phase_max_rounds', have: rounds, need: maxRounds };
  return index + 1 < names.length && left <= laterRounds ? { code: 'later_phases_need_rounds' } : null;
}

/**
 * Whether seats argue assigned sides in a phase. In a strategy with sides, they do in the phases without votes, or, if no
 * phase has votes, in all but the last. What a seat argues for a side is not its opinion, so its confidence says nothing.
 */
export function arguesSides(strategy: Strategy, phaseName: string): boolean {
  if (!strategy.sides) return false;
  const index = strategy.phases.findIndex(({ name }) => name === phaseName);
  return strategy.phases.some(({ votes }) => votes)
    ? strategy.phases[index]?.votes === false
    : index < strategy.phases.length - 1;
}
