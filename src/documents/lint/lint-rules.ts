/** All rules of `s2s lint`: the common ones, and those of each kind of document. */
import { findNearest } from '../../session/errors.ts';
import { documentKinds } from '../document-kinds.ts';
import { commonRules } from './common-rules.ts';
import type { RuleTable } from './document-lint.ts';

/** By name. */
export const lintRules: RuleTable = Object.assign(
  {},
  commonRules,
  ...Object.values(documentKinds).map((kind) => kind.lint?.rules ?? {}),
);

/** The message for a name that is neither a rule nor a group of rules (`req/*`); null if the name is known. */
export function findUnknownRule(name: string): string | null {
  const known = Object.keys(lintRules);
  if (known.some((rule) => coversRule(name, rule))) return null;
  const nearest = findNearest(name, known);
  const advice = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return `There is no rule "${name}" that could be switched off.${advice}`;
}

/** Whether a name is the rule's own name or that of its group. */
export function coversRule(name: string, rule: string): boolean {
  return name === rule || (name.endsWith('/*') && rule.startsWith(name.slice(0, -1)));
}
