/** The operator without a person at a terminal: the policy answers where it may, everything else waits. */

import { isAcceptable } from '../../roundtable/discussion/escalation.ts';
import type { Operator } from '../../session/ports/ports.ts';
import type { Settings } from '../../session/settings.ts';

/** Makes the operator. A policy never speaks for the person: its decisions are recorded as its own. */
export function createUnattendedOperator(options: {
  stop: AbortSignal;
  onEscalation: Settings['on_escalation'];
}): Operator {
  return {
    stop: options.stop,
    chooseAfterRound: async () => ({ choice: 'continue' }),
    decideEscalation: async ({ escalation }) => {
      if (options.onEscalation === 'continue') return { decision: 'continue', rounds: 1, by: 'policy' };
      // Without a recommendation the policy has nothing to accept.
      if (options.onEscalation === 'accept' && isAcceptable(escalation))
        return { decision: 'accept', by: 'policy' };
      return 'later';
    },
    takeTurn: async () => 'later',
  };
}
