/** What a search looks for, and in which order it shows what it finds: the same for every store. */
import type { Searchable, SearchHit, SearchSource } from '../../session/ports/search.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { schemaVersion } from '../../session/vocabulary.ts';
import { findExcerpt } from '../../text/find-excerpt.ts';
import { fillWords, splitWords } from '../../text/words.ts';

/** The form of an index, with that of the sessions in it. A change of either builds every index anew. */
export const indexFormat = 310 + schemaVersion;
/** More hits are not counted. */
export const mostCounted = 10_000;
/** Entries of one source that are indexed, and characters of one text. */
const mostEntries = 16_000;
const mostCharacters = 50_000;
/** Longer ones are no words, and no database takes them. */
const longestStem = 200;
/** More words in one search are left out: the ways to leave some of them out would be too many. */
const mostStems = 8;

/** The rank of an entry among those that contain the same words: decisions first, and last what no longer holds or was rehearsed. */
export const ranks = [0, 1, 2, 3, 4, 5] as const;
const rankOf: Readonly<Record<Searchable['kind'], number>> = {
  item: 5,
  requirement: 5,
  session: 4,
  document: 4,
  position: 3,
};
const gone = new Set(['rejected', 'withdrawn', 'replaced']);

/** Points of the ranks, and of a title that contains one of the words. A title puts what was said, or rehearsed, before its like. */
const points = [0.4, 0.8, 1.2, 1, 2, 3];
const titlePoints = 4;

/** One entry, as an index keeps it. */
export interface IndexedEntry {
  rank: number;
  /** Stems, each once: of the title, of the text, and of the title of the whole source. */
  title: string[];
  text: string[];
  topic: string[];
  entry: Searchable;
}

/** The stems to search for; filler words are left out. */
export function listSearchStems(words: string): Set<string> {
  return new Set(
    splitWords(words).flatMap(({ text, stem }) =>
      fillWords.has(text.toLowerCase()) || stem.length > longestStem ? [] : [stem],
    ),
  );
}

/** The entries of a source, with the words by which they are found. */
export function indexSource({ isAside, entries }: SearchSource): IndexedEntry[] {
  const topic = [...listSearchStems(entries[0]?.title ?? '')];
  return entries.slice(0, mostEntries).map((all) => {
    const entry = { ...all, text: cutText(all.text, mostCharacters, '') };
    const { kind, id, title, status, replaced_by: by } = entry;
    const holds = !isAside && by === null && !gone.has(status);
    return {
      rank: rankOf[kind] - (holds ? 0 : 3),
      title: [...listSearchStems(kind === 'position' || kind === 'session' ? title : `${id} ${title}`)],
      text: [...listSearchStems(entry.text)],
      topic,
      entry,
    };
  });
}

/** Some of the words, each combination of which an entry may contain. */
export interface Level {
  held: number;
  /** Any of these, with all stems of it. */
  combinations: string[][];
}

/** All the stems, then all but one of them, and so on down to one. */
export function* listLevels(stems: readonly string[]): Generator<Level> {
  const taken = stems.slice(0, mostStems);
  for (let held = taken.length; held > 0; held -= 1) yield { held, combinations: combine(taken, held) };
}

function combine(stems: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return stems.flatMap((stem, index) =>
    combine(stems.slice(index + 1), size - 1).map((rest) => [stem, ...rest]),
  );
}

/** The score of an entry of a rank. */
export function scoreEntry(rank: number, isTitled: boolean): number {
  const share = rank < 3 ? 0.4 : 1;
  return (points[rank] ?? 0) + (isTitled ? share * titlePoints : 0);
}

/** A hit with an excerpt of its text. */
export function describeHit(
  { text, ...found }: Searchable,
  place: Pick<SearchHit, 'session' | 'topic' | 'file' | 'held' | 'score'>,
  stems: ReadonlySet<string>,
): SearchHit {
  const { excerpt, line } = findExcerpt(text, stems);
  return { ...found, excerpt, line: found.kind === 'document' ? line : null, ...place };
}
