/** Checks decision records: their content, and their form if they follow MADR 4.0 (adr.github.io/madr) or Nygard. */
import type { Heading } from '../../text/markdown-outline.ts';
import { createReport, type DocumentLint, type LintProblem } from '../lint/document-lint.ts';
import {
  type DocumentText,
  type Entry,
  findSectionEnd,
  listContent,
  plainTitle,
  plainWords,
} from '../lint/document-text.ts';
import { lintRecordHead, recordHeadRules } from './lint-record-head.ts';
import { findSections, followsMadr, followsNygard, madrTitles, type SectionName } from './record-sections.ts';

const rules = {
  'adr/section': 'error',
  'adr/order': 'warning',
  'adr/options': 'error',
  'adr/chosen': 'error',
  'adr/one-outcome': 'error',
  'adr/consequences': 'warning',
} as const;

const report = createReport(rules);

export const adrLint: DocumentLint = {
  rules: { ...rules, ...recordHeadRules },
  hasShape: (document) =>
    followsMadr(document) ||
    followsNygard(document) ||
    (findSections(document, 'outcome').length > 0 && findSections(document, 'options').length > 0),
  hasPath: (path) =>
    /(?:^|\/)(?:decisions?|decision-records?|adrs?)\/(?:.*\/)?[^/]+$|(?:^|\/)adr[-_]?\d/.test(path),
  check: (document, context) => [
    ...lintSections(document),
    ...lintOrder(document),
    ...lintOptions(document),
    ...lintChoice(document),
    ...lintRecordHead(document, context),
  ],
};

function lintSections(document: DocumentText): LintProblem[] {
  const problems: LintProblem[] = [];
  const top = document.headings[0]?.line ?? 1;
  const outcomes = findSections(document, 'outcome');
  if (followsMadr(document)) {
    for (const name of ['context', 'options', 'outcome'] as const) {
      if (findSections(document, name).length > 0) continue;
      // The problem may be stated below the title, without a heading of its own.
      if (name === 'context' && hasOpening(document)) continue;
      problems.push(report('adr/section', top, `The section "## ${madrTitles[name]}" is missing.`));
    }
  } else if (outcomes.length === 0 && !saysDecision(document)) {
    problems.push(report('adr/section', top, 'Nothing in the record says what was decided.'));
  }
  for (const name of ['context', 'options', 'outcome'] as const) {
    const [heading] = findSections(document, name);
    if (
      heading !== undefined &&
      listContent(document, heading).length === 0 &&
      listSubheadings(document, heading).length === 0
    )
      problems.push(report('adr/section', heading.line, `The section "${heading.text}" is empty.`));
  }
  const [first, second] = outcomes.filter(
    (one) => plainTitle(one.text) === plainTitle(outcomes[0]?.text ?? '') && one.level === outcomes[0]?.level,
  );
  if (first !== undefined && second !== undefined) {
    const message = `"${second.text}" already appears in line ${first.line}; a record has one outcome.`;
    problems.push(report('adr/one-outcome', second.line, message));
  }
  return [...problems, ...lintConsequences(document)];
}

function lintConsequences(document: DocumentText): LintProblem[] {
  const found = findSections(document, 'consequences');
  if (found.some((heading) => listContent(document, heading).length > 0)) return [];
  const [place] = found.length === 0 && followsNygard(document) ? findSections(document, 'outcome') : found;
  const message = 'The record names no consequences.';
  return place === undefined ? [] : [report('adr/consequences', place.line, message)];
}

/** Checks MADR's order, for sections that have MADR's own names. */
function lintOrder(document: DocumentText): LintProblem[] {
  const order = Object.values(madrTitles);
  const problems: LintProblem[] = [];
  let last = -1;
  for (const heading of document.headings) {
    const rank = order.findIndex((title) => plainTitle(title) === plainTitle(heading.text));
    if (rank === -1 || !followsMadr(document)) continue;
    if (rank < last) {
      const message = `"${heading.text}" comes before "${order[last] ?? ''}" in MADR.`;
      problems.push(report('adr/order', heading.line, message));
    }
    last = Math.max(last, rank);
  }
  return problems;
}

function lintOptions(document: DocumentText): LintProblem[] {
  const [heading] = findSections(document, 'options');
  if (heading === undefined || plainTitle(heading.text).startsWith('alternatives')) return [];
  const options = listOptions(document).reduce((best, list) => (list.length > best.length ? list : best), []);
  if (options.length !== 1) return [];
  const message = `Only one option is listed ("${options[0]}"); a decision chooses between at least two.`;
  return [report('adr/options', heading.line, message)];
}

/** The options, one list for each form: headings, list items, table rows, bold words. All are empty if plain prose tells the options. */
function listOptions(document: DocumentText): string[][] {
  const [heading] = findSections(document, 'options');
  if (heading === undefined) return [];
  const below = listSubheadings(document, heading);
  const level = Math.min(...below.map((one) => one.level));
  const first = below[0]?.line ?? Number.POSITIVE_INFINITY;
  const content = listContent(document, heading).filter(({ line }) => line < first);
  return [
    below.filter((one) => one.level === level).map(({ text }) => text),
    content.filter(({ kind, depth }) => kind === 'item' && depth === 1).map(({ text }) => text),
    content.filter(({ kind, head }) => kind === 'row' && head.length > 0).map(({ cells }) => cells[0] ?? ''),
    content
      .filter(({ kind, text }) => kind === 'paragraph' && /^(?:\*\*|__|option\b)/i.test(text))
      .map(({ text }) => text),
  ].map((list) => list.map(plainWords));
}

