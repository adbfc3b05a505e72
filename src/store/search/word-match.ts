/** Matches words: finds where each occurs in a session or document, and scores the places. */

import type { Searchable, SearchHit, SearchSource } from '../../session/ports/search.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { schemaVersion } from '../../session/vocabulary.ts';
import { findExcerpt } from '../../text/find-excerpt.ts';
import { fillWords, splitWords } from '../../text/words.ts';

/** The form of an index, with that of the sessions in it. A change of either builds every index anew. */
export const indexFormat = 100 + schemaVersion;
export const mostEntries = 20_000;
/** Characters of one text that are indexed. */
const mostCharacters = 50_000;

/** The places of the words of one source. */
export interface WordPlaces {
  /** For each entry, the points for a word in its text; negative for an entry that ranks below the rest. */
  points: readonly number[];
  /** By stem: its places, each `textOf` or `titleOf` an entry. */
  words: Readonly<Record<string, unknown>>;
}

/** An entry that was found. `index`: its place in its source; `held`: how many of the words it contains. */
export interface WordMatch {
  index: number;
  held: number;
  score: number;
}

/** Points for a word in a title, in the title of the whole source, and in a text. */
const titlePoints = 4;
const wholePoints = 0.5;
const textPoints: Readonly<Record<Searchable['kind'], number>> = {
  session: 2,
  item: 3,
  requirement: 3,
  document: 2,
  position: 1,
};
/** Entries that no longer hold, or were only rehearsed, count less. */
const asideShare = 0.4;
const gone = new Set(['rejected', 'withdrawn', 'replaced']);

/** The stems to search for; filler words are left out. */
export function listSearchStems(words: string): Set<string> {
  return new Set(
    splitWords(words).flatMap(({ text, stem }) => (fillWords.has(text.toLowerCase()) ? [] : [stem])),
  );
}

/** The entries of one source that contain some of the words, unsorted. */
export function matchWords(
  { points: textPoints, words }: WordPlaces,
  stems: ReadonlySet<string>,
): WordMatch[] {
  /** By entry: the words that it contains, and their points. */
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
    // A statement on a topic need not repeat the words of the topic.
    const borrowed = [...inWhole].filter((stem) => !held.has(stem)).length;
    return { index, held: held.size + borrowed, score: score + borrowed * wholePoints };
  });
}

/** A hit with an excerpt of its text. */
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

/** Indexes a source: for each word, the places where it occurs. */
export function indexSource({ session, isAside, entries: all }: SearchSource): WordPlaces & {
  session: string | null;
  replaced_by: string | null;
  entries: Searchable[];
} {
  const entries = all
    .slice(0, mostEntries)
    .map((entry) => ({ ...entry, text: cutText(entry.text, mostCharacters, '') }));
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
