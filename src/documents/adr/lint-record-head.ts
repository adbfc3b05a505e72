/** Checks the head of a decision record: status, date, number, and the records that replace it. */
import { createReport, type LintContext, type LintProblem } from '../lint/document-lint.ts';
import { type DocumentText, listContent, plainTitle, plainWords } from '../lint/document-text.ts';
import { decodeLink } from './record-folder.ts';
import { readRecordNumber } from './record-numbers.ts';

export const recordHeadRules = {
  'adr/status': {
    severity: 'error',
    says: 'The status is filled in.',
  },
  'adr/two-statuses': {
    severity: 'error',
    says: 'The status in the front matter and the one that readers see are the same.',
  },
  'adr/date': { severity: 'warning', says: 'The date exists.' },
  'adr/superseded': {
    severity: 'error',
    says: 'A record that replaces this one, or that this one replaces, is in the folder.',
  },
  'adr/number': { severity: 'error', says: 'No other record in the folder has the same number.' },
} as const;

const report = createReport(recordHeadRules);
const statuses = ['proposed', 'accepted', 'rejected', 'deprecated', 'superseded'];

/** A field of a record's head, with its line. */
export interface Field {
  line: number;
  value: string;
  inFrontMatter: boolean;
}

export function lintRecordHead(document: DocumentText, context: LintContext): LintProblem[] {
  const fields = (name: string) =>
    [readFrontField(document, name), readVisibleField(document, name)].filter((field) => field !== null);
  return [
    ...fields('status').flatMap(lintStatus),
    ...lintTwoStatuses(fields('status')),
    ...fields('date').flatMap(lintDate),
    ...lintSuccessors(document, context),
    ...lintNumber(document, context),
  ];
}

/** A field of the front matter, else one that readers see. */
export function readField(document: DocumentText, name: string): Field | null {
  return readFrontField(document, name) ?? readVisibleField(document, name);
}

