/** A finding of `s2s lint`. */

/** An error makes the check fail, a warning does not. */
export type Severity = 'error' | 'warning';

/** One finding; lines count from 1. */
export interface LintProblem {
  rule: string;
  severity: Severity;
  line: number;
  message: string;
}

/** Makes the function that reports findings of these rules. */
export function createReport<Rule extends string>(rules: Readonly<Record<Rule, Severity>>) {
  return (rule: Rule, line: number, message: string): LintProblem => ({
    rule,
    severity: rules[rule],
    line: Math.max(line, 1),
    message,
  });
}
