/** The estimate for programs: for `--estimate --json` and for HTTP. */
import type { EstimatedSession } from '../results.ts';

/** How the numbers are calculated. */
export const assumption =
  'Computed from the plan, with prompts and replies of the usual length. Thinking and savings by a cache are not included.';

/** Builds the estimate's document. */
export function buildEstimate({ session, estimate }: EstimatedSession): Record<string, unknown> {
  return {
    topic: session.topic,
    workflow_type: session.workflow_type,
    strategy: session.strategy,
    participants: session.participants.map(({ id, model }) => ({ id, model })),
    facilitator: session.facilitator.model,
    synthesizer: session.synthesizer.model,
    minimum: estimate.minimum,
    maximum: estimate.maximum,
    prices_checked_on: estimate.pricesCheckedOn,
    assumption,
  };
}
