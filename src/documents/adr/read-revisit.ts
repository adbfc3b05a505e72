/** Reads when a decision record wants to be looked at again: dates and events, from a section or a field for them. */
import type { Revisit } from '../../session/records.ts';
import { chooseLabels, shippedLanguages } from '../../wording/labels.ts';
import { type DocumentText, type Entry, listContent, plainTitle, plainWords } from '../lint/document-text.ts';
import { readField } from './lint-record-head.ts';

const titles = new Set([
  ...shippedLanguages.map((language) => plainTitle(chooseLabels(language)('adr.revisit'))),
  ...['when to revisit', 'revisit', 'revisit when', 'review', 'review date', 'expiration', 'expiry'],
]);
const recordLines = shippedLanguages.map((language) => chooseLabels(language)('record.line'));
const fields = ['review-by', 'review-date', 'review date', 'revisit', 'expires', 'valid-until'];

/**
 * The lines in order. A date counts if it is after the record's own: earlier ones tell what was. A month without a day begins with its
 * first. Throws nothing.
 */
export function listRevisits(document: DocumentText): Revisit[] {
  const own = findDates(readField(document, 'date')?.value ?? '')[0] ?? '';
  const given = fields.flatMap((name) => readField(document, name) ?? []);
  const sections = document.headings.filter(({ text }) => titles.has(plainTitle(text)));
  const entries = sections
    .flatMap((heading) => listContent(document, heading))
    .filter(({ kind }, index, all) => kind !== 'code' && (kind !== 'row' || all[index - 1]?.kind === 'row'))
    .filter(
      (entry, index, all) =>
        !isBeside(document, entry, { before: all.slice(0, index), next: all[index + 1] }),
    );
  const lines = new Map(
    [...given.map(({ line, value }) => ({ line, text: value })), ...entries].map((one) => [one.line, one]),
  );
  return (
    [...lines.values()]
      .map(({ line, text }) => ({ line, text: plainWords(text).replace(/\s+/g, ' ') }))
      // The last section of a record of s2s ends with where its discussion is.
      .filter(({ text }) => text !== '' && !recordLines.some((line) => text.startsWith(line)))
      .map(({ line, text }) => ({ date: findDates(text).find((date) => date > own) ?? null, text, line }))
  );
}

/** A paragraph without a date that leads in a list, or that stands behind one: what to check or to watch then. */
function isBeside(
  { headings }: DocumentText,
  { kind, text, line }: Entry,
  { before, next }: { before: readonly Entry[]; next: Entry | undefined },
): boolean {
  if (kind !== 'paragraph' || findDates(text).length > 0) return false;
  const start = headings.findLast((heading) => heading.line < line)?.line ?? 0;
  const leadsIn = next?.kind === 'item' && !/[.!?]\W*$/.test(text);
  return leadsIn || before.some((entry) => entry.kind === 'item' && entry.line > start);
}

function findDates(text: string): string[] {
  return [...text.matchAll(/(?<![\d-])(\d{4})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?(?![\d-]*\d)/g)].map(
    ([, year, month, day = '01']) => `${year}-${month}-${day}`,
  );
}
