/** Checks the head of a decision record: status, date, number, and the records that replace it. */
import { findNearest } from '../../domain/errors.ts';
import { createReport, type LintContext, type LintProblem } from '../lint/document-lint.ts';
import { type DocumentText, listContent, plainTitle, plainWords } from '../lint/document-text.ts';
import { decodeLink } from './record-folder.ts';
import { readRecordNumber } from './record-numbers.ts';
import { followsMadr } from './record-sections.ts';

export const recordHeadRules = {
  'adr/status': 'error',
  'adr/date': 'warning',
  'adr/superseded': 'error',
  'adr/number': 'error',
} as const;

const report = createReport(recordHeadRules);

const statuses = ['proposed', 'accepted', 'rejected', 'deprecated', 'superseded'];
/** Other words in common use for the status of a decision. */
const otherStatuses =
  'active adopted agreed amended approved archived canceled cancelled closed complete completed concluded confirmed current decided declined deferred discarded discussion done draft drafted final finalised finalized implemented informational obsolete open outdated pending planned postponed provisional ready replaced retired reverted review reviewed revised stable superceded suspended tentative trial under validated wip withdrawn'.split(
    ' ',
  );

interface Field {
  line: number;
  value: string;
  inFrontMatter: boolean;
}

export function lintRecordHead(document: DocumentText, context: LintContext): LintProblem[] {
  const status = readField(document, 'status');
  const date = readField(document, 'date');
  return [
    ...(status === null ? [] : lintStatus(status, followsMadr(document))),
    ...(date === null ? [] : lintDate(date, followsMadr(document))),
    ...lintSuccessors(document, context),
    ...lintNumber(document, context),
  ];
}

