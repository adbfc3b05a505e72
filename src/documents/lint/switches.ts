/** Rules that are switched off or weighed otherwise: by the configuration, or by a comment in the file. */
import { findNearest } from '../../domain/errors.ts';
import { listComments } from '../../text/markdown-outline.ts';
import type { DocumentText } from './document-text.ts';
import type { LintProblem, Severity } from './lint-problem.ts';

/** By the name of a rule, or of a group (`req/*`). */
export type RuleSettings = Readonly<Record<string, Severity | 'off'>>;

/**
 * The findings that are left, with the severities that were set. `<!-- s2s-lint-disable req/ears adr/* -->` switches
 * rules off for the whole file, without names all of them.
 */
export function applySwitches(
  problems: readonly LintProblem[],
  document: DocumentText,
  options: { settings: RuleSettings; known: readonly string[] },
): LintProblem[] {
  const disabled = listDisabled(document);
  const names = disabled.flatMap((one) => one.names);
  const all = disabled.some((one) => one.names.length === 0);
  const kept = problems.flatMap((problem): LintProblem[] => {
    const set = settingOf(problem.rule, options.settings);
    if (set === 'off' || all || names.some((name) => covers(name, problem.rule))) return [];
    return [set === null ? problem : { ...problem, severity: set }];
  });
  const unknown = disabled.flatMap(({ names: here, line }) =>
    here.flatMap((name): LintProblem[] => {
      const message = describeUnknown(name, options.known);
      return message === null ? [] : [{ rule: 'document/unknown-rule', severity: 'warning', line, message }];
    }),
  );
  return [...kept, ...unknown];
}

/** What to say of a name that is no rule and no group; null where it is one. */
export function describeUnknown(name: string, known: readonly string[]): string | null {
  if (known.some((rule) => covers(name, rule))) return null;
  const nearest = findNearest(name, known);
  const advice = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return `There is no rule "${name}" that could be switched off.${advice}`;
}

function covers(name: string, rule: string): boolean {
  return name === rule || (name.endsWith('/*') && rule.startsWith(name.slice(0, -1)));
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
