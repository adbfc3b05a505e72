/** The database behind a store: connections, statements, and waiting for an unreachable server. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, QueryResultRow } from 'pg';
import type { Clock } from '../../session/ports/ports.ts';
import { readAddress } from './database-address.ts';
import {
  type DatabasePlace,
  describeAway,
  describeMissingDriver,
  explainDatabaseError,
  isAway,
} from './database-errors.ts';

/** The result of a statement. */
export interface Rows<Row> {
  rows: Row[];
  count: number;
}

/** Runs one statement. `@name` stands for a table of the schema; `$1`, `$2` and so on stand for values. */
export type Query = <Row extends QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
) => Promise<Rows<Row>>;

/** The database, connected when first used. Every method throws STORE_* as database-errors.ts explains. */
export interface Database {
  readonly place: DatabasePlace;
  /** Waits like the next, where the store is patient and the server has answered before: until then its address may be wrong. */
  query: Query;
  /** Never waits: for what is tried again anyway, or expires by itself. */
  queryOnce: Query;
  /** Waits for the server in any case: for the holder of a lease. */
  queryPatiently: Query;
  /**
   * Tries again while the server is unreachable, until the signal aborts. A try may have succeeded although its answer was lost, so the
   * action must be safe to repeat. Throws STORE_AWAY when the server stays unreachable for too long.
   */
  patiently: <Value>(act: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;
  /** Runs several statements in a transaction; does not try again. */
  transact: <Value>(act: (query: Query) => Promise<Value>) => Promise<Value>;
  /** Closes all connections; safe to repeat. */
  close: () => Promise<void>;
}

export interface DatabaseParts {
  /** The name of the environment variable with the address, and its value. */
  variable: string;
  address: string | undefined;
  schema: string;
  waitSeconds: number;
  /** Whether readers wait too, rather than only holders of leases; not in a server, whose clients can ask again. */
  isPatient?: boolean | undefined;
  clock: Pick<Clock, 'elapsed'>;
  /** Called once each time that patient queries have to wait for the server. */
  onAway: (message: string) => void;
  /** Loads the driver. */
  loadDriver: () => Promise<typeof import('pg')>;
  /** Called once before the first statement, for instance to compare versions; if it throws, the next statement calls it again. */
  check: (query: Query) => Promise<void>;
}

const retryMilliseconds = 500;
const connectMilliseconds = 10_000;
const queryMilliseconds = 60_000;
const mostConnections = 5;

/** Prepares the database; does not connect. Throws STORE_URL. */
export function openDatabase(parts: DatabaseParts): Database {
  const { schema, clock, waitSeconds, isPatient = false } = parts;
  const place = readAddress(parts);
  let pool: Promise<Pool> | null = null;
  let checked: Promise<void> | null = null;
  let hasAnswered = false;
  let isGone = false;

  async function connect(): Promise<Pool> {
    const { default: pg } = await parts.loadDriver().catch((error: unknown) => {
      throw describeMissingDriver(error);
    });
    const made = new pg.Pool({
      connectionString: place.address,
      application_name: 's2s',
      max: mostConnections,
      connectionTimeoutMillis: connectMilliseconds,
      query_timeout: queryMilliseconds,
      keepAlive: true,
      // Idle connections do not keep a command from ending.
      allowExitOnIdle: true,
    });
    // The next statement replaces a broken idle connection, and throws if it cannot.
    made.on('error', () => undefined);
    return made;
  }

  const ask =
    (client: Pick<Pool, 'query'>): Query =>
    async (sql, values = []) => {
      try {
        const { rows, rowCount } = await client.query(sql.replace(/@(?=[a-z])/g, `"${schema}".`), [
          ...values,
        ]);
        return { rows, count: rowCount ?? 0 };
      } catch (error) {
        throw explainDatabaseError(error, place);
      }
    };

  async function open(): Promise<Pool> {
    pool ??= connect().catch((error: unknown) => {
      pool = null;
      throw error;
    });
    const opened = await pool;
    checked ??= parts.check(ask(opened)).catch((error: unknown) => {
      checked = null;
      throw error;
    });
    await checked;
    hasAnswered = true;
    return opened;
  }

  const queryOnce: Query = async (sql, values) => ask(await open())(sql, values);

  const patiently: Database['patiently'] = async (act, signal) => {
    const started = clock.elapsed();
    for (;;) {
      try {
        const value = await act();
        isGone = false;
        return value;
      } catch (error) {
        if (!isAway(error) || signal?.aborted === true) throw error;
        if (clock.elapsed() - started > waitSeconds * 1000) throw describeAway(place, error);
        if (!isGone) parts.onAway(`${place.shownAs} does not answer; waiting up to ${waitSeconds} s for it.`);
        isGone = true;
        await wait(retryMilliseconds, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  return {
    place,
    query: (sql, values) =>
      isPatient && hasAnswered ? patiently(() => queryOnce(sql, values)) : queryOnce(sql, values),
    queryOnce,
    queryPatiently: (sql, values) => patiently(() => queryOnce(sql, values)),
    patiently,
    transact: async (act) => {
      const opened = await open();
      const client = await opened.connect().catch((error: unknown) => {
        throw explainDatabaseError(error, place);
      });
      const run = ask(client);
      let isBroken = true;
      try {
        await run('begin');
        const value = await act(run);
        await run('commit');
        isBroken = false;
        return value;
      } catch (error) {
        await run('rollback').then(
          () => {
            isBroken = false;
          },
          () => undefined,
        );
        throw error;
      } finally {
        client.release(isBroken);
      }
    },
    close: async () => {
      const opened = await pool?.catch(() => null);
      pool = null;
      checked = null;
      await opened?.end();
    },
  };
}
