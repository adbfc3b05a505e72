/** How words are found: which of them stand where in a session or document, and what each place counts. */
import type { Searchable, SearchHit, SearchSource } from '../../domain/search.ts';
import { findExcerpt } from '../../text/find-excerpt.ts';
import { fillWords, splitWords } from '../../text/words.ts';

/** Another number makes every index new. */
export const formatVersion = 1;
export const mostEntries = 20_000;
/** Characters of one text that are looked at. */
const mostCharacters = 50_000;

/** Where the words of one source stand. */
export interface WordPlaces {
  /** What a word in the text of each entry counts, in their order; below zero for what comes after the rest. */
  points: readonly number[];
  /** By stem: the places where it stands, `textOf` or `titleOf` an entry. */
  words: Readonly<Record<string, unknown>>;
}

/** An entry that was found, by its place among those of its source. */
export interface WordMatch {
  index: number;
  held: number;
  score: number;
}

/** What a word counts in a title, in the title of the whole, and in a text. */
const titlePoints = 4;
const wholePoints = 0.5;
const textPoints: Readonly<Record<Searchable['kind'], number>> = {
  session: 2,
  item: 3,
  requirement: 3,
  document: 2,
  position: 1,
};
/** What no longer holds, and what was only rehearsed, counts less. */
const asideShare = 0.4;
const gone = new Set(['rejected', 'withdrawn', 'replaced']);

/** The words by which something is looked for. */
export function listSearchStems(words: string): Set<string> {
  return new Set(
    splitWords(words).flatMap(({ text, stem }) => (fillWords.has(text.toLowerCase()) ? [] : [stem])),
  );
}

/** The entries of one source that hold some of the words, in any order. */
export function matchWords(
  { points: textPoints, words }: WordPlaces,
  stems: ReadonlySet<string>,
): WordMatch[] {
  /** By entry: the words that it holds, and what they count. */
  const found = new Map<number, { held: Set<string>; score: number }>();
  const inWhole = new Set<string>();
  for (const stem of stems) {
    const places = Object.hasOwn(words, stem) ? words[stem] : [];
    if (!Array.isArray(places)) continue;
    if (places.includes(titleOf(0))) inWhole.add(stem);
    for (const place of places) {
      const index = Math.floor(Number(place) / 2);
      const inText = textPoints[index];
      if (inText === undefined) continue;
      const one = found.get(index) ?? { held: new Set(), score: 0 };
      one.held.add(stem);
      const share = inText < 0 ? asideShare : 1;
      one.score += share * (place === titleOf(index) ? titlePoints : Math.abs(inText));
      found.set(index, one);
    }
  }
  return [...found].map(([index, { held, score }]) => {
    // What was said on a topic need not say the words of the topic again.
    const borrowed = [...inWhole].filter((stem) => !held.has(stem)).length;
    return { index, held: held.size + borrowed, score: score + borrowed * wholePoints };
  });
}

/** What was found, with a piece of its text. */
export function describeMatch(
  { text, ...found }: Searchable,
  { held, score }: WordMatch,
  stems: ReadonlySet<string>,
): Omit<SearchHit, 'session' | 'file'> {
  const { excerpt, line } = findExcerpt(text, stems);
  return { ...found, excerpt, line: found.kind === 'document' ? line : null, held, score };
}

const textOf = (index: number): number => index * 2;
const titleOf = (index: number): number => index * 2 + 1;

/** Says of each word of a source where it stands. */
export function indexSource({ session, isAside, entries: all }: SearchSource): WordPlaces & {
  session: string | null;
  replaced_by: string | null;
  entries: Searchable[];
} {
  const entries = all
    .slice(0, mostEntries)
    .map((entry) => ({ ...entry, text: entry.text.slice(0, mostCharacters) }));
  const words = new Map<string, Set<number>>();
  for (const [index, { id, title, text, kind }] of entries.entries()) {
    const named = kind === 'position' || kind === 'session' ? title : `${id} ${title}`;
    const add = (place: number, part: string): void => {
      for (const stem of listSearchStems(part))
        words.set(stem, (words.get(stem) ?? new Set<number>()).add(place));
    };
    add(titleOf(index), named);
    add(textOf(index), text);
  }
  return {
    session,
    replaced_by: entries[0]?.replaced_by ?? null,
    points: entries.map(({ kind, status, replaced_by: by }) =>
      isAside || by !== null || gone.has(status) ? -textPoints[kind] : textPoints[kind],
    ),
    words: Object.fromEntries([...words].map(([stem, places]) => [stem, [...places]])),
    entries,
  };
}
