/** The search index: SQLite's full-text search over the stems of words, in a file or in memory. */
import * as z from 'zod';
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
  if (version?.['user_version'] === indexFormat) return;
  engine.exec(`begin immediate;
    drop table if exists words; drop table if exists entries; drop table if exists sources;
    create table sources (key text primary key, second real, stamp text, file text, session text, topic text,
      replaced_by text, unread text);
    create table entries (id integer primary key, source text, place integer, rank integer, entry text);
    create index entries_of on entries (source, place);
    create virtual table words using fts5(title, text, topic, content='', contentless_delete=1, detail=column, tokenize='ascii');
    pragma user_version = ${indexFormat};
    commit`);
}

/** The stamps of all sources, by key. */
export function listStamps(engine: Engine): Map<string, string> {
  return new Map(
    engine.all('select key, stamp from sources').map((row) => [String(row['key']), String(row['stamp'])]),
  );
}

/** Indexes sources, in place of what was known of them. */
export function putSources(engine: Engine, sources: readonly IndexedSource[]): void {
  change(engine, () => {
    for (const one of sources) {
      removeSource(engine, one.key);
      putSource(engine, one);
    }
  });
}

/** Forgets sources. */
export function removeSources(engine: Engine, keys: readonly string[]): void {
  change(engine, () => {
    for (const key of keys) removeSource(engine, key);
  });
}

function change(engine: Engine, act: () => void): void {
  engine.exec('begin immediate');
  try {
    act();
    engine.exec('commit');
  } catch (error) {
    engine.exec('rollback');
    throw error;
  }
}

function putSource(engine: Engine, { key, stamp, second, file, source, unread }: IndexedSource): void {
  const [whole] = source?.entries ?? [];
  engine.all('insert into sources values (?, ?, ?, ?, ?, ?, ?, ?)', [
    ...[key, second, stamp, file, source?.session ?? null, whole?.title ?? null],
    ...[whole?.replaced_by ?? null, unread],
  ]);
  if (source === null) return;
  const rows = indexSource(source).map(({ rank, title, text, topic, entry }) => ({
    ...{ rank, entry: JSON.stringify(entry) },
    ...{ title: title.join(' '), text: text.join(' '), topic: topic.join(' ') },
  }));
  const values = [key, JSON.stringify(rows)];
  engine.all(
    `insert into entries (source, place, rank, entry)
     select ?, json_each.key, value ->> 'rank', value ->> 'entry' from json_each(?)`,
    values,
  );
  engine.all(
    `insert into words (rowid, title, text, topic)
     select entries.id, value ->> 'title', value ->> 'text', value ->> 'topic'
     from json_each(?2) cross join entries on source = ?1 and place = json_each.key`,
    values,
  );
}

function removeSource(engine: Engine, key: string): void {
  engine.all('delete from words where rowid in (select id from entries where source = ?)', [key]);
  engine.all('delete from entries where source = ?', [key]);
  engine.all('delete from sources where key = ?', [key]);
}

/** Finds the best hits. Those whose text has the words rank by kind, those whose title has one of them come before their like. */
export function findInIndex(engine: Engine, words: string, { limit }: { limit: number }): SearchFindings {
  const stems = listSearchStems(words);
  const totals: number[] = Array.from({ length: stems.size + 1 }, () => 0);
  const rows = engine.all('select file, unread from sources where unread is not null order by second desc');
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
  const known = [...stems].filter((stem) => count(engine, quote(stem), 1) > 0);
  for (const level of listLevels(known)) {
    const query = writeQuery(level);
    const total = count(engine, query, mostCounted);
    if (total === 0) continue;
    totals[level.held] = total;
    return { ...findings, hits: readHits(engine, { level, query, stems, limit }) };
  }
  return findings;
}

const quote = (stem: string): string => `"${stem}"`;

/** A statement on a topic need not repeat the words of the topic, but has to have one word of its own. */
function writeQuery({ combinations }: Level): string {
  return combinations
    .map((stems) => {
      const quoted = stems.map(quote);
      return `(${quoted.join(' AND ')} AND {title text} : (${quoted.join(' OR ')}))`;
    })
    .join(' OR ');
}

function count(engine: Engine, query: string, most: number): number {
  const sql = 'select count(*) as found from (select 1 from words where words match ? limit ?)';
  return Number(engine.all(sql, [query, most])[0]?.['found']);
}

function readHits(
  engine: Engine,
  { level, query, stems, limit }: { level: Level; query: string; stems: ReadonlySet<string>; limit: number },
) {
  const anyTitle = `(${query}) AND {title} : (${level.combinations.flat().map(quote).join(' OR ')})`;
  const scores = ranks.flatMap((rank) =>
    [false, true].map((is) => `when rank = ${rank} and titled = ${is} then ${scoreEntry(rank, is)}`),
  );
  const order = 'order by score desc, second desc, key desc, place';
  const rows = engine.all(
    `with found as (select rowid as id, true as titled from words where words match ?
       union all select rowid, false from words where words match ?),
     best as (select id, case ${scores.join(' ')} end as score
       from (select id, max(titled) as titled from found group by id)
       join entries using (id) join sources on key = source ${order} limit ?)
     select entry, session, topic, file, score from best join entries using (id) join sources on key = source ${order}`,
    [anyTitle, query, limit],
  );
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
