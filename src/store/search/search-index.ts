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

/** The number of an entry orders it: by rank, then newest source first, then its place in the source. The engine needs no sorting then. */
const placeBits = 14;
const slotBits = 32;
const numberOf = (rank: string, slot: string, place: string): string =>
  `((cast(${rank} as int) << ${placeBits + slotBits}) | (cast(${slot} as int) << ${placeBits}) | cast(${place} as int))`;
const lastPlace = 2 ** placeBits - 1;

/** Makes the tables; those of another version are dropped. The caller alone has the database open. */
export function prepareIndex(engine: Engine): void {
  // WebAssembly's lock is a folder, made and removed for each statement otherwise.
  engine.exec('pragma locking_mode = exclusive');
  const [version] = engine.all('pragma user_version');
  if (version?.['user_version'] === indexFormat) return;
  engine.exec(`begin immediate;
    drop table if exists words; drop table if exists entries; drop table if exists sources;
    create table sources (key text primary key, slot integer unique, stamp text, file text, session text, topic text,
      replaced_by text, unread text);
    create table entries (number integer primary key, entry text);
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
  // Sources of the same second take the next free ones.
  const [free] = engine.all(
    `with recursive slots (slot) as (select cast(? as int) union all select slot + 1 from slots
       where exists (select 1 from sources s where s.slot = slots.slot))
     select max(slot) as slot from slots`,
    [Math.min(Math.max(Math.floor(second), 0), 2 ** slotBits - 1_000_000)],
  );
  const slot = Number(free?.['slot']);
  const [whole] = source?.entries ?? [];
  engine.all('insert into sources values (?, ?, ?, ?, ?, ?, ?, ?)', [
    ...[key, slot, stamp, file, source?.session ?? null, whole?.title ?? null],
    ...[whole?.replaced_by ?? null, unread],
  ]);
  if (source === null) return;
  const rows = indexSource(source).map(({ rank, title, text, topic, entry }, index) => ({
    ...{ rank, place: lastPlace - index, entry: JSON.stringify(entry) },
    ...{ title: title.join(' '), text: text.join(' '), topic: topic.join(' ') },
  }));
  const number = numberOf("value ->> 'rank'", '?', "value ->> 'place'");
  const values = [slot, JSON.stringify(rows)];
  engine.all(`insert into entries select ${number}, value ->> 'entry' from json_each(?)`, values);
  engine.all(
    `insert into words (rowid, title, text, topic)
     select ${number}, value ->> 'title', value ->> 'text', value ->> 'topic' from json_each(?)`,
    values,
  );
}

function removeSource(engine: Engine, key: string): void {
  const [known] = engine.all('delete from sources where key = ? returning slot', [key]);
  if (known === undefined) return;
  const slot = Number(known['slot']);
  for (const rank of ranks) {
    const range = `between ${numberOf('?', '?', '0')} and ${numberOf('?', '?', '?')}`;
    const values = [rank, slot, rank, slot, lastPlace];
    engine.all(`delete from words where rowid in (select number from entries where number ${range})`, values);
    engine.all(`delete from entries where number ${range}`, values);
  }
}

/** Finds the best hits. Those whose text has the words rank by kind, those whose title has one of them come before their like. */
export function findInIndex(engine: Engine, words: string, { limit }: { limit: number }): SearchFindings {
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
  const best = new Map<number, number>();
  for (const rank of ranks.toReversed()) {
    for (const isTitled of [true, false]) {
      const found = engine.all(
        `select rowid as number from words where words match ? and rowid between ${numberOf('?', '0', '0')}
         and ${numberOf('?', '0', '0')} - 1 order by rowid desc limit ?`,
        [isTitled ? anyTitle : query, rank, rank + 1, limit],
      );
      for (const { number } of found)
        if (!best.has(Number(number))) best.set(Number(number), scoreEntry(rank, isTitled));
    }
  }
  const wanted = [...best].sort((one, other) => other[1] - one[1]).slice(0, limit);
  const rows = engine.all(
    `select number, entry, session, topic, file from entries
     join sources on slot = (number >> ${placeBits}) & ${2 ** slotBits - 1}
     where number in (select value from json_each(?))`,
    [JSON.stringify(wanted.map(([number]) => number))],
  );
  const read = new Map(rows.map((row) => [Number(row['number']), rowSchema.parse(row)]));
  return wanted.flatMap(([number, score]) => {
    const row = read.get(number);
    if (row === undefined) return [];
    const { session, topic, file } = row;
    const entry = searchableSchema.parse(parseJson(row.entry));
    return [
      describeHit(
        entry,
        { session, topic: session === null ? null : topic, file, held: level.held, score },
        stems,
      ),
    ];
  });
}

const rowSchema = z.object({
  entry: z.string(),
  session: z.string().nullable(),
  topic: z.string().nullable(),
  file: z.string(),
});
