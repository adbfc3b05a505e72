/**
 * Finds words in sessions and documents. What was read of each is kept in `.s2s/cache/<folder>/<key>.json`, beside the stamp of the file
 * that it was read from, and made again where the stamp is another one, the entry is damaged, or there is none: nobody needs the cache,
 * and nobody believes it more than the file. The first line of an entry says which words stand where; texts are read for the hits alone.
 */
import { join } from 'node:path';
import * as z from 'zod';
import { S2sError } from '../../domain/errors.ts';
import {
  type Searchable,
  type SearchFindings,
  type SearchHit,
  type SearchSource,
  searchableSchema,
} from '../../domain/search.ts';
import { idPattern } from '../../domain/vocabulary.ts';
import {
  makeFolderDurably,
  readStamp,
  removeOldTemporaries,
  unlinkQuietly,
  writeFileDurably,
} from '../../files/durable-file.ts';
import { listNames } from '../../files/list-folder.ts';
import { readFileBoundedSync } from '../../files/read-file-sync.ts';
import { findExcerpt } from '../../text/find-excerpt.ts';
import { fillWords, splitWords } from '../../text/words.ts';
import { assertInside, type SessionPaths, showPath } from './session-paths.ts';

/** A session or document to look into. */
export interface WordSource {
  /** The name of its entry: lower-case letters, digits and hyphens. */
  key: string;
  /** The file, absolute. */
  path: string;
  /** Reads it whole; null where it may not be shown. May throw S2sError. */
  load: () => Promise<SearchSource | null>;
}

/** Another number makes every entry new. */
const formatVersion = 1;
const mostEntryBytes = 8 * 1024 * 1024;
const mostEntries = 20_000;
/** Characters of one text that are looked at. */
const mostCharacters = 50_000;

const headSchema = z.object({
  version: z.literal(formatVersion),
  stamp: z.string(),
  session: z.string().regex(idPattern).nullable(),
  replaced_by: z.string().nullable(),
  /** What a word in the text of each entry counts, in their order; below zero for what comes after the rest. */
  points: z.array(z.number().int().min(-9).max(9)).max(mostEntries),
});
type Head = z.infer<typeof headSchema> & {
  /** By stem: the places where it stands, `textOf` or `titleOf` an entry. */
  words: Readonly<Record<string, unknown>>;
};

/** An entry of the cache: its first line, and the rest, which is read for hits alone. */
interface Entry {
  head: Head;
  /** Null where they are damaged. */
  readEntries: () => Searchable[] | null;
}

interface Match {
  source: WordSource;
  entry: Entry;
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

/** Looks for words, forms of them among it, and gives the best hits. Throws FILE_OUTSIDE_PROJECT where the cache leads out of the project. */
export async function findWords(
  paths: SessionPaths,
  words: string,
  options: { sources: readonly WordSource[]; folder: string; limit: number },
): Promise<SearchFindings> {
  const { sources, folder, limit } = options;
  const stems = listSearchStems(words);
  const cache = await openCache(paths, folder);
  const damaged = new Set<string>();
  for (;;) {
    const findings: SearchFindings = { hits: [], totals: [], superseded: [], unread: [] };
    const matches: Match[] = [];
    for (const source of sources) {
      try {
        const entry = await cache.read(source, { anew: damaged.has(source.key) });
        if (entry === null) continue;
        const { session, replaced_by: by } = entry.head;
        if (session !== null && by !== null) findings.superseded.push({ session, by });
        matches.push(...matchEntry(source, entry, stems));
      } catch (error) {
        if (!(error instanceof S2sError)) throw error;
        findings.unread.push({ file: showPath(paths, source.path), reason: error.message });
      }
    }
    const totals: number[] = Array.from({ length: stems.size + 1 }, () => 0);
    for (const { held } of matches) totals[held] = (totals[held] ?? 0) + 1;
    const best = matches.sort((a, b) => b.held - a.held || b.score - a.score).slice(0, limit);
    const hits = best.map((match) => describeHit(match, { stems, paths }));
    const torn = best.filter(
      (_, index) => hits[index] === null && !damaged.has(best[index]?.source.key ?? ''),
    );
    if (torn.length > 0) {
      for (const { source } of torn) damaged.add(source.key);
      continue;
    }
    await cache.tidy(sources);
    return { ...findings, totals, hits: hits.filter((hit) => hit !== null) };
  }
}

/** The words by which something is looked for. */
export function listSearchStems(words: string): Set<string> {
  return new Set(
    splitWords(words).flatMap(({ text, stem }) => (fillWords.has(text.toLowerCase()) ? [] : [stem])),
  );
}

function matchEntry(source: WordSource, entry: Entry, stems: ReadonlySet<string>): Match[] {
  const { points: textPoints, words } = entry.head;
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
    return { source, entry, index, held: held.size + borrowed, score: score + borrowed * wholePoints };
  });
}

