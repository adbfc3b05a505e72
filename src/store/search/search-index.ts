/** The search index: SQLite's full-text search over the stems of words, in a file or in memory. */
import * as z from 'zod';
import { letOthersGoOn } from '../../files/let-others-go-on.ts';
import { type SearchFindings, type SearchSource, searchableSchema } from '../../session/ports/search.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { Engine } from './open-engine.ts';
import {
  describeHit,
  indexFormat,
  indexSource,
  type Level,
  listLevels,
  listSearchStems,
  mostCounted,
  ranks,
  scoreEntry,
} from './search-terms.ts';

/** Both parts of an index may change. */
const tableFormat = 2000 + indexFormat;

/**
 * The number of an entry: the newest source has the highest, and in it the first entry. So words that all sessions have are found
 * newest first, and the rest is never looked at. Sources have a slot each, of so many in each second, and so many entries.
 */
const slotsOfSecond = 100_000;
const entriesOfSlot = 16_384;

/** What is known of a source: its entries, or why it could not be read. */
export interface IndexedSource {
  key: string;
  /** Changes with the source. */
  stamp: string;
  /** When it was made, in seconds since 1970: among equal hits the newest comes first. */
  second: number;
  /** Its file, as messages show it. */
  file: string;
  source: SearchSource | null;
  unread: string | null;
}

/** Makes the tables; those of another version are dropped. The caller alone has the database open. */
export function prepareIndex(engine: Engine): void {
  // WebAssembly's lock is a folder, made and removed for each statement otherwise.
  engine.exec('pragma locking_mode = exclusive');
  const [version] = engine.all('pragma user_version');
  if (version?.['user_version'] === tableFormat) return;
  engine.exec(`begin immediate;
    drop table if exists words; drop table if exists entries; drop table if exists sources; drop table if exists digests;
    create table sources (key text primary key, slot integer unique, stamp text, file text, session text, topic text,
      replaced_by text, unread text);
    create index unread_sources on sources (slot) where unread is not null;
    create index replaced_sources on sources (slot) where replaced_by is not null;
    create table digests (digest text);
    create table entries (id integer primary key, entry text);
    create virtual table words using fts5(title, text, topic, rank_of, content='', contentless_delete=1, detail=column,
      tokenize='ascii');
    pragma user_version = ${tableFormat};
    commit`);
}

/** The stamps of all sources, by key. */
export async function listStamps(engine: Engine): Promise<Map<string, string>> {
  const stamps = new Map<string, string>();
  for (let last = ''; ; await letOthersGoOn()) {
    // As one value, because to fetch a thousand rows takes longer than all else.
    const [row] = engine.all(
      `select max(key) as last, json_group_object(key, stamp) as stamps
       from (select key, stamp from sources where key > ? order by key limit 1000)`,
      [last],
    );
    if (row === undefined || row['last'] === null) return stamps;
    for (const [key, stamp] of Object.entries(parseJson(String(row['stamps'])) as Record<string, string>))
      stamps.set(key, stamp);
    last = String(row['last']);
  }
}

/** Whether the index has exactly the sources of which this digest was noted: the stamps of ten thousand take longer than a search. */
export function hasDigest(engine: Engine, digest: string): boolean {
  return engine.all('select digest from digests')[0]?.['digest'] === digest;
}

/** Notes a digest of the sources; each change of the index forgets it. */
export async function noteDigest(engine: Engine, digest: string): Promise<void> {
  await change(engine, async () => engine.all('insert into digests values (?)', [digest]));
}

/** Indexes sources, in place of what was known of them. */
export async function putSources(engine: Engine, sources: readonly IndexedSource[]): Promise<void> {
  await change(engine, async () => {
    for (const one of sources) {
      await letOthersGoOn();
      removeSource(engine, one.key);
      putSource(engine, one);
    }
  });
}

/** Forgets sources. */
export async function removeSources(engine: Engine, keys: readonly string[]): Promise<void> {
  await change(engine, async () => {
    for (const key of keys) {
      await letOthersGoOn();
      removeSource(engine, key);
    }
  });
}

async function change(engine: Engine, act: () => Promise<unknown>): Promise<void> {
  engine.exec('begin immediate; delete from digests');
  try {
    await act();
    engine.exec('commit');
  } catch (error) {
    engine.exec('rollback');
    throw error;
  }
}

