/** Where a session stands in its strategy's phases. */
import type { Phase, Strategy } from '../../domain/library.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';

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

/** The minimum number of rounds that the phases after this one need. */
export function countLaterRounds({ phases }: Strategy, index: number): number {
  return phases.slice(index + 1).reduce((sum, { min_rounds: fewest }) => sum + Math.max(1, fewest), 0);
}

/**
 * Whether seats argue assigned sides in a phase. In a strategy with sides, they do in the phases without votes, or, if no
 * phase has votes, in all but the last. What a seat argues for a side is not its opinion, so it does not count as a vote or
 * as support.
 */
export function arguesSides(strategy: Strategy, phaseName: string): boolean {
  if (!strategy.sides) return false;
  const index = strategy.phases.findIndex(({ name }) => name === phaseName);
  return strategy.phases.some(({ votes }) => votes)
    ? strategy.phases[index]?.votes === false
    : index < strategy.phases.length - 1;
}

/** Whether a seat argues an assigned side in a phase, so that neither its words nor its silence show its own view. */
export function speaksForSide(
  session: Pick<Session, 'participants'>,
  strategy: Strategy,
  at: { phase: string; seat: string },
): boolean {
  const side = session.participants.find(({ id }) => id === at.seat)?.side ?? null;
  return side !== null && arguesSides(strategy, at.phase);
}

function countTrailing(rounds: readonly Round[], phase: string): number {
  let count = 0;
  for (let index = rounds.length - 1; index >= 0 && rounds[index]?.phase === phase; index -= 1) count += 1;
  return count;
}
