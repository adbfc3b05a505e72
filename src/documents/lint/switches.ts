/** Switches rules off or changes their severity: by the configuration, or by a comment in the file. */
import { listComments } from '../../text/markdown/markdown-outline.ts';
import type { LintProblem, Severity } from './document-lint.ts';
import type { DocumentText } from './document-text.ts';
import { coversRule, findUnknownRule } from './lint-rules.ts';

/** By name of a rule or a group (`req/*`). */
export type RuleSettings = Readonly<Record<string, Severity | 'off'>>;

/**
 * The remaining findings, with the configured severities. `<!-- s2s-lint-disable req/ears adr/* -->` switches these rules
 * off for the whole file; without names, it switches off all of them.
 */
export function applySwitches(
  problems: readonly LintProblem[],
  document: DocumentText,
  settings: RuleSettings,
): LintProblem[] {
  const disabled = listDisabled(document);
  const names = disabled.flatMap((one) => one.names);
  const all = disabled.some((one) => one.names.length === 0);
  const kept = problems.flatMap((problem): LintProblem[] => {
    const set = settingOf(problem.rule, settings);
    if (set === 'off' || all || names.some((name) => coversRule(name, problem.rule))) return [];
    return [set === null ? problem : { ...problem, severity: set }];
  });
  const unknown = disabled.flatMap(({ names: here, line }) =>
    here.flatMap((name): LintProblem[] => {
      const message = findUnknownRule(name);
      return message === null ? [] : [{ rule: 'document/unknown-rule', severity: 'warning', line, message }];
    }),
  );
  return [...kept, ...unknown];
}

function settingOf(rule: string, settings: RuleSettings): Severity | 'off' | null {
  return settings[rule] ?? settings[`${rule.split('/')[0]}/*`] ?? null;
}

function listDisabled(document: DocumentText): { names: string[]; line: number }[] {
  const { source } = document.tree;
  return listComments(document.tree).flatMap(({ from, to }) => {
    const [, names] = /^<!--\s*s2s-lint-disable\b([\s\S]*)-->$/.exec(source.slice(from, to)) ?? [];
    if (names === undefined) return [];
    const line = source.slice(0, from).split('\n').length;
    return [{ names: names.split(/[\s,]+/).filter((name) => name !== ''), line }];
  });
}
