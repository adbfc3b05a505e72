/**
 * Finds what stands in the text as if an item were agreed that is not: the same amounts, the same names in code, or a reference to it.
 * A reader is told of it at the top, since nobody is asked to mend the text after the count.
 */
import { listItemTexts, listMarks } from '../../session/rules/text-measures.ts';
import type { Item } from '../../session/text.ts';
import { inline } from '../markdown/text.ts';
import { isNotAgreed, type Printing } from '../printing.ts';

/** The most places that are named. */
const mostNamed = 8;

/** The ids of items and the titles of sections. */
export function listCarriers(item: Item, { session, title, printId }: Printing): string[] {
  const values = listValues([item.title, item.text, item.check].join('\n'));
  const isCarried = (words: string): boolean =>
    listMarks(words).includes(item.id) || listValues(words).some((value) => values.includes(value));
  const items = session.artifacts
    .filter((other) => !isNotAgreed(other) && isCarried(listItemTexts(other).join('\n')))
    .map(({ id }) => inline(printId(id)));
  const sections = (session.text?.sections ?? [])
    .filter(({ id, body }) => !weighing.has(id) && isCarried(body))
    .map((section) => title(section.title, section.id));
  return [...items, ...sections].slice(0, mostNamed);
}

/** Sections that name what was not taken too. */
const weighing: ReadonlySet<string> = new Set(['against', 'tensions', 'options', 'today', 'risks']);

/** Amounts with their unit, and names in code. */
function listValues(text: string): string[] {
  const amounts = [...text.matchAll(/(?<![\p{L}\p{N}.,])(\d+(?:[.,]\d+)?)[\s\u00a0-]?(%|\p{L}+)/gu)];
  const names = [...text.matchAll(/`([^`\n]+)`/g)];
  return [
    ...amounts.map(([, number = '', unit = '']) => `${number} ${unit.toLowerCase()}`),
    ...names.map(([, name = '']) => name),
  ];
}