function lintChoice(document: DocumentText): LintProblem[] {
  const [heading] = findSections(document, 'outcome');
  if (heading === undefined) return [];
  const content = listContent(document, heading);
  const entry = content.find(({ text }) => /^\W*(?:chosen|selected) option\W*:/i.test(text));
  if (entry === undefined) return [];
  const chosen = readChosen(entry);
  const lists = listOptions(document);
  const options = lists.flat();
  const described = findSections(document, 'pros').flatMap((pros) => listSubheadings(document, pros));
  const everywhere = [...options, ...described.map(({ text }) => plainWords(text))];
  // "Option 2" may mean the second item of a list.
  const [, place] = /^(?:option|alternative)\s+(\d+|[a-z])$/i.exec(chosen) ?? [];
  const index = place === undefined ? 0 : Number.parseInt(place, 36) - (/\d/.test(place) ? 0 : 9);
  const isCounted = index > 0 && lists.some((list) => index <= list.length);
  if (
    options.length > 0 &&
    chosen !== '' &&
    !isCounted &&
    !everywhere.some((option) => isSameOption(option, chosen))
  ) {
    const message = `The chosen option "${chosen}" is not among the considered options.`;
    return [report('adr/chosen', entry.line, message)];
  }
  const reason = content
    .map(({ text }) => plainWords(text))
    .join(' ')
    .replace(/^\W*(?:chosen|selected) option\W*/i, '')
    .replace(chosen, '');
  return (reason.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 3
    ? []
    : [report('adr/chosen', entry.line, 'The outcome does not say why this option was chosen.')];
}

function listSubheadings(document: DocumentText, heading: Heading): Heading[] {
  const end = findSectionEnd(document, heading);
  return document.headings.filter(({ line }) => line > heading.line && line <= end);
}

/** The patterns of the closing marks, by opening quotation mark. */
const closing: Readonly<Record<string, string>> = {
  '"': '["”]',
  '“': '["”]',
  '„': '["“”]',
  '«': '»',
  "'": "['’]",
  '‘': "['’]",
  '`': '`',
};

/** The option that an outcome names: the quoted, bold or code text, else everything up to the reason. */
function readChosen({ text }: Entry): string {
  const after = text.replace(/^\W*(?:chosen|selected) option\W*?:\s*/i, '').trim();
  const [, mark = ''] = /^[*_]{0,3}(["“„«'‘`])/.exec(after) ?? [];
  const end = closing[mark];
  const [, quoted] =
    end === undefined
      ? []
      : (new RegExp(`^[*_]{0,3}${mark}(.+?)${end}[*_]{0,3}(?=\\s*(?:[,.;:(–—-]|because\\b|$))`).exec(after) ??
        []);
  const [, bold] = /^[*_]{2,3}(.+?)[*_]{2,3}/.exec(after) ?? [];
  const plain = after.split(/\s*,?\s+because\b|\s+[–—-]\s+|[;.](?:\s|$)|,\s/)[0] ?? '';
  return plainWords((quoted ?? bold ?? plain).replace(/[*_]+$/, '')).replace(/[.,:;]+$/, '');
}

/** Whether two names mean the same option: same label, one inside the other, or at least half of the words in common. */
function isSameOption(option: string, chosen: string): boolean {
  const words = (text: string): string[] =>
    plainTitle(text)
      .replace(/^(?:option|alternative)\s+(?:\d+|[a-z])\b[\s:.)-]*/, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '');
  const [a, b] = [words(option), words(chosen)];
  const label = (text: string) =>
    /^\W*(?:option|alternative)?\s*(\d+|[a-z])\b/i.exec(text)?.[1]?.toLowerCase();
  if (/^\W*(?:option|alternative)\s+(?:\d+|[a-z])\b/i.test(chosen) && label(option) === label(chosen))
    return true;
  // A name made of symbols alone has no words to compare.
  if (a.length === 0 || b.length === 0) return option.trim() === chosen.trim();
  if (a.join(' ').includes(b.join(' ')) || b.join(' ').includes(a.join(' '))) return true;
  const common = b.filter((word) => a.includes(word)).length;
  return common / Math.min(a.length, b.length) >= 0.5;
}

/** Whether there is text between the title and the first section. */
function hasOpening(document: DocumentText): boolean {
  const first: SectionName[] = ['options', 'outcome', 'consequences'];
  const lines = first.flatMap((name) => findSections(document, name).map(({ line }) => line));
  const title = document.headings[0]?.level === 1 ? (document.headings[0]?.line ?? 0) : 0;
  return document.entries.some(({ line }) => line > title && line < Math.min(...lines));
}

/** Whether a record without an outcome heading has words that state a decision, or text that is not in Latin script. */
function saysDecision(document: DocumentText): boolean {
  const text = [...document.headings, ...document.entries].map((one) => one.text).join('\n');
  return (
    /\b(?:we|i|team|project) (?:will|shall|have|has|had|decided|chose|choose|use|adopt|agreed|are going)\b|\b(?:decision|decided?|chosen|chose|agreed|adopt(?:ed)?|recommend\w*|proposal|proposed|instead of|must|should|shall|will)\b/i.test(
      text,
    ) || /[^\p{Script=Latin}\P{L}]/u.test(text)
  );
}
