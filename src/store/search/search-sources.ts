/** Searches sessions and documents by an index that is first brought up to date: what changed since, and what it has never seen, is read. */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readStamp } from '../../files/durable-file.ts';
import { S2sError } from '../../session/errors.ts';
import type { SearchOptions } from '../../session/ports/repository.ts';
import type { SearchFindings, SearchSource } from '../../session/ports/search.ts';
import { type SessionPaths, showPath } from '../folder/session-paths.ts';
import type { SearchIndex } from './open-index.ts';
import { findInIndex, type IndexedSource, listStamps, putSources, removeSources } from './search-index.ts';

/** A session or document to search. */
export interface WordSource extends Omit<IndexedSource, 'source' | 'unread'> {
  /** Reads the whole of it; null when it may not be shown. May throw S2sError. */
  load: () => Promise<SearchSource | null>;
}

/** One that is a file, whose stamp is still to be read; `second` is that of its last change when absent. */
type FileSource = Omit<WordSource, 'stamp' | 'second'> & { path: string; second?: number };

/** Sources that are looked at, or read and written, before others have their turn. */
const lookedAtOnce = 500;
const readAtOnce = 20;
/** A search that does not wait reads at most so many first: those that changed just now. */
const mostWaitedFor = 100;

/** Finds words and other forms of them, and returns the best hits. Throws as `SearchIndex.use`. */
export async function searchSources(
  index: SearchIndex,
  words: string,
  { sources, ...options }: SearchOptions & { sources: readonly WordSource[] },
): Promise<SearchFindings> {
  const { limit, onReading, waits = true } = options;
  const { findings, stale } = await index.use((engine) => {
    const known = listStamps(engine);
    const stale = sources.filter(({ key, stamp }) => known.get(key) !== stamp);
    for (const { key } of sources) known.delete(key);
    if (known.size > 0) removeSources(engine, [...known.keys()]);
    return { stale, findings: findInIndex(engine, words, { limit }) };
  });
  if (stale.length === 0) return findings;
  if (!waits && stale.length > mostWaitedFor) {
    index.readSources ??= readAll(index, stale).finally(() => {
      index.readSources = null;
    });
    // The next search meets the same error, and begins again.
    index.readSources.catch(() => undefined);
    return { ...findings, pending: stale.length };
  }
  await readAll(index, stale, onReading);
  return index.use((engine) => findInIndex(engine, words, { limit }));
}

/** The files that exist, each with its stamp. */
export async function stampFiles(sources: readonly FileSource[]): Promise<WordSource[]> {
  const stamped: WordSource[] = [];
  for (const [index, source] of sources.entries()) {
    if (index % lookedAtOnce === lookedAtOnce - 1) await setImmediate();
    const stamp = await readStamp(source.path);
    if (stamp === null) continue;
    const changed = Number(stamp.slice(stamp.lastIndexOf('-') + 1)) / 1e9;
    stamped.push({ second: changed, ...source, stamp });
  }
  return stamped;
}

async function readAll(
  index: SearchIndex,
  stale: readonly WordSource[],
  onReading: SearchOptions['onReading'] = () => undefined,
): Promise<void> {
  for (let from = 0; from < stale.length; from += readAtOnce) {
    const read: IndexedSource[] = [];
    for (const [place, source] of stale.slice(from, from + readAtOnce).entries()) {
      read.push(await readSource(source));
      onReading(from + place + 1, stale.length);
    }
    await index.use((engine) => putSources(engine, read));
  }
}

async function readSource({ load, ...known }: WordSource): Promise<IndexedSource> {
  try {
    return { ...known, source: await load(), unread: null };
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return { ...known, source: null, unread: error.message };
  }
}

/** The time in an id, in seconds since 1970; 0 without one. */
export function readSecond(id: string): number {
  const [, date, time] = /^(\d{8})-(\d{6})/.exec(id) ?? [];
  if (date === undefined || time === undefined) return 0;
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].map(Number);
  const [hour, minute, second] = [time.slice(0, 2), time.slice(2, 4), time.slice(4)].map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) / 1000;
}

/** A document: its path from the project's root, and a way to read it. */
export interface DocumentSource {
  path: string;
  load: () => Promise<SearchSource | null>;
}

/** Searches documents; of equal hits the one that changed last comes first. Throws FILE_OUTSIDE_PROJECT when the cache leads out of the project. */
export async function searchDocuments(
  { paths, index }: { paths: SessionPaths; index: SearchIndex },
  words: string,
  { documents, ...options }: SearchOptions & { documents: readonly DocumentSource[] },
): Promise<SearchFindings> {
  const files = documents.map(({ path: key, load }) => {
    const path = join(paths.root, key);
    return { key, path, file: showPath(paths, path), load };
  });
  return searchSources(index, words, { ...options, sources: await stampFiles(files) });
}