/** A field from the front matter, a labelled line, a row of a table at the top, or the first line below a heading of this name. */
export function readField(document: DocumentText, name: string): Field | null {
  const { frontMatter } = document.tree;
  const lines = frontMatter?.text.split('\n') ?? [];
  const at = lines.findIndex((line) => new RegExp(`^${name}\\s*:`, 'i').test(line));
  if (at !== -1) {
    const value = ((lines[at] ?? '').replace(/^[^:]*:\s*/, '').split(/\s#/, 1)[0] ?? '').trimEnd();
    const listed = value === '' && /^\s+\S|^-\s/.test(lines[at + 1] ?? '');
    if (listed) return null;
    return {
      line: (frontMatter?.line ?? 1) + at,
      value: value.replace(/^["']|["']$/g, '').trim(),
      inFrontMatter: true,
    };
  }
  const second = document.headings.filter(({ level }) => level >= 2)[0]?.line ?? Number.POSITIVE_INFINITY;
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

function lintStatus({ line, value, inFrontMatter }: Field, isMadr: boolean): LintProblem[] {
  if (value === '') return [report('adr/status', line, 'The status is empty.')];
  if (/\w\s*[|/]\s*\w+\s*[|/]\s*\w/.test(value) || /^[{[<]/.test(value))
    return [report('adr/status', line, `The status "${value}" is still the template's list of choices.`)];
  const [word = ''] = /[\p{L}]+/u.exec(value.toLowerCase()) ?? [];
  if (statuses.includes(word) || otherStatuses.includes(word) || !/^[a-z]+$/.test(word)) return [];
  const nearest = findNearest(word, statuses);
  const alone = /^\W*\p{L}+\W*$/u.test(value);
  if (nearest !== null && Math.abs(nearest.length - word.length) <= 2)
    return [report('adr/status', line, `"${value}" is not a status; did you mean "${nearest}"?`)];
  return isMadr && inFrontMatter && alone
    ? [report('adr/status', line, `"${value}" is not a status; use one of ${statuses.join(', ')}.`)]
    : [];
}

/** Reports a date that does not exist and, in MADR front matter, a date that does not begin with the year. */
function lintDate({ line, value, inFrontMatter }: Field, isMadr: boolean): LintProblem[] {
  if (/YYYY|MM-DD/.test(value))
    return [report('adr/date', line, `The date "${value}" has not been filled in.`)];
  const [, year, month, day] = /^\D{0,2}(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(value) ?? [];
  if (year !== undefined) {
    const real = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    return real.getUTCMonth() === Number(month) - 1 && real.getUTCDate() === Number(day)
      ? []
      : [report('adr/date', line, `The date "${value}" does not exist.`)];
  }
  return isMadr && inFrontMatter && value !== '' && /\d/.test(value)
    ? [report('adr/date', line, `"${value}" is not in the form 2026-01-31, which MADR asks for.`)]
    : [];
}

/** A record that replaces this one, or that this one replaces, must exist in the folder. */
function lintSuccessors(document: DocumentText, { siblings }: LintContext): LintProblem[] {
  if (siblings === null) return [];
  const numbers = new Set(siblings.map(readRecordNumber));
  const names = new Set(siblings.map((name) => name.toLowerCase()));
  const front = document.tree.frontMatter;
  const lines = [
    ...(front?.text.split('\n').map((text, index) => ({ text, line: front.line + index })) ?? []),
    ...document.entries.filter(({ kind }) => kind !== 'code'),
  ];
  return lines.flatMap(({ text, line }) => {
    const [, verb = '', rest = ''] =
      /\b(supersed(?:ed|es)|superced(?:ed|es)|supplanted|replaced|obsoleted)(?:[-_ ]by\b)?[*_\s]*:?\s*(.*)$/i.exec(
        text,
      ) ?? [];
    // "replaced" and "obsoleted" need "by" and a record: "replaced the queue 2023" means something else.
    if (verb === '' || (/^(?:replaced|obsoleted)/i.test(verb) && !/by\W*(?:\[|adr)/i.test(text))) return [];
    const named = readNamedRecord(rest);
    if (named === null) return [];
    const isThere =
      'file' in named
        ? names.has(named.file.toLowerCase())
        : numbers.has(named.number) || ![...numbers].some((number) => number !== null);
    if (isThere) return [];
    const message =
      'file' in named
        ? `The record says that it ${describe(verb)} "${named.file}", which is not in its folder.`
        : `The record says that it ${describe(verb)} record ${named.digits}, but no record in the folder has that number.`;
    return [report('adr/superseded', line, message)];
  });
}

/** The record named after "superseded by": a link, a file name or a number; null if none is named. */
function readNamedRecord(rest: string): { file: string } | { number: number; digits: string } | null {
  const words = rest.replace(/^(?:[^\w[`#]|\b(?:by|see|replaced|and)\b)*/i, '');
  const [, link] = /^\[[^\]]*\]\(<?(?:\.\/)?([^)>\s#]+)[^)]*\)/.exec(words) ?? [];
  // Links to other folders or to the network are not checked.
  if (link !== undefined) return link.includes('/') || /^\w+:/.test(link) ? null : { file: decodeLink(link) };
  const plain = words.replace(/^[[`"'(]+/, '');
  const [, name, ending] = /^((?:adr[-_ ]?)?(?:\d{1,5})[-_][a-z][\w-]*)(\.md)?(?![\w/])/i.exec(plain) ?? [];
  // Without `.md` it is an informal name, and the number identifies the record.
  const number = name === undefined || ending !== undefined ? null : readRecordNumber(`${name}.md`);
  if (number !== null) return { number, digits: String(number) };
  if (name !== undefined) return { file: `${name}.md` };
  // A bare number without a leading zero could be a year, so it does not count.
  const [, digits] = /^(?:(?:adr|record|decision)[-_ #]*|#\s*|(?=0))(\d{1,5})(?![\w-])/i.exec(plain) ?? [];
  return digits === undefined ? null : { number: Number(digits), digits };
}

function describe(verb: string): string {
  return verb.toLowerCase().endsWith('es') ? 'replaces' : 'is replaced by';
}

function lintNumber(document: DocumentText, { name, siblings }: LintContext): LintProblem[] {
  const number = readRecordNumber(name);
  const stem = (file: string) => file.toLowerCase().replace(/\.[a-z]{2}(?:-[a-z]{2})?(?=\.md$)/, '');
  const twin = siblings?.find(
    (other) =>
      other !== name &&
      number !== null &&
      readRecordNumber(other) === number &&
      stem(other) !== stem(name) &&
      !/template|readme|index/i.test(other),
  );
  return twin === undefined
    ? []
    : [report('adr/number', document.headings[0]?.line ?? 1, `${twin} also has the number ${number}.`)];
}
