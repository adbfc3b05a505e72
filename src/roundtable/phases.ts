/** Where a session stands in its strategy's phases. */
import type { Phase, Strategy } from '../library/schema.ts';
import type { Round, Session } from '../session/schema.ts';

/** The phase of the next round: its place in the strategy and the rounds it has had. */
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