function readFrontField({ tree: { frontMatter } }: DocumentText, name: string): Field | null {
  const lines = frontMatter?.text.split('\n') ?? [];
  const at = lines.findIndex((line) => new RegExp(`^${name}\\s*:`, 'i').test(line));
  if (at === -1) return null;
  const value = ((lines[at] ?? '').replace(/^[^:]*:\s*/, '').split(/\s#/, 1)[0] ?? '').trimEnd();
  const isList = value === '' && /^\s+\S|^-\s/.test(lines[at + 1] ?? '');
  return isList
    ? null
    : {
        line: (frontMatter?.line ?? 1) + at,
        value: value.replace(/^["']|["']$/g, '').trim(),
        inFrontMatter: true,
      };
}

/** A labelled line or a row of a table at the top, or the first line below a heading of this name. */
function readVisibleField(document: DocumentText, name: string): Field | null {
  const second = document.headings.find(({ level }) => level >= 2)?.line ?? Number.POSITIVE_INFINITY;
  for (const { text, line, cells, kind } of document.entries) {
    if (line > second) break;
    if (kind === 'row' && plainTitle(cells[0] ?? '') === name)
      return { line, value: plainWords(cells[1] ?? ''), inFrontMatter: false };
    const [, value] = new RegExp(`^[*_\\s]*${name}[*_\\s]*:[*_\\s]*(.*)$`, 'i').exec(text) ?? [];
    if (value !== undefined) return { line, value: plainWords(value), inFrontMatter: false };
  }
  const heading = document.headings.find((one) => plainTitle(one.text) === name);
  if (heading === undefined) return null;
  const [entry] = listContent(document, heading);
  return { line: entry?.line ?? heading.line, value: plainWords(entry?.text ?? ''), inFrontMatter: false };
}

function firstWord({ value }: Field): string {
  return /\p{L}+/u.exec(value.toLowerCase())?.[0] ?? '';
}

/** Both forms allow further words for a status, also in other languages. */
function lintStatus({ line, value }: Field): LintProblem[] {
  if (value === '') return [report('adr/status', line, 'The status is empty.')];
  if ((value.toLowerCase().match(/\b(?:proposed|accepted|rejected|deprecated)\b\W*[|/,]/g)?.length ?? 0) > 1)
    return [report('adr/status', line, `The status "${value}" is still the template's list of choices.`)];
  return [];
}

/** Only the words of the two forms are compared: others may mean the same, or be in another language. */
function lintTwoStatuses([front, visible]: readonly Field[]): LintProblem[] {
  if (front === undefined || visible === undefined) return [];
  const words = [firstWord(front), firstWord(visible)];
  if (words[0] === words[1] || !words.every((word) => statuses.includes(word))) return [];
  const message = `The status is "${visible.value}" here and "${front.value}" in the front matter.`;
  return [report('adr/two-statuses', visible.line, message)];
}

function lintDate({ line, value }: Field): LintProblem[] {
  const [, year, month, day] = /^\D{0,2}(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(value) ?? [];
  if (year === undefined) return [];
  const real = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists = real.getUTCMonth() === Number(month) - 1 && real.getUTCDate() === Number(day);
  return exists ? [] : [report('adr/date', line, `The date "${value}" does not exist.`)];
}

/** A record that replaces this one, or that this one replaces, is in the folder. A link counts, or a number as files have it. */
function lintSuccessors(document: DocumentText, { siblings }: LintContext): LintProblem[] {
  if (siblings === null) return [];
  const numbers = siblings.map(readRecordNumber).filter((number) => number !== null);
  const names = siblings.map((name) => name.toLowerCase());
  return listStatusLines(document).flatMap(({ text, line }) => {
    const [, replaced, rest = ''] =
      /\b(?:(superseded|replaced)[-_ ]by|supersedes)\b[*_\s]*:?\s*(.*)$/iu.exec(text) ?? [];
    const [, link = ''] = /^\W*?\[[^\]]*\]\(<?(?:\.\/)?([^)>\s#]+)[^)]*\)/.exec(rest) ?? [];
    const file = decodeLink(link.replace(/\\/g, ''));
    // A bare number without a leading zero could be a year, so it does not count.
    const [, digits] = /^\W*(?:adr[-_ #]*|(?=0))(\d{1,5})(?!\w)/iu.exec(rest) ?? [];
    // Links to other folders or to the network are not checked.
    const isLost =
      file === ''
        ? digits !== undefined && numbers.length > 0 && !numbers.includes(Number(digits))
        : !/\/|^\w+:/.test(file) && !names.includes(file.toLowerCase());
    const verb = replaced === undefined ? 'replaces' : 'is replaced by';
    const named = file === '' ? `record ${Number(digits)}` : `"${file}"`;
    const message = `The record says that it ${verb} ${named}, which is not in its folder.`;
    return isLost ? [report('adr/superseded', line, message)] : [];
  });
}

/** The lines that may name a successor: the front matter, those above the first section, and the section on the status. */
function listStatusLines(document: DocumentText): { text: string; line: number }[] {
  const front = document.tree.frontMatter;
  const second = document.headings.find(({ level }) => level >= 2)?.line ?? Number.POSITIVE_INFINITY;
  const status = document.headings.find(({ text }) => plainTitle(text) === 'status');
  return [
    ...(front?.text.split('\n').map((text, index) => ({ text, line: front.line + index })) ?? []),
    ...document.entries.filter(({ kind, line }) => kind !== 'code' && line < second),
    ...(status === undefined ? [] : listContent(document, status)),
  ];
}

function lintNumber(document: DocumentText, { name, siblings }: LintContext): LintProblem[] {
  const number = readRecordNumber(name);
  // A translation, such as `0001-keep.de.md`, has the number of its original.
  const stem = (file: string) => file.toLowerCase().replace(/\.[a-z]{2}(?:-[a-z]{2})?(?=\.md$)/, '');
  const twin = siblings?.find(
    (other) =>
      number !== null &&
      readRecordNumber(other) === number &&
      stem(other) !== stem(name) &&
      !/template|readme|index/i.test(other),
  );
  return twin === undefined
    ? []
    : [report('adr/number', document.headings[0]?.line ?? 1, `${twin} also has the number ${number}.`)];
}
