/** How `s2s lint` knows and checks one kind of document, and what it finds. */
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

/** Makes the function that reports findings of these rules. */
export function createReport<Rule extends string>(rules: Readonly<Record<Rule, Severity>>) {
  return (rule: Rule, line: number, message: string): LintProblem => ({
    rule,
    severity: rules[rule],
    line: Math.max(line, 1),
    message,
  });
}

/** What is known beside the text. */
export interface LintContext {
  /** The file's name without its folder. */
  name: string;
  /** The names of the markdown files in its folder, its own among them; null where they are not known. */
  siblings: readonly string[] | null;
}

export interface DocumentLint {
  /** The rules of this kind. Names are stable; `docs/lint-rules.md` explains each with a good and a bad example. */
  rules: Readonly<Record<string, Severity>>;
  /** Whether a document is one of this kind by what stands in it. */
  hasShape(document: DocumentText): boolean;
  /** Whether the path alone says so: lowercase, with slashes. */
  hasPath(path: string): boolean;
  check(document: DocumentText, context: LintContext): LintProblem[];
}
