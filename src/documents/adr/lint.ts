/** Decision records against MADR 4.0 (adr.github.io/madr). */

import type { DocumentLint } from '../lint/document-lint.ts';
import {
  type DocumentText,
  findSectionEnd,
  type Heading,
  listContentLines,
  plainTitle,
} from '../lint/document-text.ts';
import { createReport, type LintProblem } from '../lint/lint-problem.ts';

const rules = {
  'adr/section': 'error',
  'adr/order': 'error',
  'adr/status': 'error',
  'adr/date': 'warning',
  'adr/options': 'error',
  'adr/chosen': 'error',
  'adr/consequences': 'warning',
} as const;

const report = createReport(rules);

export const adrLint: DocumentLint = {
  rules,
  hasShape: (document) => {
    const titles = document.headings.map((heading) => plainTitle(heading.text));
    const has = (...names: string[]) => names.some((name) => titles.includes(name));
    return (
      has('decision outcome', 'considered options', 'context and problem statement') ||
      (has('decision') && has('context', 'consequences'))
    );
  },
  hasPath: (path) => /(?:^|\/)(?:decisions?|adrs?)\/|(?:^|\/)adr[-_]?\d/.test(path),
  check: lintAdr,
};

const required = ['Context and Problem Statement', 'Considered Options', 'Decision Outcome'] as const;
const order = [
  'Context and Problem Statement',
  'Decision Drivers',
  'Considered Options',
  'Decision Outcome',
  'Pros and Cons of the Options',
  'More Information',
] as const;
/** What older forms of records call the same thing. */
const olderNames: Readonly<Record<string, string>> = {
  context: order[0],
  decision: order[3],
  options: order[2],
  alternatives: order[2],
  'alternatives considered': order[2],
};
const statuses = ['proposed', 'accepted', 'rejected', 'deprecated', 'superseded'];

/** All findings in a decision record, in the order of its lines. */
function lintAdr(document: DocumentText): LintProblem[] {
  const sections = document.headings.filter((heading) => heading.depth === 2);
  const find = (title: string): Heading | undefined =>
    sections.find((heading) => plainTitle(heading.text) === plainTitle(title));
  return [
    ...lintSections(document, sections),
    ...lintStatus(document),
    ...lintDate(document),
    ...lintOptions(document, { options: find('Considered Options'), outcome: find('Decision Outcome') }),
    ...lintConsequences(document, find('Decision Outcome')),
  ];
}

function lintSections(document: DocumentText, sections: readonly Heading[]): LintProblem[] {
  const problems: LintProblem[] = [];
  for (const title of required) {
    const found = sections.find((heading) => plainTitle(heading.text) === plainTitle(title));
    if (found === undefined) {
      const older = sections.find((heading) => olderNames[plainTitle(heading.text)] === title);
      const message =
        older === undefined
          ? `The section "## ${title}" is missing.`
          : `The section "## ${older.text}" is called "## ${title}" in MADR.`;
      problems.push(report('adr/section', older?.line ?? document.headings[0]?.line ?? 0, message));
    } else if (listContentLines(document, found).length === 0) {
      problems.push(report('adr/section', found.line, `The section "## ${title}" is empty.`));
    }
  }
  let last = -1;
  for (const heading of sections) {
    const rank = order.findIndex((title) => plainTitle(title) === plainTitle(heading.text));
    if (rank === -1) continue;
    if (rank < last)
      problems.push(
        report(
          'adr/order',
          heading.line,
          `"## ${heading.text}" stands before "## ${order[last] ?? ''}" in MADR.`,
        ),
      );
    last = Math.max(last, rank);
  }
  return problems;
}

function readField(document: DocumentText, name: string): { line: number; value: string } | null {
  const matter = new RegExp(`^${name}\\s*:\\s*(.*)$`, 'i');
  const body = new RegExp(`^\\s*(?:[-*+]\\s+)?[*_]*${name}[*_]*\\s*:[*_]*\\s*(.*)$`, 'i');
  for (const [index, line] of document.lines.entries()) {
    if (document.fenced.has(index)) continue;
    const value = (index < document.frontMatterEnd ? matter : body).exec(line)?.[1];
    if (value !== undefined) return { line: index, value: value.replace(/^["'*_]+|["'*_]+$/g, '').trim() };
  }
  const heading = document.headings.find((one) => plainTitle(one.text) === name);
  const at = heading === undefined ? undefined : listContentLines(document, heading)[0];
  return at === undefined ? null : { line: at, value: (document.lines[at] ?? '').trim() };
}

function lintStatus(document: DocumentText): LintProblem[] {
  const status = readField(document, 'status');
  if (status === null || status.value === '')
    return [report('adr/status', status?.line ?? 0, 'The record has no status.')];
  const word = /^[a-z]+/i.exec(status.value)?.[0]?.toLowerCase() ?? '';
  return statuses.includes(word)
    ? []
    : [
        report(
          'adr/status',
          status.line,
          `"${status.value}" is no status; known are ${statuses.join(', ')}.`,
        ),
      ];
}

function lintDate(document: DocumentText): LintProblem[] {
  const date = readField(document, 'date');
  if (date === null) return [report('adr/date', 0, 'The record has no date.')];
  const [day] = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(date.value) ?? [];
  const real = day !== undefined && !Number.isNaN(Date.parse(day));
  return real ? [] : [report('adr/date', date.line, `"${date.value}" is no date in the form 2026-01-31.`)];
}

function lintOptions(
  document: DocumentText,
  sections: { options: Heading | undefined; outcome: Heading | undefined },
): LintProblem[] {
  const problems: LintProblem[] = [];
  const options =
    sections.options === undefined
      ? []
      : listContentLines(document, sections.options).flatMap((index) => {
          const [, text] = /^ {0,1}(?:[-*+]|\d+[.)])\s+(.*\S)\s*$/.exec(document.lines[index] ?? '') ?? [];
          return text === undefined ? [] : [text];
        });
  if (sections.options !== undefined && options.length < 2) {
    problems.push(
      report(
        'adr/options',
        sections.options.line,
        `${options.length === 0 ? 'No option is' : 'Only one option is'} listed; a decision chooses between two at least.`,
      ),
    );
  }
  if (sections.outcome === undefined) return problems;
  const text = document.lines
    .slice(sections.outcome.line + 1, findSectionEnd(document, sections.outcome))
    .join('\n');
  const [, chosen] = /chosen option:\s*["“”'](.+?)["“”']\s*,?\s+because\b\s*\S/i.exec(text) ?? [];
  if (chosen === undefined) {
    problems.push(
      report('adr/chosen', sections.outcome.line, 'The outcome does not say: Chosen option: "…", because ….'),
    );
  } else if (options.length > 0 && !options.some((option) => sameOption(option, chosen))) {
    problems.push(
      report(
        'adr/chosen',
        sections.outcome.line,
        `The chosen option "${chosen}" is not among the considered options.`,
      ),
    );
  }
  return problems;
}

function sameOption(option: string, chosen: string): boolean {
  const plain = (text: string) =>
    plainTitle(text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/["“”'’\\]/g, ''));
  return (
    plain(option) === plain(chosen) ||
    plain(option).startsWith(plain(chosen)) ||
    plain(chosen).startsWith(plain(option))
  );
}

function lintConsequences(document: DocumentText, outcome: Heading | undefined): LintProblem[] {
  if (outcome === undefined) return [];
  const heading = document.headings.find((one) => plainTitle(one.text).endsWith('consequences'));
  return heading !== undefined && listContentLines(document, heading).length > 0
    ? []
    : [report('adr/consequences', heading?.line ?? outcome.line, 'The record names no consequences.')];
}
