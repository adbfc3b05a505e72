/** The rules of `s2s lint`: names are stable, `docs/lint-rules.md` explains each with a good and a bad example. */

export type Severity = 'error' | 'warning';

/** The table of rules. An error makes the check fail, a warning does not. */
export const lintRules = {
  'document/type': 'error',
  'document/title': 'error',
  'document/placeholder': 'warning',
  'adr/section': 'error',
  'adr/order': 'error',
  'adr/status': 'error',
  'adr/date': 'warning',
  'adr/options': 'error',
  'adr/chosen': 'error',
  'adr/consequences': 'warning',
  'req/none': 'error',
  'req/unique-id': 'error',
  'req/one-shall': 'error',
  'req/ears': 'error',
  'req/weak-word': 'error',
  'req/acceptance': 'error',
  'req/priority': 'error',
  'req/rationale': 'warning',
  'req/verification': 'warning',
  'arc42/section': 'error',
  'arc42/order': 'error',
  'arc42/empty': 'error',
  'arc42/silent': 'warning',
  'citation/dangling': 'error',
  'citation/marked': 'warning',
} as const satisfies Record<string, Severity>;

export type LintRule = keyof typeof lintRules;

/** One finding; lines count from 1. */
export interface LintProblem {
  rule: LintRule;
  severity: Severity;
  line: number;
  message: string;
}

/** Makes a finding for the line with this index (from 0). */
export function report(rule: LintRule, index: number, message: string): LintProblem {
  return { rule, severity: lintRules[rule], line: Math.max(index, 0) + 1, message };
}
