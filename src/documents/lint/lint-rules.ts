/** All rules of `s2s lint`: those of any document, and those of each kind. */
import { documentKinds } from '../document-kinds.ts';
import { commonRules } from './common-rules.ts';
import type { Severity } from './lint-problem.ts';
import { describeUnknown } from './switches.ts';

/** By name; names are stable, `docs/lint-rules.md` explains each with a good and a bad example. */
export const lintRules: Readonly<Record<string, Severity>> = Object.assign(
  {},
  commonRules,
  ...Object.values(documentKinds).map((kind) => kind.lint?.rules ?? {}),
);

/** What to say of a name that is no rule and no group of rules (`req/*`); null where it is one. */
export function findUnknownRule(name: string): string | null {
  return describeUnknown(name, Object.keys(lintRules));
}
