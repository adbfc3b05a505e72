import type { Clock } from '../../session/ports/ports.ts';
import type { ProcessHost } from '../folder/lock-owner.ts';
import type { SessionPaths } from '../folder/session-paths.ts';
import { type Database, type DatabaseParts, openDatabase } from './database.ts';
import { createEventTable } from './event-table.ts';
import { createLeases } from './leases.ts';
import { requireMigrated } from './migrate.ts';
import { createPostgresMaintenance } from './postgres-maintenance.ts';
import { createPostgresRepository } from './postgres-repository.ts';
import { createProviderBatchTable } from './provider-batch-table.ts';
import { createProviderCalls } from './provider-calls.ts';
import { createRequestTable } from './request-table.ts';
import { createSessionJobs } from './session-jobs.ts';

export interface PostgresStoreParts extends Omit<DatabaseParts, 'check' | 'loadDriver' | 'clock'> {
  /** The project's folders, for the data that stays in files. */
  paths: SessionPaths;
  leaseSeconds: number;
  /** How many workers in a row may crash on a session without finishing one of its calls. */
  maxCrashes: number;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  host: ProcessHost;
  /** Loads the driver; the package `pg` when absent. */
  loadDriver?: DatabaseParts['loadDriver'];
}

/** The ports, and what workers need in addition. */
export type PostgresStore = ReturnType<typeof openPostgresStore>;

/** Builds the store; does not connect. Throws STORE_URL. Its first use may throw STORE_* as database-errors.ts explains. */
export function openPostgresStore(parts: PostgresStoreParts) {
  const { clock, leaseSeconds, maxCrashes, paths } = parts;
  const database = openDatabaseOf(parts, (query) => requireMigrated(query, database.place));
  const host = { ...parts.host, now: () => clock.now() };
  const leases = createLeases(database, { host, clock, leaseSeconds });
  const { createToken } = host;
  const tables = { database, leases, createToken };
  const repository = createPostgresRepository(tables, paths);
  const maintenance = createPostgresMaintenance({ ...tables, now: host.now }, { repository, paths });
  const events = createEventTable(tables);
  const jobs = createSessionJobs({ database, leaseSeconds, maxCrashes, host });
  return {
    repository,
    maintenance,
    events,
    requests: createRequestTable(database),
    jobs,
    slots: createProviderCalls(database, createToken),
    openProviderBatchNotes: () => createProviderBatchTable(database, leases),
    database,
    leases,
    tables,
    close: async () => {
      await jobs.close();
      await database.close();
    },
  };
}

/** Opens the database of a store, by default without checking its tables. Throws STORE_URL. */
export function openDatabaseOf(
  parts: PostgresStoreParts,
  check: DatabaseParts['check'] = () => Promise.resolve(),
): Database {
  return openDatabase({ ...parts, loadDriver: parts.loadDriver ?? (() => import('pg')), check });
}
