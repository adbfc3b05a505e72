/** Checks decision records in the form of MADR 3 and 4 (adr.github.io/madr) or of Nygard. */
import type { Heading } from '../../text/markdown/markdown-outline.ts';
import { createReport, type DocumentLint, type LintProblem } from '../lint/document-lint.ts';
import {
  type DocumentText,
  findSectionEnd,
  listContent,
  plainTitle,
  plainWords,
} from '../lint/document-text.ts';
import { lintRecordHead, recordHeadRules } from './lint-record-head.ts';
import { findSections, followsMadr, followsNygard } from './record-sections.ts';

const rules = {
  'adr/section': {
    severity: 'error',
    says: "MADR has context, considered options and decision outcome. None of them is empty, nor in Nygard's form.",
  },
  'adr/options': { severity: 'error', says: 'A decision chooses between at least two options.' },
  'adr/chosen': { severity: 'error', says: 'The chosen option is one of those considered, with a reason.' },
  'adr/consequences': { severity: 'warning', says: "Nygard's form ends with consequences. None is empty." },
} as const;

const report = createReport(rules);

export const adrLint: DocumentLint = {
  rules: { ...rules, ...recordHeadRules },
  // A file with several contexts is a list of records.
  hasShape: (document) =>
    (followsMadr(document) || followsNygard(document)) && findSections(document, 'context').length <= 1,
  check: (document, context) => [
    ...lintSections(document),
    ...lintConsequences(document),
    ...lintOptions(document),
    ...lintChoice(document),
    ...lintRecordHead(document, context),
  ],
};

const madrTitles = {
  context: 'Context and Problem Statement',
  options: 'Considered Options',
  outcome: 'Decision Outcome',
} as const;

function lintSections(document: DocumentText): LintProblem[] {
  return (['context', 'options', 'outcome'] as const).flatMap((name) => {
    const [heading] = findSections(document, name);
    if (heading !== undefined)
      return hasText(document, heading)
        ? []
        : [report('adr/section', heading.line, `The section "${heading.text}" is empty.`)];
    if (!followsMadr(document)) return [];
    const message = `The section "## ${madrTitles[name]}" is missing.`;
    return [report('adr/section', document.headings[0]?.line ?? 1, message)];
  });
}

function lintConsequences(document: DocumentText): LintProblem[] {
  const found = findSections(document, 'consequences');
  if (found.some((heading) => hasText(document, heading))) return [];
  const [place] = found.length === 0 && followsNygard(document) ? findSections(document, 'outcome') : found;
  const message = 'The record names no consequences.';
  return place === undefined ? [] : [report('adr/consequences', place.line, message)];
}

function hasText(document: DocumentText, heading: Heading): boolean {
  return listContent(document, heading).length > 0 || listSubheadings(document, heading).length > 0;
}

function lintOptions(document: DocumentText): LintProblem[] {
  const [heading] = findSections(document, 'options');
  const options = listOptions(document);
  if (heading === undefined || !followsMadr(document) || options.length !== 1) return [];
  const message = `Only one option is listed ("${options[0]}"); a decision chooses between at least two.`;
  return [report('adr/options', heading.line, message)];
}

/** The options, if they are list items or headings, as in MADR. */
function listOptions(document: DocumentText): string[] {
  const [heading] = findSections(document, 'options');
  if (heading === undefined) return [];
  const below = listSubheadings(document, heading);
  const first = below[0]?.line ?? Number.POSITIVE_INFINITY;
  const items = listContent(document, heading).filter(
    ({ kind, depth, line }) => kind === 'item' && depth === 1 && line < first,
  );
  const titles = below.filter(({ level }) => level === below[0]?.level);
  return (titles.length > items.length ? titles : items).map(({ text }) => plainWords(text));
}

function listSubheadings(document: DocumentText, heading: Heading): Heading[] {
  const end = findSectionEnd(document, heading);
  return document.headings.filter(({ line }) => line > heading.line && line <= end);
}

/** Checks the sentence that MADR has for the choice: `Chosen option: "NATS", because …`. */
function lintChoice(document: DocumentText): LintProblem[] {
  const [heading] = findSections(document, 'outcome');
  const content = heading === undefined ? [] : listContent(document, heading);
  const entry = content.find(({ text }) => choice.test(text));
  if (entry === undefined) return [];
  const { marked = '', reason = '' } = choice.exec(entry.text)?.groups ?? {};
  // Quotation marks within a quotation, commas at its end and links change nothing of what was chosen.
  const fold = (text: string): string =>
    plainTitle(text)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const options = listOptions(document).map(fold);
  const chosen = fold(plainWords(marked));
  // An option may be listed with a description, or chosen with a detail.
  const isListed = options.some((option) => option.includes(chosen) || chosen.includes(option));
  if (options.length > 0 && chosen !== '' && !isListed) {
    const message = `The chosen option "${plainWords(marked)}" is not among the considered options.`;
    return [report('adr/chosen', entry.line, message)];
  }
  const isReasoned = /\p{L}[\s\S]*\p{L}/u.test(reason) || content.length > 1;
  const message = 'The outcome does not say why this option was chosen.';
  return isReasoned ? [] : [report('adr/chosen', entry.line, message)];
}

/** The chosen option in quotation marks or bold, and what follows it. */
const choice =
  /^\W*(?:chosen option|gewählte option)\W*?:\s*(?:[*_]{0,3}["“„](?<marked>.+?)["”“][*_]{0,3}(?![\p{L}\p{N}]))?(?<reason>[\s\S]*)$/iu;
