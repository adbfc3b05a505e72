/** The database behind a store: connections, statements, and waiting for a server that went away. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, QueryResultRow } from 'pg';
import type { Clock } from '../../domain/ports.ts';
import {
  type DatabasePlace,
  describeAway,
  describeMissingDriver,
  explainDatabaseError,
  isAway,
  readAddress,
} from './database-errors.ts';

/** What a statement gave. */
export interface Rows<Row> {
  rows: Row[];
  count: number;
}

/** Runs one statement. `@name` in it is a table of the schema, values stand as `$1`, `$2` and so on. */
export type Query = <Row extends QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
) => Promise<Rows<Row>>;

/** The database, connected when first used. Every method throws STORE_* as database-errors.ts explains them. */
export interface Database {
  readonly place: DatabasePlace;
  query: Query;
  /**
   * The same for who holds a lease: asks again while the server is away. The first try may have been carried out although its answer was
   * lost, so the statement has to bear being repeated. Throws STORE_AWAY when the server stays away too long.
   */
  queryPatiently: Query;
  /** Several statements, all or none; never patient. */
  transact: <Value>(act: (query: Query) => Promise<Value>) => Promise<Value>;
  /** Ends all connections; safe to repeat. */
  close: () => Promise<void>;
}

/** What a database is opened with. */
export interface DatabaseParts {
  /** The variable that holds the address, and what it holds. */
  variable: string;
  address: string | undefined;
  schema: string;
  waitSeconds: number;
  clock: Pick<Clock, 'elapsed'>;
  /** Told once each time that a server goes away while somebody waits for it. */
  onAway: (message: string) => void;
  /** Loads the driver. */
  loadDriver: () => Promise<typeof import('pg')>;
  /** Called once before the first statement, for instance to compare versions; when it throws, the next statement calls it again. */
  check: (query: Query) => Promise<void>;
}

const retryMilliseconds = 500;
const connectMilliseconds = 10_000;
const queryMilliseconds = 60_000;
const mostConnections = 5;

/** Prepares it; nothing is connected. Throws STORE_URL. */
export function openDatabase(parts: DatabaseParts): Database {
  const { schema, clock, waitSeconds } = parts;
  const place = readAddress(parts);
  let pool: Promise<Pool> | null = null;
  let checked: Promise<void> | null = null;

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
      // A command ends although a connection is idle.
      allowExitOnIdle: true,
    });
    // An idle connection that breaks is replaced by the next statement, which tells of it if it cannot.
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
    return opened;
  }

  const query: Query = async (sql, values) => ask(await open())(sql, values);

  return {
    place,
    query,
    queryPatiently: async (sql, values) => {
      const started = clock.elapsed();
      for (let isFirst = true; ; isFirst = false) {
        try {
          return await query(sql, values);
        } catch (error) {
          if (!isAway(error)) throw error;
          if (clock.elapsed() - started > waitSeconds * 1000) throw describeAway(place, error);
          if (isFirst)
            parts.onAway(`${place.shownAs} does not answer; waiting up to ${waitSeconds} s for it.`);
          await wait(retryMilliseconds);
        }
      }
    },
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
