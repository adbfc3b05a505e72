/** All rules of `s2s lint`: those of any document, and those of each kind. */
import { findNearest } from '../../domain/errors.ts';
import { documentKinds } from '../document-kinds.ts';
import { commonRules } from './common-rules.ts';
import type { Severity } from './document-lint.ts';

/** By name; names are stable, `docs/lint-rules.md` explains each with a good and a bad example. */
export const lintRules: Readonly<Record<string, Severity>> = Object.assign(
  {},
  commonRules,
  ...Object.values(documentKinds).map((kind) => kind.lint?.rules ?? {}),
);

/** What to say of a name that is no rule and no group of rules (`req/*`); null where it is one. */
export function findUnknownRule(name: string): string | null {
  const known = Object.keys(lintRules);
  if (known.some((rule) => coversRule(name, rule))) return null;
  const nearest = findNearest(name, known);
  const advice = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return `There is no rule "${name}" that could be switched off.${advice}`;
}

/** Whether a name is that of a rule, or of its group. */
export function coversRule(name: string, rule: string): boolean {
  return name === rule || (name.endsWith('/*') && rule.startsWith(name.slice(0, -1)));
}
