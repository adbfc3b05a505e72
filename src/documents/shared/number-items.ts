/** Numbers the items of a session in a file that has items already: every prefix goes on from the file's own numbers. */
import type { Item } from '../../session/text.ts';
import { itemPrefixes } from '../../session/vocabulary.ts';

const prefixes: readonly string[] = Object.values(itemPrefixes);
const ids = new RegExp(`(?<![\\w-])(${prefixes.join('|')})[-_](\\d{1,6})(?![\\w-])`, 'g');

/** The highest number of each prefix that a text names, wherever it stands. */
export function findHighest(text: string): Map<string, number> {
  const highest = new Map<string, number>();
  for (const [, prefix = '', digits] of text.matchAll(ids))
    highest.set(prefix, Math.max(highest.get(prefix) ?? 0, Number(digits)));
  return highest;
}

/** How far the numbers of each prefix must be moved to stand above `highest`; those of `before` stay as they were. */
export function moveNumbers(
  items: readonly Item[],
  options: { highest: ReadonlyMap<string, number>; before: ReadonlyMap<string, number> },
): Map<string, number> {
  const lowest = new Map<string, number>();
  for (const { id } of items) {
    const { prefix, number } = splitId(id);
    if (prefix === '') continue;
    lowest.set(prefix, Math.min(lowest.get(prefix) ?? number, number));
  }
  return new Map(
    [...lowest].map(([prefix, least]) => {
      const room = (options.highest.get(prefix) ?? 0) + 1 - least;
      return [prefix, options.before.get(prefix) ?? Math.max(0, room)];
    }),
  );
}

/** The ids of the items in the file, by their ids in the session. */
export function mapIds(items: readonly Item[], moved: ReadonlyMap<string, number>): Map<string, string> {
  return new Map(
    items.map(({ id }) => {
      const { prefix, number } = splitId(id);
      const by = moved.get(prefix) ?? 0;
      return [id, by === 0 ? id : `${prefix}-${String(number + by).padStart(3, '0')}`];
    }),
  );
}

function splitId(id: string): { prefix: string; number: number } {
  const [, prefix = '', digits = '0'] = /^([A-Z]+)-(\d{1,6})$/.exec(id) ?? [];
  return { prefix, number: Number(digits) };
}
