/** Manages the store itself: its tables, its contents, and copies from one kind of store to the other. */

import type { StoreConfig } from '../../config/resolve-config.ts';
import { S2sError } from '../../session/errors.ts';
import type { Progress } from '../../session/ports/repository.ts';
import { type CopiedStore, type CopyReport, copySessions } from '../../store/copy/copy-sessions.ts';
import type { AppParts } from '../app-parts.ts';
import { describePostgres, openProjectStore, readStore } from '../open-store.ts';

type Parts = Pick<AppParts, 'config' | 'root' | 's2sDir' | 'world' | 'notify'>;

/** The kinds of store, as `s2s store copy` names them. */
export type StoreType = StoreConfig['type'];

/** Whether the configuration keeps sessions in files. Throws NOT_TRUSTED. */
export function isKeptInFiles({ config, world }: Pick<Parts, 'config' | 'world'>): boolean {
  return readStore(config, world.env).type === 'files';
}

/** The migrations not yet applied to the tables. Throws STORE_*. */
export async function listMissingMigrations(parts: Parts): Promise<{ location: string; missing: string[] }> {
  return withTables(parts, async ({ database, readMigrations }) => {
    const { place, query } = database;
    const { missing } = await readMigrations(query, place);
    return { location: `${place.shownAs}, schema ${place.schema}`, missing: missing.map(nameStep) };
  });
}

/**
 * Creates the tables, or brings them and the word index up to date; returns the migrations applied and the number of sessions indexed.
 * Throws STORE_*.
 */
export async function migrateStore(parts: Parts): Promise<{ applied: string[]; indexed: number }> {
  const { refreshWords } = await import('../../store/postgres/session-search.ts');
  return withTables(parts, async ({ database, migrateDatabase }) => {
    const applied = (await migrateDatabase(database)).map(nameStep);
    return { applied, indexed: await refreshWords({ database }) };
  });
}

function nameStep({ number, name }: { number: number; name: string }): string {
  return `${String(number).padStart(3, '0')}-${name}`;
}

/** Opens the configured database, whatever tables it has, for the time of an action. */
async function withTables<Result>(
  parts: Parts,
  act: (tables: Awaited<ReturnType<typeof openTables>>) => Promise<Result>,
): Promise<Result> {
  const tables = await openTables(parts);
  try {
    return await act(tables);
  } finally {
    await tables.database.close();
  }
}

async function openTables(parts: Parts) {
  const config = readStore(parts.config, parts.world.env);
  const [{ openDatabaseOf }, migrate] = await Promise.all([
    import('../../store/postgres/postgres-store.ts'),
    import('../../store/postgres/migrate.ts'),
  ]);
  return { ...migrate, database: openDatabaseOf(describePostgres({ ...parts, config }, parts.world)) };
}

/** Copies all sessions from one kind of store to the other. Throws USAGE for the same kind twice, and STORE_*. */
export async function copyStore(
  parts: Parts,
  { from, to, tell }: { from: StoreType; to: StoreType; tell: Progress },
): Promise<CopyReport> {
  if (from === to) {
    throw new S2sError('USAGE', 'Sessions are copied from one kind of store to the other.', {
      hint: 's2s store copy files postgres',
    });
  }
  const config = { ...readStore(parts.config, parts.world.env), type: 'postgres' as const };
  const files = await openProjectStore({ ...parts, config: { ...config, type: 'files' } }, parts.world);
  const postgres = await openProjectStore({ ...parts, config }, parts.world);
  const stores: Record<StoreType, CopiedStore> = { files, postgres };
  try {
    return await copySessions(stores[from], stores[to], { tell });
  } finally {
    await postgres.close();
  }
}
