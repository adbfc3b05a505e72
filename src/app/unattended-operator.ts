/** Nobody at a terminal: the policy answers where it may, everything else waits. */
import type { Operator } from '../domain/ports.ts';
import { isAcceptable } from '../roundtable/rules/escalation.ts';

/** What happens when a person has to decide. */
export type EscalationPolicy = 'pause' | 'accept' | 'continue';

/** The operator of an unattended run. A policy never speaks for the person: what it decides is recorded as its own. */
export function createUnattendedOperator(options: {
  stop: AbortSignal;
  onEscalation: EscalationPolicy;
}): Operator {
  return {
    stop: options.stop,
    chooseAfterRound: async () => ({ choice: 'continue' }),
    decideEscalation: async ({ escalation }) => {
      if (options.onEscalation === 'continue') return { decision: 'continue', rounds: 1, by: 'policy' };
      // Where nothing was recommended there is nothing that a policy could accept.
      if (options.onEscalation === 'accept' && isAcceptable(escalation))
        return { decision: 'accept', by: 'policy' };
      return 'later';
    },
    takeTurn: async () => 'later',
  };
}
