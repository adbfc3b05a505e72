/** `--fail-on`: which outcomes of a session make a command fail. */
import { S2sError } from '../session/errors.ts';
import { weighFinding } from '../session/findings.ts';
import type { Session } from '../session/session.ts';
import { type FindingSeverity, findingSeverities } from '../session/vocabulary.ts';

export type FailCondition = 'degraded' | 'no-consensus' | FindingSeverity;

/** The conditions of every run. */
export const runConditions = ['degraded', 'no-consensus'] as const;
/** Those of a review: a finding that weighs as much, or more. */
export const reviewConditions = [...findingSeverities, ...runConditions] as const;

/** The conditions that a finished session meets. */
export function findFailedConditions(
  { outcome, artifacts }: Pick<Session, 'outcome' | 'artifacts'>,
  conditions: readonly FailCondition[],
): FailCondition[] {
  if (outcome === null) return [];
  const weights = artifacts
    .filter(({ status }) => status === 'agreed' || status === 'decided')
    .map(weighFinding);
  return conditions.filter((condition) => {
    if (condition === 'degraded') return outcome.degraded;
    if (condition === 'no-consensus') return !['consensus', 'decided', 'collected'].includes(outcome.result);
    return weights.some((weight) => weight !== -1 && weight <= findingSeverities.indexOf(condition));
  });
}

/** Reads `--fail-on`. Throws INVALID_VALUE for an unknown condition. */
export function readConditions(
  failOn: string | undefined,
  known: readonly FailCondition[] = runConditions,
): FailCondition[] {
  return (failOn ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => {
      const condition = known.find((one) => one === word);
      if (condition !== undefined) return condition;
      throw new S2sError('INVALID_VALUE', `--fail-on does not know "${word}".`, {
        hint: `Conditions: ${known.join(', ')}`,
      });
    });
}
