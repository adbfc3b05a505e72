/** The rules of `s2s lint`, and the configuration's settings for them. */
import type { ConfigLayer } from '../../config/layers.ts';
import { collectNamed } from '../../config/layers.ts';
import { findUnknownRule, lintRules } from '../../documents/lint/lint-rules.ts';
import type { RuleSettings } from '../../documents/lint/switches.ts';
import type { FileProblem } from '../../session/errors.ts';

const place = 'lint.rules';

/** All rules, with the severity that they have without settings, and a sentence on each. */
export function listRules(): { rule: string; severity: string; says: string }[] {
  return Object.entries(lintRules).map(([rule, line]) => ({ rule, ...line }));
}

/** The settings, by the name of a rule or a group; the highest layer that names it wins. */
export function readRuleSettings(layers: readonly ConfigLayer[]): RuleSettings {
  return Object.fromEntries(collectNamed(layers, place)) as RuleSettings;
}

/** Finds names that are neither a rule nor a group, with their place in the configuration. */
export function findUnknownRules(layers: readonly ConfigLayer[]): FileProblem[] {
  return layers.flatMap(({ entries }) =>
    [...entries.values()].flatMap(({ path, file, line, column }): FileProblem[] => {
      const [group, list, name = ''] = path;
      const problem = `${group}.${list}` === place ? findUnknownRule(name) : null;
      if (problem === null) return [];
      const at = { line: line ?? undefined, column: column ?? undefined };
      return [{ file: file ?? 'config.yaml', ...at, message: `"${place}": ${problem}` }];
    }),
  );
}
