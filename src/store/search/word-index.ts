/**
 * Finds words in sessions and documents. The index of each file is cached in `.s2s/cache/<folder>/<key>.json` with the stamp of the file.
 * It is rebuilt when the stamp differs, or when the entry is damaged or missing: the cache is optional, and the file always wins. The
 * first line of an entry says which words occur where; the texts behind it are parsed for hits only.
 */
import { join } from 'node:path';
import * as z from 'zod';
import {
  makeFolderDurably,
  readStamp,
  removeOldTemporaries,
  unlinkQuietly,
  writeFileDurably,
} from '../../files/durable-file.ts';
import { listNames } from '../../files/list-folder.ts';
import { readFileBoundedSync } from '../../files/read-file-sync.ts';
import { S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import {
  type Searchable,
  type SearchFindings,
  type SearchHit,
  type SearchSource,
  searchableSchema,
} from '../../session/ports/search.ts';
import { idPattern } from '../../session/vocabulary.ts';
import { parseJson } from '../../text/parse-json.ts';
import { assertInside, type SessionPaths, showPath } from '../folder/session-paths.ts';
import {
  describeMatch,
  indexFormat,
  indexSource,
  listSearchStems,
  matchWords,
  mostEntries,
  type WordMatch,
  type WordPlaces,
} from './word-match.ts';

/** A session or document to search. */
export interface WordSource {
  /** The name of its entry: lower-case letters, digits and hyphens. */
  key: string;
  /** The file, absolute. */
  path: string;
  /** Reads the whole of it; null when it may not be shown. May throw S2sError. */
  load: () => Promise<SearchSource | null>;
}

const mostEntryBytes = 8 * 1024 * 1024;

const headSchema = z.object({
  version: z.literal(indexFormat),
  stamp: z.string(),
  session: z.string().regex(idPattern).nullable(),
  replaced_by: z.string().nullable(),
  /** For each entry, the points for a word in its text; negative for an entry that ranks below the rest. */
  points: z.array(z.number().int().min(-9).max(9)).max(mostEntries),
});
type Head = z.infer<typeof headSchema> & WordPlaces;

/** An entry of the cache: its first line, and the rest, which is parsed for hits only. */
interface Entry {
  head: Head;
  /** Null when they are damaged. */
  readEntries: () => Searchable[] | null;
}

interface Match extends WordMatch {
  source: WordSource;
  entry: Entry;
}

/** Finds words and other forms of them, and returns the best hits. Throws FILE_OUTSIDE_PROJECT when the cache is outside the project. */
export async function searchWords(
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
    const totals: number[] = Array.from({ length: stems.size + 1 }, () => 0);
    // Each match holds its source's entry in memory, so only the best are kept.
    let matches: Match[] = [];
    const pickBest = (): Match[] =>
      matches.sort((a, b) => b.held - a.held || b.score - a.score).slice(0, limit);
    for (const source of sources) {
      try {
        const entry = await cache.read(source, { anew: damaged.has(source.key) });
        if (entry === null) continue;
        const { session, replaced_by: by } = entry.head;
        if (session !== null && by !== null) findings.superseded.push({ session, by });
        for (const match of matchWords(entry.head, stems)) {
          totals[match.held] = (totals[match.held] ?? 0) + 1;
          matches.push({ source, entry, ...match });
        }
        if (matches.length > 10 * limit) matches = pickBest();
      } catch (error) {
        if (!(error instanceof S2sError)) throw error;
        findings.unread.push({ file: showPath(paths, source.path), reason: error.message });
      }
    }
    const best = pickBest();
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

/** Null when the entry turns out to be damaged. */
function describeHit(
  { source, entry, ...match }: Match,
  { stems, paths }: { stems: ReadonlySet<string>; paths: SessionPaths },
): SearchHit | null {
  const found = entry.readEntries()?.[match.index];
  if (found === undefined) return null;
  const { session } = entry.head;
  return { ...describeMatch(found, match, stems), session, file: showPath(paths, source.path) };
}

/** Drops the cache entry of a removed source. If that fails, the next search does it. */
export async function forgetWords(paths: SessionPaths, folder: string, key: string): Promise<void> {
  const cache = join(paths.s2sDir, 'cache', folder);
  const isOutside = await assertInside(paths, cache).then(
    () => false,
    () => true,
  );
  if (!isOutside) await unlinkQuietly(join(cache, `${key}.json`));
}

interface Cache {
  /** The entry of a source, made when missing; null when the source has no file. */
  read: (source: WordSource, options: { anew: boolean }) => Promise<Entry | null>;
  /** Removes entries without a source, and temporary files of killed writers. */
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
      await writeFileDurably(file, text, { flush: false });
      written = file;
    } catch (error) {
      if (!(error instanceof S2sError)) throw error;
      // An unwritable cache can still be read.
      isWritable = false;
    }
  };
  return {
    read: async (source, { anew }) => {
      const stamp = await readStamp(source.path);
      if (stamp === null) return null;
      const file = join(folder, `${source.key}.json`);
      const kept = anew ? null : readCached(file, { stamp, paths });
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

/** Makes the cache folder, which contains its own .gitignore. */
async function makeCacheFolder(paths: SessionPaths, folder: string): Promise<void> {
  await makeFolderDurably(folder, showPath(paths, folder));
  await writeFileDurably(join(paths.s2sDir, 'cache', '.gitignore'), '*\n', { exclusive: true });
}

/** The cached entry, if it has this stamp and its first line is intact. */
function readCached(file: string, { stamp, paths }: { stamp: string; paths: SessionPaths }): Entry | null {
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
  const words = isMapping(first) ? first['words'] : null;
  if (head === undefined || head.stamp !== stamp || !isMapping(words)) return null;
  const readEntries = () => z.array(searchableSchema).safeParse(parseJson(text.slice(end + 1))).data ?? null;
  return { head: { ...head, words }, readEntries };
}

function writeEntry(source: SearchSource, stamp: string): string {
  const { entries, ...head } = indexSource(source);
  return `${JSON.stringify({ version: indexFormat, stamp, ...head })}\n${JSON.stringify(entries)}\n`;
}
