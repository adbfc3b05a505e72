/** What a decision about the last round rests on, and how it is told. */

import type { Round } from '../../session/round.ts';
import { listUncoveredCritical } from '../../session/rules/coverage.ts';
import { countGrantedRounds } from '../../session/rules/granted-rounds.ts';
import { arguesSides, countLaterRounds, readPhase } from '../../session/rules/phases.ts';
import type { Session } from '../../session/session.ts';
import type { Run } from '../run.ts';
import type { Decision, DecisionFacts } from './decision-table.ts';
import { type EscalationCause, findEscalationCauses } from './escalation.ts';
import { countStandstills } from './movement.ts';

/** What happens after the decision. */
export type Verdict = 'continue' | 'phase' | 'conclude';

/** The round that is decided on. */
export function lastRound(session: Session): Round {
  const round = session.rounds.at(-1);
  if (!round) throw new Error('there is no round to decide on');
  return round;
}

/** The input of the table for the last round. */
export function readFacts(run: Run, said: Pick<DecisionFacts, 'pause' | 'skip' | 'guided'>): DecisionFacts {
  const { session, table } = run;
  const round = lastRound(session);
  const { settings } = session;
  const phase = readPhase(session, table.strategy);
  const [cause] = findCauses(run, round);
  const seats = phase.phase.participants ?? session.participants.map(({ id }) => id);
  return {
    ...said,
    round: round.round,
    minRounds: settings.min_rounds,
    maxRounds: settings.max_rounds,
    grantedRounds: countGrantedRounds(session),
    escalationDue: cause === undefined ? null : { trigger: cause.trigger, subject: cause.subject },
    proposed: round.proposed_action,
    uncoveredCritical: listUncoveredCritical(session.agenda),
    phase: {
      index: phase.index,
      names: phase.names,
      rounds: phase.rounds,
      minRounds: phase.phase.min_rounds,
      maxRounds: settings.max_rounds_per_phase,
      laterRounds: countLaterRounds(table.strategy, phase.index),
    },
    stillRounds: settings.stop_when_stable ? countStandstills(session.rounds, seats) : 0,
  };
}

/** Why a person has to decide after a round; empty when nobody has to. */
export function findCauses({ session, table }: Run, round: Round): EscalationCause[] {
  return findEscalationCauses(session, round, { forSides: arguesSides(table.strategy, round.phase) });
}

/** The name of the phase that follows; the last one stays. */
export function nextPhase(run: Run): string {
  const phase = readPhase(run.session, run.table.strategy);
  return phase.names[phase.index + 1] ?? phase.phase.name;
}

/** Reports what was decided after a round. */
export function reportDecision(run: Run, decision: Decision, { round, next_focus }: Round): void {
  const { action: next_action, rule, override } = decision;
  run.ports.report({ type: 'decision', round, next_action, rule, override, next_focus });
}
