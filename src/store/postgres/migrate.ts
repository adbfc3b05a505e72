/** The tables of the store, made and changed by numbered steps; which ones were taken stands in the database. */
import { S2sError } from '../../domain/errors.ts';
import type { Database, Query } from './database.ts';
import { type DatabasePlace, describeNotReady } from './database-errors.ts';
import { sessionTables } from './migrations/001-sessions.ts';
import { seedViews } from './migrations/002-seed-views.ts';
import { workerTables } from './migrations/003-workers.ts';
import { crashCounts } from './migrations/004-crashes.ts';
import { providerBatches } from './migrations/005-provider-batches.ts';

/** One step. A step that was released is never changed; the next change is another step. */
export interface Migration {
  number: number;
  name: string;
  /** Statements; `@name` is a name in the schema. */
  sql: string;
}

/** All steps, in order. */
export const migrations: readonly Migration[] = [
  sessionTables,
  seedViews,
  workerTables,
  crashCounts,
  providerBatches,
];

/** How far a database is. */
export interface MigrationState {
  /** The number of the last step that was taken; 0 where there are no tables. */
  reached: number;
  /** The steps that are still to be taken. */
  missing: readonly Migration[];
}

/** Looks how far the database is. Throws STORE_TOO_NEW for one that a later version has changed. */
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

/** Makes sure that the tables are those of this program. Throws STORE_NOT_READY, STORE_TOO_NEW. */
export async function requireMigrated(query: Query, place: DatabasePlace): Promise<void> {
  const { reached, missing } = await readMigrations(query, place);
  if (missing.length === 0) return;
  throw describeNotReady(
    place,
    reached === 0
      ? `has no tables of s2s in the schema ${place.schema}`
      : `has tables of an older version of s2s in the schema ${place.schema}`,
  );
}

/** Takes the missing steps, all or none; of several that begin at once, one takes them. Gives those that were taken. */
export async function migrateDatabase(database: Database): Promise<Migration[]> {
  const { place } = database;
  return database.transact(async (query) => {
    await query('select pg_advisory_xact_lock(hashtext($1))', [`s2s migrations of ${place.schema}`]);
    // Whoever may not make schemas may still use one that was made for them.
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