function putSource(engine: Engine, { key, stamp, second, file, source, unread }: IndexedSource): void {
  const [whole] = source?.entries ?? [];
  const first = Math.max(0, Math.floor(second)) * slotsOfSecond;
  engine.all(
    `insert into sources select ?, coalesce(max(slot) + 1, ?), ?, ?, ?, ?, ?, ? from sources where slot >= ? and slot < ?`,
    [
      ...[key, first, stamp, file, source?.session ?? null, whole?.title ?? null],
      ...[whole?.replaced_by ?? null, unread, first, first + slotsOfSecond],
    ],
  );
  if (source === null) return;
  const rows = indexSource(source).map(({ rank, title, text, topic, entry }) => ({
    ...{ rank: nameRank(rank), entry: JSON.stringify(entry) },
    ...{ title: title.join(' '), text: text.join(' '), topic: topic.join(' ') },
  }));
  const values = [key, JSON.stringify(rows)];
  const id = `(slot + 1) * ${entriesOfSlot} - 1 - json_each.key`;
  const from = 'from sources join json_each(?2) where sources.key = ?1 order by 1';
  engine.all(`insert into entries (id, entry) select ${id}, value ->> 'entry' ${from}`, values);
  engine.all(
    `insert into words (rowid, title, text, topic, rank_of)
     select ${id}, value ->> 'title', value ->> 'text', value ->> 'topic', value ->> 'rank' ${from}`,
    values,
  );
}

function removeSource(engine: Engine, key: string): void {
  const own = `between slot * ${entriesOfSlot} and (slot + 1) * ${entriesOfSlot} - 1`;
  const ids = `select entries.id from sources join entries on entries.id ${own} where key = ?`;
  engine.all(`delete from words where rowid in (${ids})`, [key]);
  engine.all(`delete from entries where id in (${ids})`, [key]);
  engine.all('delete from sources where key = ?', [key]);
}

/** Finds the best hits. Those whose text has the words rank by kind, those whose title has one of them come before their like. */
export async function findInIndex(
  engine: Engine,
  words: string,
  { limit }: { limit: number },
): Promise<SearchFindings> {
  const stems = listSearchStems(words);
  const totals: number[] = Array.from({ length: stems.size + 1 }, () => 0);
  const rows = engine.all('select file, unread from sources where unread is not null order by slot desc');
  const replaced = engine.all('select session, replaced_by from sources where replaced_by is not null');
  const findings: SearchFindings = {
    hits: [],
    totals,
    superseded: replaced.flatMap(({ session, replaced_by: by }) =>
      session === null ? [] : [{ session: String(session), by: String(by) }],
    ),
    unread: rows.map(({ file, unread }) => ({ file: String(file), reason: String(unread) })),
    pending: 0,
  };
  const known: string[] = [];
  for (const stem of stems) if ((await count(engine, quote(stem), 1)) > 0) known.push(stem);
  for (const level of listLevels(known)) {
    const query = writeQuery(level);
    const total = await count(engine, query, mostCounted);
    if (total === 0) continue;
    totals[level.held] = total;
    const hits = await readHits(engine, { level, query, stems, limit: Math.min(limit, total) });
    return { ...findings, hits };
  }
  return findings;
}

const quote = (stem: string): string => `"${stem}"`;

/** The rank of an entry as a word, which no text has. */
const nameRank = (rank: number): string => `§${rank}`;

/** A statement on a topic need not repeat the words of the topic, but has to have one word of its own. */
function writeQuery({ combinations }: Level): string {
  return combinations
    .map((stems) => {
      const quoted = stems.map(quote);
      return `(${quoted.join(' AND ')} AND {title text} : (${quoted.join(' OR ')}))`;
    })
    .join(' OR ');
}

async function count(engine: Engine, query: string, most: number): Promise<number> {
  await letOthersGoOn();
  const sql = 'select count(*) as found from (select 1 from words where words match ? limit ?)';
  return Number(engine.all(sql, [query, most])[0]?.['found']);
}

async function readHits(
  engine: Engine,
  { level, query, stems, limit }: { level: Level; query: string; stems: ReadonlySet<string>; limit: number },
) {
  const titled = `{title} : (${level.combinations.flat().map(quote).join(' OR ')})`;
  const conditions = new Map<number, string[]>();
  for (const rank of ranks)
    for (const isTitled of [true, false]) {
      const condition = `({rank_of} : ${quote(nameRank(rank))} ${isTitled ? 'AND' : 'NOT'} ${titled})`;
      const score = scoreEntry(rank, isTitled);
      conditions.set(score, [...(conditions.get(score) ?? []), condition]);
    }
  const rows: Record<string, unknown>[] = [];
  for (const [score, any] of [...conditions].sort(([a], [b]) => b - a)) {
    if (rows.length === limit) break;
    await letOthersGoOn();
    const found = engine.all(
      `select entry, session, topic, file, ? as score
       from (select rowid as id from words where words match ? order by rowid desc limit ?)
       join entries using (id) join sources on slot = id / ${entriesOfSlot} order by id desc`,
      [score, `(${query}) AND (${any.join(' OR ')})`, limit - rows.length],
    );
    rows.push(...found);
  }
  return rows.map((row) => {
    const { entry, session, topic, ...place } = rowSchema.parse(row);
    const found = searchableSchema.parse(parseJson(entry));
    return describeHit(
      found,
      { ...place, session, topic: session === null ? null : topic, held: level.held },
      stems,
    );
  });
}

const rowSchema = z.object({
  entry: z.string(),
  session: z.string().nullable(),
  topic: z.string().nullable(),
  file: z.string(),
  score: z.number(),
});
