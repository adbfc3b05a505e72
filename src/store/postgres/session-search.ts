/** Searches sessions by PostgreSQL's text search. */

import { type SearchFindings, searchableSchema } from '../../session/ports/search.ts';
import {
  describeHit,
  indexFormat,
  type Level,
  listLevels,
  listSearchStems,
  mostCounted,
  ranks,
  scoreEntry,
} from '../search/search-terms.ts';
import { decodeSession } from '../session/session-text.ts';
import { describeWords } from './session-row.ts';
import { locateRow, readRowContent, type TableParts, writeWordsSql } from './session-table.ts';

/** Among equal hits the newest session comes first. */
export async function searchRows(
  parts: TableParts,
  words: string,
  { limit }: { limit: number },
): Promise<SearchFindings> {
  const { database } = parts;
  const stems = listSearchStems(words);
  const totals: number[] = Array.from({ length: stems.size + 1 }, () => 0);
  const findings: SearchFindings = {
    ...{ hits: [], totals, superseded: [], pending: 0 },
    unread: await listUnread(parts),
  };
  const { rows } = await database.query<{ stem: string }>(
    `select stem from unnest($1::text[], $2::text[]) with ordinality as wanted (stem, query, place)
     where exists (select from @search where words @@ query::tsquery) order by place`,
    [[...stems], [...stems].map(quote)],
  );
  for (const level of listLevels(rows.map(({ stem }) => stem))) {
    const query = writeQuery(level);
    const counted = await database.query<{ found: number }>(
      'select count(*)::int as found from (select from @search where words @@ $1::tsquery limit $2) as counted',
      [query, mostCounted],
    );
    const found = counted.rows[0]?.found ?? 0;
    if (found === 0) continue;
    totals[level.held] = found;
    return { ...findings, hits: await readHits(parts, { level, query, stems, limit }) };
  }
  return findings;
}

const quote = (stem: string): string => `'${stem}'`;

/** See `writeQuery` of the index in files. */
function writeQuery({ combinations }: Level): string {
  return combinations
    .map((stems) => `(${stems.map(quote).join('&')}&(${stems.map((stem) => `${quote(stem)}:AB`).join('|')}))`)
    .join('|');
}

async function readHits(
  parts: TableParts,
  { level, query, stems, limit }: { level: Level; query: string; stems: ReadonlySet<string>; limit: number },
) {
  const titles = level.combinations.flat().map((stem) => `${quote(stem)}:A`);
  const scores = ranks.flatMap((rank) =>
    [false, true].map((is) => `when rank = ${rank} and titled = ${is} then ${scoreEntry(rank, is)}`),
  );
  const { rows } = await parts.database.query<{
    session: string;
    topic: string | null;
    entry: unknown;
    score: number;
  }>(
    `select session_id as session, topic, entry, (case ${scores.join(' ')} end)::float8 as score
     from (select *, words @@ $2::tsquery as titled from @search where words @@ $1::tsquery) as found
     join @sessions on id = session_id order by score desc, session_id desc, place limit $3`,
    [query, `(${query})&(${titles.join('|')})`, limit],
  );
  return rows.map(({ session, topic, entry, score }) =>
    describeHit(
      searchableSchema.parse(entry),
      { session, topic, file: locateRow(parts, session), held: level.held, score },
      stems,
    ),
  );
}

async function listUnread(parts: TableParts): Promise<SearchFindings['unread']> {
  const { rows } = await parts.database.query<{ id: string }>(
    'select id from @sessions where search_format <> $1 order by id desc',
    [indexFormat],
  );
  const reason = 'its words are not in the index of this version; run: s2s store migrate';
  return rows.map(({ id }) => ({ file: locateRow(parts, id), reason }));
}

/** Indexes sessions without an index of this version of s2s; returns how many. A session that is saved meanwhile is left out. */
export async function refreshWords(parts: Pick<TableParts, 'database'>): Promise<number> {
  const { database } = parts;
  const { rows } = await database.query<{ id: string }>(
    'select id from @sessions where search_format <> $1 order by id',
    [indexFormat],
  );
  let written = 0;
  for (const { id } of rows) {
    const found = await readRowContent(parts, id);
    if (found === null) continue;
    const session = decodeSession(found.bytes, { id, file: locateRow(parts, id) });
    const { count } = await database.query(
      `with one as (update @sessions set search_format = $3 where id = $1 and version = $2 returning id),
       ${writeWordsSql('one', 4)} select from one`,
      [id, found.stamp, indexFormat, describeWords(session)],
    );
    written += count;
  }
  return written;
}
