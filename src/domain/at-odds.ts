/** Finds agreed items that seem to contradict each other: only those whose wording says so plainly. */
import { joinThousands, listFigures } from './figures.ts';
import type { Conflict, Item, Statement } from './records.ts';
import { isTurnedDown } from './turned-down.ts';

/** Two items that a reader should compare, with the reason as the rest of a sentence. */
export interface AtOdds {
  ids: [string, string];
  why: string;
}

/**
 * Agreed items that rest on an item that no longer stands, and pairs of agreed items with different numbers for the same thing:
 * either one says that its number replaces the other's, or both say the same except for the number.
 */
export function findAtOdds({
  artifacts: items,
  conflicts,
}: {
  artifacts: readonly Item[];
  /** The disputes: an item that names two sides of one compares them. */
  conflicts: readonly Pick<Conflict, 'item_ids'>[];
}): AtOdds[] {
  const agreed = items.filter(
    ({ status, raised_in: raisedIn }) => status === 'agreed' && raisedIn === 'round',
  );
  const found = agreed.flatMap((item) => listStale(item, items, conflicts));
  // Each text with a number is read once: a hundred items make thousands of pairs.
  const read = agreed.filter(({ text }) => /\d/.test(text)).map(readItem);
  for (const [index, one] of read.entries())
    for (const other of read.slice(index + 1)) {
      if (one.names.has(other.id) || other.names.has(one.id)) continue;
      const why = supersedes(one, other) ?? supersedes(other, one) ?? differ(one, other);
      if (why !== null) found.push({ ids: [one.id, other.id], why });
    }
  return found;
}

/** Pairs of live items that cannot both hold according to the review, with the point that says so. */
export function listClashes(
  items: readonly Item[],
  statements: readonly Pick<Statement, 'id' | 'text' | 'clash'>[],
): { ids: [string, string]; point: string }[] {
  const live = new Set(
    items.flatMap(({ id, status }) => (status === 'open' || status === 'agreed' ? [id] : [])),
  );
  return items.flatMap(({ id, raised_in: raisedIn, from }) =>
    raisedIn !== 'review'
      ? []
      : statements
          .filter((one) => from.includes(one.id))
          .flatMap(({ clash, text }): { ids: [string, string]; point: string }[] => {
            const [one, other] = clash ?? readClash(text);
            return one !== undefined && other !== undefined && live.has(one) && live.has(other)
              ? [{ ids: [one, other], point: id }]
              : [];
          }),
  );
}

/** The two items of a sentence such as "REQ-019 and REQ-009 cannot both hold, for …"; empty for any other sentence. */
function readClash(text: string): string[] {
  const [, one, other] =
    /^\W*(?:both )?([A-Z]+-\d+) and ([A-Z]+-\d+) (?:cannot|can not|can't) both (?:hold|be (?:met|built|true|kept)|stand)\b/.exec(
      text,
    ) ?? [];
  return one === undefined || other === undefined || one === other ? [] : [one, other];
}

/** The parts of an item that are compared. */
interface ItemReading {
  id: string;
  /** Without blanks or apostrophes inside numbers. */
  text: string;
  /** Ids that the text names. */
  names: ReadonlySet<string>;
  /** "3 to 4 weeks instead of 2 to 3", if it says so. */
  instead: { now: string; unit: string; before: string } | null;
  sentences: readonly { shape: string; numbers: string[] }[];
}

function readItem({ id, text: written }: Item): ItemReading {
  const text = joinThousands(written);
  const [, now, unit, before] = insteadOf.exec(text) ?? [];
  return {
    id,
    text,
    names: new Set(written.match(/(?<![\p{L}\p{N}-])\p{Lu}+-\d+(?![\p{L}\p{N}])/gu)),
    instead: now === undefined || unit === undefined || before === undefined ? null : { now, unit, before },
    sentences: sentencesOf(text),
  };
}

/**
 * The items that an agreed item names although they no longer stand. Left out are those that it names to turn them down, replaces
 * itself, or compares with the winner or another side of the same dispute, and those whose replacement says the same and more.
 */
