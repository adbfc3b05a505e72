/** Nobody at a terminal: the policy answers where it may, everything else waits. */
import type { Operator } from '../domain/ports.ts';
import type { Settings } from '../domain/settings.ts';
import { isAcceptable } from '../roundtable/rules/escalation.ts';

/** The operator of an unattended run. A policy never speaks for the person: what it decides is recorded as its own. */
export function createUnattendedOperator(options: {
  stop: AbortSignal;
  onEscalation: Settings['on_escalation'];
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
