/** Creates and changes the tables of the store in numbered steps; the database records which ones it has. */
import { S2sError } from '../../session/errors.ts';
import type { Database, Query } from './database.ts';
import { type DatabasePlace, describeNotReady } from './database-errors.ts';
import { sessionTables } from './migrations/001-sessions.ts';
import { seedViews } from './migrations/002-seed-views.ts';
import { workerTables } from './migrations/003-workers.ts';
import { requestTable } from './migrations/004-requests.ts';

/** One step. A released step is never changed; the next change is another step. */
export interface Migration {
  number: number;
  name: string;
  /** SQL statements; `@name` is a name in the schema. */
  sql: string;
}

/** All steps, in order. */
export const migrations: readonly Migration[] = [sessionTables, seedViews, workerTables, requestTable];

/** How far a database has been migrated. */
export interface MigrationState {
  /** The number of the last applied step; 0 when there are no tables. */
  reached: number;
  /** The steps that are still to be applied. */
  missing: readonly Migration[];
}

/** Reads how far the database has been migrated. Throws STORE_TOO_NEW if a later version has changed it. */
export async function readMigrations(query: Query, place: DatabasePlace): Promise<MigrationState> {
  const reached = await query<{ reached: number }>(
    'select coalesce(max(number), 0)::int as reached from @migrations',
  ).then(
    ({ rows }) => rows[0]?.reached ?? 0,
    (error: unknown) => {
      if (error instanceof S2sError && error.code === 'STORE_NOT_READY') return 0;
      throw error;
    },
  );
  const newest = migrations.at(-1)?.number ?? 0;
  if (reached > newest) {
    const message = `${place.shownAs} has tables of version ${reached} in the schema ${place.schema}; this version of s2s knows ${newest} and older.`;
    throw new S2sError('STORE_TOO_NEW', message, { hint: 'Update s2s, then run the same command again.' });
  }
  return { reached, missing: migrations.filter(({ number }) => number > reached) };
}

/** Throws STORE_REFUSED for a database that cannot keep every character: it would fail only at the first one that it lacks. */
async function requireUnicode(query: Query, place: DatabasePlace): Promise<void> {
  const { rows } = await query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding ?? 'UTF8';
  if (encoding === 'UTF8') return;
  throw new S2sError('STORE_REFUSED', `${place.shownAs} keeps text as ${encoding}, not as UTF-8.`, {
    hint: `Create another database (createdb --encoding=UTF8 --template=template0 s2s), and name it in ${place.variable}.`,
  });
}

/** Checks that the tables are those of this version. Throws STORE_NOT_READY, STORE_TOO_NEW. */
export async function requireMigrated(query: Query, place: DatabasePlace): Promise<void> {
  await requireUnicode(query, place);
  const { reached, missing } = await readMigrations(query, place);
  if (missing.length === 0) return;
  throw describeNotReady(
    place,
    reached === 0
      ? `has no tables of s2s in the schema ${place.schema}`
      : `has tables of an older version of s2s in the schema ${place.schema}`,
  );
}

/** Applies the missing steps, all or none, and returns them. If several processes start at once, one of them applies the steps. */
export async function migrateDatabase(database: Database): Promise<Migration[]> {
  const { place } = database;
  return database.transact(async (query) => {
    await requireUnicode(query, place);
    await query('select pg_advisory_xact_lock(hashtext($1))', [`s2s migrations of ${place.schema}`]);
    // A user without the right to create schemas can still use one that exists.
    const { count } = await query('select 1 from pg_namespace where nspname = $1', [place.schema]);
    if (count === 0) await query(`create schema "${place.schema}"`);
    await query(
      'create table if not exists @migrations (number int primary key, name text not null, applied_at timestamptz not null default now())',
    );
    const { missing } = await readMigrations(query, place);
    for (const { number, name, sql } of missing) {
      await query(sql);
      await query('insert into @migrations (number, name) values ($1, $2)', [number, name]);
    }
    return [...missing];
  });
}
