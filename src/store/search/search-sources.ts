/** Searches files by an index that is first brought up to date: what changed since, and what it has never seen, is read. */
import { createHash } from 'node:crypto';
import { readStamp } from '../../files/durable-file.ts';
import { letOthersGoOn } from '../../files/let-others-go-on.ts';
import { S2sError } from '../../session/errors.ts';
import type { SearchOptions } from '../../session/ports/repository.ts';
import type { SearchFindings, SearchSource } from '../../session/ports/search.ts';
import type { Engine } from './open-engine.ts';
import type { SearchIndex } from './open-index.ts';
import {
  findInIndex,
  hasDigest,
  type IndexedSource,
  listStamps,
  noteDigest,
  putSources,
  removeSources,
} from './search-index.ts';

/** A session or document to search. */
export interface WordSource extends Pick<IndexedSource, 'key' | 'file'> {
  /** The file, absolute. */
  path: string;
  /** See `IndexedSource`; the time of its last change when absent. */
  readSecond?: () => number;
  /** Reads the whole of it; null when it may not be shown. May throw S2sError. */
  load: () => Promise<SearchSource | null>;
}

interface StampedSource {
  source: WordSource;
  stamp: string;
}

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
  const stamped = await stampSources(sources);
  const lines = stamped.map(({ source, stamp }) => `${source.key} ${stamp}\n`);
  const digest = createHash('sha256').update(lines.join('')).digest('base64');
  const { findings, stale } = await index.use(async (engine) => {
    const stale = hasDigest(engine, digest) ? [] : await listStale(engine, stamped, digest);
    return { stale, findings: await findInIndex(engine, words, { limit }) };
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
  return index.use(async (engine) => {
    await noteDigest(engine, digest);
    return findInIndex(engine, words, { limit });
  });
}

/** Sources that the index does not have as they are now; those that are gone are removed from it. */
async function listStale(
  engine: Engine,
  stamped: readonly StampedSource[],
  digest: string,
): Promise<StampedSource[]> {
  const known = await listStamps(engine);
  const stale = stamped.filter(({ source, stamp }) => known.get(source.key) !== stamp);
  for (const { source } of stamped) known.delete(source.key);
  if (known.size > 0) await removeSources(engine, [...known.keys()]);
  if (stale.length === 0) await noteDigest(engine, digest);
  return stale;
}

/** Sources that exist, each with the stamp of its file. */
async function stampSources(sources: readonly WordSource[]): Promise<StampedSource[]> {
  const stamped: StampedSource[] = [];
  for (const [index, source] of sources.entries()) {
    if (index % lookedAtOnce === lookedAtOnce - 1) await letOthersGoOn();
    // What cannot even be looked at is named when it is read.
    const stamp = await readStamp(source.path).catch(() => '0-0-0');
    if (stamp !== null) stamped.push({ source, stamp });
  }
  return stamped;
}

async function readAll(
  index: SearchIndex,
  stale: readonly StampedSource[],
  onReading: SearchOptions['onReading'] = () => undefined,
): Promise<void> {
  // Oldest first: the engine is many times as fast when the numbers of entries ascend.
  const inOrder = stale
    .map((one) => ({ ...one, second: readSecond(one) }))
    .sort((a, b) => a.second - b.second);
  for (let from = 0; from < stale.length; from += readAtOnce) {
    const read: IndexedSource[] = [];
    for (const [place, source] of inOrder.slice(from, from + readAtOnce).entries()) {
      read.push(await readSource(source));
      onReading(from + place + 1, stale.length);
    }
    await index.use((engine) => putSources(engine, read));
  }
}

function readSecond({ source, stamp }: StampedSource): number {
  return source.readSecond?.() ?? Number(stamp.slice(stamp.lastIndexOf('-') + 1)) / 1e9;
}

async function readSource({
  source: { key, file, load },
  stamp,
  second,
}: StampedSource & { second: number }): Promise<IndexedSource> {
  const known = { key, stamp, file, second };
  try {
    return { ...known, source: await load(), unread: null };
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return { ...known, source: null, unread: error.message };
  }
}
