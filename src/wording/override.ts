/** Why the program did something else than the facilitator asked for. */
import type { Override } from '../session/codes.ts';
import type { Round } from '../session/round.ts';
import { formatCost, formatCount, formatDuration, formatPlural } from './format-numbers.ts';
import { beginSentence } from './sentence.ts';

/** A limit and how much of it is used, as a clause. */
export function sayLimit({ limit, have, need }: { limit: string; have: number; need: number }): string {
  switch (limit) {
    case 'total_timeout':
      return `the time limit of ${formatDuration(need * 1000)} is reached`;
    case 'max_tokens':
      return `the token limit is reached: ${formatCount(have)} of ${formatCount(need)} used`;
    case 'max_cost':
      return have < need
        ? `the next call may cost more than what is left of the cost limit: ${have === 0 ? 'nothing' : formatCost(have)} of ${formatCost(need)} spent`
        : `the cost limit is reached: ${formatCost(have)} of ${formatCost(need)} spent`;
    default:
      return `${limit} is reached: ${have} of ${need}`;
  }
}

const pauseClauses = {
  person: 'somebody asked for a pause',
  signal: 'the run was interrupted',
  time: 'the time limit is reached',
  budget: 'the budget is used up',
  'no-quorum': 'too few seats answered',
} as const;

/** The reason as a clause that fits after a colon. */
export function sayOverride(override: Override): string {
  switch (override.code) {
    case 'min_rounds':
      return `round ${override.have} of at least ${override.need}`;
    case 'max_rounds':
      return `the limit of ${formatPlural(override.need, 'round')} is reached`;
    case 'phase_min_rounds':
      return `round ${override.have} of at least ${override.need} in the phase "${override.phase}"`;
    case 'phase_max_rounds':
      return `the phase has had its ${formatPlural(override.need, 'round')}`;
    case 'later_phases_need_rounds':
      return 'the remaining rounds belong to later phases';
    case 'phase_not_held':
      return `the phase "${override.phase}" is still to come`;
    case 'last_phase_over':
      return 'this was the last phase';
    case 'topic_not_covered':
      return `the critical topic "${override.name}" is not covered yet`;
    case 'nothing_moved':
      return override.uncovered.length === 0
        ? `nothing changed in round ${override.round}`
        : `nothing changed in round ${override.round}; not covered: ${override.uncovered.join(', ')}`;
    case 'guidance_given':
      return 'the panel has guidance to answer';
    case 'escalation':
      return override.subject === null
        ? 'a decision is needed first'
        : `${override.subject} needs a decision first`;
    case 'escalation_not_due':
      return 'no decision is due: escalation is off, or this was decided before';
    case 'rounds_granted':
      return 'somebody granted more rounds';
    case 'paused':
      return pauseClauses[override.by];
    case 'skipped':
      return 'somebody skipped to the conclusion';
    case 'limit':
      return sayLimit(override);
  }
}

const wanted = {
  continue: 'to continue',
  phase: 'to begin the next phase',
  conclude: 'to conclude',
  escalate: 'a person to decide',
} as const;

const done = {
  continue: 'the discussion continues',
  phase: 'the next phase begins',
  conclude: 'the discussion ends',
  escalate: 'a person is asked',
  pause: 'the session pauses',
} as const;

/** What the facilitator wanted, what happens instead, and why; only the reason where both are the same. */
export function sayDecision(
  round: Pick<Round, 'next_action' | 'override'> & {
    /** Null where it is not known, as after a resume. */
    proposed_action: Round['proposed_action'] | null;
    after_escalation?: Round['after_escalation'];
  },
): string {
  const { proposed_action: asked, next_action: next, override, after_escalation: after = null } = round;
  const why = override === null ? '' : sayOverride(override);
  if (next === null) return beginSentence(why);
  if (override === null) return beginSentence(done[next]);
  const head = `The facilitator wanted ${wanted[asked ?? 'continue']}; ${done[next]}`;
  // The reason is that of what followed the decision, and not why a person was asked.
  if (next === 'escalate' && after !== null && override.code !== 'escalation')
    return `${asked === next ? beginSentence(done[next]) : head}; then ${done[after]}: ${why}`;
  if (asked === null || next === asked) return `${beginSentence(done[next])}: ${why}`;
  return `${head}: ${why}`;
}
