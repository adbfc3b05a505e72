/** `--fail-on`: which outcomes of a session make a command fail. */
import { S2sError } from '../session/errors.ts';
import type { Session } from '../session/session.ts';

export type FailCondition = 'degraded' | 'no-consensus';

/** The conditions that a finished session meets. */
export function findFailedConditions(
  { outcome }: Pick<Session, 'outcome'>,
  conditions: readonly FailCondition[],
): FailCondition[] {
  if (outcome === null) return [];
  return conditions.filter((condition) =>
    condition === 'degraded'
      ? outcome.degraded
      : !['consensus', 'decided', 'collected'].includes(outcome.result),
  );
}

/** Reads `--fail-on`. Throws INVALID_VALUE for an unknown condition. */
export function readConditions(failOn: string | undefined): FailCondition[] {
  return (failOn ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => {
      if (word === 'degraded' || word === 'no-consensus') return word;
      throw new S2sError('INVALID_VALUE', `--fail-on does not know "${word}".`, {
        hint: 'Conditions: degraded, no-consensus',
      });
    });
}