function listStale(
  item: Item,
  items: readonly Item[],
  conflicts: readonly Pick<Conflict, 'item_ids'>[],
): AtOdds[] {
  const isCompared = (id: string): boolean =>
    conflicts.some(
      ({ item_ids: sides }) =>
        sides.includes(id) &&
        sides.some((side) => side !== id && side !== item.id && placeOf(item.text, side) !== null),
    );
  return items
    .filter(
      ({ id, status }) =>
        id !== item.id && status !== 'open' && status !== 'agreed' && !item.replaces.includes(id),
    )
    .filter(({ id, replaced_by: by }) => by !== item.id && restsOn(item.text, id) && !isCompared(id))
    .filter((old) => {
      const next = items.find(({ id }) => id === old.replaced_by);
      if (next === undefined) return true;
      const won = [next.id, ...next.related_to].filter((id) => id !== old.id);
      return !won.some((id) => restsOn(item.text, id)) && !isRefined(old, next);
    })
    .map(({ id, status, replaced_by: by }) => ({
      ids: [item.id, id] as [string, string],
      why: by === null ? `${id} was ${status}` : `${id} was replaced by ${by}`,
    }));
}

/** Whether an agreed item contains nearly all words and all numbers of the one that it replaced. */
function isRefined(old: Item, next: Item): boolean {
  if (next.status !== 'agreed' || next.decided_by !== 'count') return false;
  const [before, after] = [wordsOf(old.text, 4), wordsOf(next.text, 4)];
  const kept = [...before].filter((word) => after.has(word)).length;
  const numbers = listFigures(next.text);
  return kept >= before.size * 0.8 && listFigures(old.text).every((one) => numbers.includes(one));
}

/** Where a text first names an item. */
function placeOf(text: string, id: string): { start: number; end: number } | null {
  const place = new RegExp(`(?<![\\p{L}\\p{N}-])${id}(?![\\p{L}\\p{N}])`, 'u').exec(text);
  return place === null ? null : { start: place.index, end: place.index + id.length };
}

function restsOn(text: string, id: string): boolean {
  const place = placeOf(text, id);
  return place !== null && !isTurnedDown(text, place);
}

const quantity = String.raw`\d+(?:[.,]\d+)*(?: (?:to|or|and) \d+(?:[.,]\d+)*)?`;

const insteadOf = new RegExp(
  `(${quantity}) ?(%|\\p{L}+) (?:instead of|rather than|and not|no longer) (?:the )?(${quantity})`,
  'iu',
);

/** "3 to 4 weeks instead of 2 to 3", when the other item still says 2 to 3 weeks about something that both name. */
function supersedes({ text, instead }: ItemReading, other: ItemReading): string | null {
  if (instead === null) return null;
  const { now, unit, before } = instead;
  const old = new RegExp(`(?<![\\d.,])${before.replaceAll('.', '\\.')} ?${unit}`, 'iu');
  if (!old.test(other.text)) return null;
  const words = wordsOf(other.text, 5);
  const shared = [...wordsOf(text, 5)].filter((word) => word !== unit && words.has(word));
  return shared.length >= 2 ? `${now} ${unit} instead of ${before}` : null;
}

/** Finds two sentences that differ only in their numbers. */
function differ(one: ItemReading, other: ItemReading): string | null {
  for (const first of one.sentences)
    for (const second of other.sentences) {
      if (first.shape !== second.shape || first.shape.length < 25) continue;
      const index = first.numbers.findIndex((number, place) => number !== second.numbers[place]);
      if (index >= 0) return `${first.numbers[index]} and ${second.numbers[index]} for the same thing`;
    }
  return null;
}

function sentencesOf(text: string): { shape: string; numbers: string[] }[] {
  const pattern = /(?<![\p{L}\p{N}-])\d+(?:[.,]\d+)*(?![\p{L}\p{N}-])/gu;
  return text
    .toLowerCase()
    .split(/[.;](?=\s|$)/u)
    .map((sentence) => ({
      numbers: sentence.match(pattern) ?? [],
      shape: sentence
        .replace(pattern, '#')
        .replace(/\(?\bassumed\)?|[^\p{L}#]+/gu, ' ')
        .trim(),
    }))
    .filter(({ numbers }) => numbers.length > 0);
}

function wordsOf(text: string, least: number): Set<string> {
  return new Set((text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word.length >= least));
}
