/** The table of sessions: creates, reads and lists sessions, and replaces the state that was read. */

import { S2sError } from '../../session/errors.ts';
import type { Version } from '../../session/ports/ports.ts';
import type {
  ListOptions,
  LoadedSession,
  SessionEntry,
  SessionList,
} from '../../session/ports/repository.ts';
import { assertId } from '../../session/rules/session-id.ts';
import type { Session } from '../../session/session.ts';
import { sessionHeadSchema } from '../../session/session-head.ts';
import { describeUnknownSession } from '../session/resolve-session.ts';
import { decodeSession, describeGrown, encodeSession, mostSessionBytes } from '../session/session-text.ts';
import type { Database } from './database.ts';
import { describeLost, type Leases, whileHeld } from './leases.ts';
import {
  cleanForDatabase,
  columnCount,
  columns,
  describeColumns,
  describeWords,
  listPlaceholders,
} from './session-row.ts';

/** Shared by all parts of the store. */
export interface TableParts {
  database: Database;
  leases: Leases;
  createToken: () => string;
}

/** Where a session is stored, as messages show it. */
export function locateRow({ database }: Pick<TableParts, 'database'>, id: string): string {
  return `postgres:${database.place.schema}/${id}`;
}

/** Writes a new session. Throws SESSION_CHANGED when its id is taken, LEASE_LOST, FILE_TOO_LARGE. */
export async function createRow(parts: TableParts, session: Session): Promise<Version> {
  const { version, stored } = await writeRow(
    parts,
    session,
    `insert into @sessions (id, epoch, ${columns})
       select $1, $2::bigint, ${listPlaceholders(4)} from held where $3::text is null
       on conflict (id) do nothing returning id`,
  );
  if (stored === version) return version;
  const message = `${locateRow(parts, session.id)} exists already; it is left as it is.`;
  throw new S2sError('SESSION_CHANGED', message, {
    hint: 'Run the same command again: a second later the session has another id.',
  });
}

/** Loads a session. Throws UNKNOWN_SESSION, SESSION_INVALID, SESSION_FOREIGN, SESSION_TOO_NEW, FILE_TOO_LARGE. */
export async function loadRow(parts: TableParts, id: string): Promise<LoadedSession> {
  const location = locateRow(parts, id);
  const row = await readRowContent(parts, id);
  if (row === null) throw describeUnknownSession(id, await listRowIds(parts));
  return { session: decodeSession(row.bytes, { id, file: location }), version: row.stamp, location };
}

/** The stored content of a session; null when there is none. Throws FILE_TOO_LARGE, INVALID_ID. */
export async function readRowContent(
  { database }: Pick<TableParts, 'database'>,
  id: string,
): Promise<{ bytes: Buffer; stamp: string } | null> {
  assertId(id);
  const { rows } = await database.query<{ bytes: Buffer; stamp: string; size: number }>(
    `select case when octet_length(content) <= $2 then content else '' end as bytes, version as stamp,
       octet_length(content) as size from @sessions where id = $1`,
    [id, mostSessionBytes],
  );
  const [row] = rows;
  if (row !== undefined && row.size > mostSessionBytes)
    throw describeGrown(id, { file: id, bytes: row.size });
  return row ?? null;
}

/** Replaces the state that `expected` names. Throws SESSION_CHANGED, FILE_MISSING, LEASE_LOST, FILE_TOO_LARGE, and then writes nothing. */
export async function saveRow(parts: TableParts, session: Session, expected: Version): Promise<Version> {
  const { version, stored } = await writeRow(
    parts,
    session,
    `update @sessions s set (epoch, ${columns}) = row ($2::bigint, ${listPlaceholders(4)})
       from held where s.id = $1 and s.version = $3 returning s.id`,
    expected,
  );
  if (stored === version) return version;
  throw describeConflict(locateRow(parts, session.id), stored);
}

/**
 * Runs a statement that writes a session and returns its id, and indexes its words: `$1` is the id, `$2` the epoch, `$3` the expected
 * version, `$4` and so on the columns. `stored` is the version that the table has afterwards, possibly by an earlier try whose answer was
 * lost. Throws LEASE_LOST.
 */
async function writeRow(
  parts: TableParts,
  session: Session,
  sql: string,
  expected: Version | null = null,
): Promise<{ version: Version; stored: Version | null }> {
  const { database, leases, createToken } = parts;
  const { id } = session;
  const content = encodeSession(session, { file: locateRow(parts, id) });
  const version = createToken();
  const values = describeColumns(session, content, version);
  const { rows } = await database.queryPatiently<{ held: boolean; done: boolean; stored: string | null }>(
    `${whileHeld}, written as (${sql}), ${writeWordsSql('written', columnCount + 4)}
     select exists (select from held) as held, exists (select from written) as done,
       (select version from @sessions where id = $1) as stored`,
    [id, leases.epochOf(id), expected, ...values, describeWords(session)],
  );
  const [answer] = rows;
  const stored = answer?.done === true ? version : (answer?.stored ?? null);
  if (stored !== version && answer?.held !== true) throw describeLost(id);
  return { version, stored };
}

function describeConflict(shownAs: string, stored: string | null): S2sError {
  if (stored === null) {
    return new S2sError('FILE_MISSING', `${shownAs} is gone: it was removed while the session was running.`, {
      hint: 'Put it back from a backup of the database, then resume.',
    });
  }
  const message = `${shownAs} was changed while the session was running; nothing was written over it.`;
  return new S2sError('SESSION_CHANGED', message, {
    hint: 'Look at the change, then resume: the session continues from what is stored, and finished calls are not made again.',
  });
}

/** Lists sessions, newest first. */
export async function listRows(parts: TableParts, options: ListOptions): Promise<SessionList> {
  const { status = null, workflow = null, query, limit = null, offset = 0 } = options;
  const words = query?.toLowerCase().split(/\s+/) ?? [];
  const { rows } = await parts.database.query<{ id: string | null; head: unknown; total: number }>(
    `with matching as (select id, head from @sessions
       where ($1::text is null or status = $1) and ($2::text is null or workflow_type = $2)
       and not exists (select from unnest($3::text[]) word where position(word in said) = 0)),
     part as (select * from matching order by id desc limit $4 offset $5)
     select part.*, counted.total from (select count(*)::int as total from matching) counted left join part on true
     order by part.id desc`,
    [status, workflow, words.map(cleanForDatabase), limit, offset],
  );
  const entries = rows.flatMap(({ id, head }): SessionEntry[] =>
    id === null
      ? []
      : [{ id, location: locateRow(parts, id), head: sessionHeadSchema.parse(head), damaged: null }],
  );
  return { entries, total: rows[0]?.total ?? 0 };
}

/** The ids of all sessions, newest first. */
export async function listRowIds({ database }: Pick<TableParts, 'database'>): Promise<string[]> {
  return (await database.query<{ id: string }>('select id from @sessions order by id desc')).rows.map(
    ({ id }) => id,
  );
}

/** Parts of a `with` that write the search index of the session whose id is in `from`; `value` is the number of `describeWords`. */
export function writeWordsSql(from: string, value: number): string {
  return `forgotten as (delete from @search where session_id in (select id from ${from})),
    indexed as (insert into @search (session_id, place, rank, words, entry)
      select id, place, rank, words::tsvector, entry
      from ${from}, jsonb_to_recordset($${value}::jsonb) as r (place int, rank int, words text, entry jsonb))`;
}