/** Null where the entry turns out to be damaged. */
function describeHit(
  { source, entry, index, held, score }: Match,
  { stems, paths }: { stems: ReadonlySet<string>; paths: SessionPaths },
): SearchHit | null {
  const found = entry.readEntries()?.[index];
  if (found === undefined) return null;
  const { text, ...rest } = found;
  const { excerpt, line } = findExcerpt(text, stems);
  return {
    ...rest,
    session: entry.head.session,
    excerpt,
    file: showPath(paths, source.path),
    line: found.kind === 'document' ? line : null,
    held,
    score,
  };
}

interface Cache {
  /** The entry of a source, made where it is missing; null where there is nothing to find. */
  read: (source: WordSource, options: { anew: boolean }) => Promise<Entry | null>;
  /** Removes entries that belong to no source any more, and what killed writers left. */
  tidy: (sources: readonly WordSource[]) => Promise<void>;
}

async function openCache(paths: SessionPaths, name: string): Promise<Cache> {
  const folder = join(paths.s2sDir, 'cache', name);
  await assertInside(paths, folder);
  let written: string | null = null;
  let isWritable = true;
  const write = async (file: string, text: string): Promise<void> => {
    if (!isWritable) return;
    try {
      if (written === null) await makeCacheFolder(paths, folder);
      await writeFileDurably(file, text);
      written = file;
    } catch (error) {
      if (!(error instanceof S2sError)) throw error;
      // A folder that cannot be written to is read all the same.
      isWritable = false;
    }
  };
  return {
    read: async (source, { anew }) => {
      const stamp = await readStamp(source.path);
      if (stamp === null) return null;
      const file = join(folder, `${source.key}.json`);
      const kept = anew ? null : readEntry(file, { stamp, paths });
      if (kept !== null) return kept;
      const loaded = await source.load();
      const text = writeEntry(loaded ?? { session: null, isAside: false, entries: [] }, stamp);
      if (Buffer.byteLength(text) <= mostEntryBytes) await write(file, text);
      return parseEntry(text, stamp);
    },
    tidy: async (sources) => {
      const known = new Set(sources.map(({ key }) => `${key}.json`));
      for (const each of await listNames(folder).catch(() => []))
        if (/^[a-z0-9-]+\.json$/.test(each) && !known.has(each)) await unlinkQuietly(join(folder, each));
      if (written !== null) await removeOldTemporaries(folder, written).catch(() => undefined);
    },
  };
}

/** The folder hides itself from git, whatever the project ignores. */
async function makeCacheFolder(paths: SessionPaths, folder: string): Promise<void> {
  await makeFolderDurably(folder, showPath(paths, folder));
  await writeFileDurably(join(paths.s2sDir, 'cache', '.gitignore'), '*\n', { exclusive: true });
}

/** The entry that is kept, where it is of this state of the file and its first line is whole. */
function readEntry(file: string, { stamp, paths }: { stamp: string; paths: SessionPaths }): Entry | null {
  try {
    const place = { shownAs: showPath(paths, file), root: paths.root, maxBytes: mostEntryBytes };
    return parseEntry(readFileBoundedSync(file, place).toString('utf8'), stamp);
  } catch (error) {
    if (error instanceof S2sError) return null;
    throw error;
  }
}

function parseEntry(text: string, stamp: string): Entry | null {
  const end = text.indexOf('\n');
  const first = parseJson(text.slice(0, Math.max(end, 0)));
  const head = headSchema.safeParse(first).data;
  const words = isTable(first) ? first['words'] : null;
  if (head === undefined || head.stamp !== stamp || !isTable(words)) return null;
  const readEntries = () => z.array(searchableSchema).safeParse(parseJson(text.slice(end + 1))).data ?? null;
  return { head: { ...head, words }, readEntries };
}

/** The value of a JSON text; undefined where it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const textOf = (index: number): number => index * 2;
const titleOf = (index: number): number => index * 2 + 1;

function writeEntry({ session, isAside, entries: all }: SearchSource, stamp: string): string {
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
  const head = {
    version: formatVersion,
    stamp,
    session,
    replaced_by: entries[0]?.replaced_by ?? null,
    points: entries.map(({ kind, status, replaced_by: by }) =>
      isAside || by !== null || gone.has(status) ? -textPoints[kind] : textPoints[kind],
    ),
    words: Object.fromEntries([...words].map(([stem, places]) => [stem, [...places]])),
  };
  return `${JSON.stringify(head)}\n${JSON.stringify(entries)}\n`;
}
