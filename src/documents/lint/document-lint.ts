/** How `s2s lint` recognizes and checks one kind of document, and what it reports. */
import type { DocumentText } from './document-text.ts';

/** An error makes the check fail, a warning does not. */
export type Severity = 'error' | 'warning';

/** One finding; lines count from 1. */
export interface LintProblem {
  rule: string;
  severity: Severity;
  line: number;
  message: string;
}

/** Returns a function that makes findings of these rules. */
export function createReport<Rule extends string>(rules: Readonly<Record<Rule, Severity>>) {
  return (rule: Rule, line: number, message: string): LintProblem => ({
    rule,
    severity: rules[rule],
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
  /** The rules of this kind. Names are stable; `docs/lint-rules.md` explains each one with a good and a bad example. */
  rules: Readonly<Record<string, Severity>>;
  /** Whether the content shows that a document is of this kind. */
  hasShape(document: DocumentText): boolean;
  /** Whether the path alone shows it; the path is lowercase, with slashes. */
  hasPath(path: string): boolean;
  check(document: DocumentText, context: LintContext): LintProblem[];
}
