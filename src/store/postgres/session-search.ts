/** Searches sessions by the index in their rows. */

import { type SearchFindings, type SearchHit, searchableSchema } from '../../session/ports/search.ts';
import {
  describeMatch,
  indexFormat,
  listSearchStems,
  matchWords,
  type WordMatch,
} from '../search/word-match.ts';
import { findForeign, foreignNames } from '../session/foreign-session.ts';
import { decodeSession } from '../session/session-parse.ts';
import { contentStart, describeWords, isOwnHead } from './session-row.ts';
import { locateRow, readRowContent, type TableParts, writeWordsSql } from './session-table.ts';

interface Row {
  id: string;
  points: number[];
  words: Record<string, unknown>;
}

/** Among equal hits the newest session comes first. */
export async function searchRows(
  parts: TableParts,
  words: string,
  { limit }: { limit: number },
): Promise<SearchFindings> {
  const { database } = parts;
  const stems = listSearchStems(words);
  const [found, damaged] = await Promise.all([
    database.query<Row>(
      `select session_id as id, points,
         (select jsonb_object_agg(stem, words -> stem) from unnest($1::text[]) stem where words ? stem) as words
       from @search where words ?| $1::text[] and format = $2 order by session_id desc`,
      [[...stems], indexFormat],
    ),
    database.query<{ id: string; damaged: string | null; start: Buffer | null }>(
      `select id, damaged, ${contentStart} as start from @sessions left join @search on session_id = id
       where damaged is not null or format is distinct from $1 order by id desc`,
      [indexFormat],
    ),
  ]);
  const matches = found.rows.flatMap((row) => matchWords(row, stems).map((match) => ({ id: row.id, match })));
  const totals: number[] = Array.from({ length: stems.size + 1 }, () => 0);
  for (const { match } of matches) totals[match.held] = (totals[match.held] ?? 0) + 1;
  const best = matches
    .sort((a, b) => b.match.held - a.match.held || b.match.score - a.match.score)
    .slice(0, limit);
  return {
    hits: await readHits(parts, best, stems),
    totals,
    superseded: [],
    unread: damaged.rows.map(({ id, damaged: reason, start }) => {
      const foreign = start === null ? null : findForeign(start.toString());
      const stale = 'its words are not in the index of this version; run: s2s store migrate';
      return {
        file: locateRow(parts, id),
        reason: foreign === null ? (reason ?? stale) : foreignNames[foreign.kind],
      };
    }),
  };
}

/** Indexes sessions without an index of this version of s2s; returns how many. A session that is saved meanwhile is left out. */
export async function refreshWords(parts: Pick<TableParts, 'database' | 'maxBytes'>): Promise<number> {
  const { database } = parts;
  const { rows } = await database.query<{ id: string }>(
    `select id from @sessions left join @search on session_id = id
     where damaged is null and ${isOwnHead} and format is distinct from $1 order by id`,
    [indexFormat],
  );
  let written = 0;
  for (const { id } of rows) {
    const found = await readRowContent(parts, id);
    if (found === null) continue;
    const session = decodeSession(found.bytes, { id, file: locateRow(parts, id) });
    const unchanged = '(select id from @sessions where id = $1 and version = $2 for share) as one';
    const values = [id, found.stamp, ...describeWords(session)];
    written += (await database.query(writeWordsSql(unchanged, 3), values)).count;
  }
  return written;
}

async function readHits(
  parts: TableParts,
  best: readonly { id: string; match: WordMatch }[],
  stems: ReadonlySet<string>,
): Promise<SearchHit[]> {
  const { rows } = await parts.database.query<{ entry: unknown }>(
    `select s.entries -> wanted.index as entry
     from unnest($1::text[], $2::int[]) with ordinality as wanted (id, index, place)
     left join @search s on s.session_id = wanted.id order by place`,
    [best.map(({ id }) => id), best.map(({ match }) => match.index)],
  );
  return best.flatMap(({ id, match }, index) => {
    // The session may have been saved in between.
    const entry = searchableSchema.safeParse(rows[index]?.entry).data;
    if (entry === undefined) return [];
    return [{ ...describeMatch(entry, match, stems), session: id, file: locateRow(parts, id) }];
  });
}
