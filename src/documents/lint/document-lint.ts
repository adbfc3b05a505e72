/** How `s2s lint` recognizes and checks one kind of document, and what it reports. */
import type { DocumentText } from './document-text.ts';

/** An error makes the check fail, a warning does not. */
export type Severity = 'error' | 'warning';

/** One rule: how bad a finding is, and the sentence that `s2s lint --rules` prints. */
export interface RuleLine {
  severity: Severity;
  says: string;
}

/** The rules of one kind of document by name, such as `adr/status`. Names are stable: configurations use them. */
export type RuleTable = Readonly<Record<string, RuleLine>>;

/** One finding; lines count from 1. */
export interface LintProblem {
  rule: string;
  severity: Severity;
  line: number;
  message: string;
}

/** Returns a function that makes findings of these rules. */
export function createReport<Rule extends string>(rules: Readonly<Record<Rule, RuleLine>>) {
  return (rule: Rule, line: number, message: string): LintProblem => ({
    rule,
    severity: rules[rule].severity,
    line: Math.max(line, 1),
    message,
  });
}

/** What a check knows about the file besides its text. */
export interface LintContext {
  /** The file's name without its folder. */
  name: string;
  /** The names of all markdown files in the folder, including this file; null if unknown. */
  siblings: readonly string[] | null;
}

export interface DocumentLint {
  rules: RuleTable;
  /** Whether the text is in a form that these rules are about. The rules say nothing about other forms. */
  hasShape(document: DocumentText): boolean;
  check(document: DocumentText, context: LintContext): LintProblem[];
}
