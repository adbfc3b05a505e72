/** The store in PostgreSQL: lists and searches of many sessions, the time of a write and of a finished call, and the disk space. */
import path from 'node:path';
import { migrateDatabase } from '../src/store/postgres/migrate.ts';
import {
  openDatabaseOf,
  openPostgresStore,
  type PostgresStore,
} from '../src/store/postgres/postgres-store.ts';
import { startTestDatabase } from '../test/support/test-database.ts';
import { atMost, type Figure, median } from './figures.ts';
import { makeProject } from './project.ts';
import { createVerboseSession } from './sample-sessions.ts';

/** Each list and search opens the database again, as a command does; the figure is the median of all repeats. */
export async function measureDatabase({
  count,
  repeats,
}: {
  count: number;
  repeats: number;
}): Promise<Figure[]> {
  const [server, project] = [await startTestDatabase(), await makeProject()];
  const parts = {
    paths: {
      root: project.root,
      s2sDir: path.join(project.root, '.s2s'),
      sessions: path.join(project.root, '.s2s', 'sessions'),
      state: path.join(project.root, '.s2s', 'state.yaml'),
    },
    variable: 'DATABASE_URL',
    address: server.url,
    schema: 's2s',
    leaseSeconds: 60,
    maxCrashes: 3,
    waitSeconds: 0,
    clock: { now: () => new Date(), elapsed: () => performance.now() },
    host: {
      pid: process.pid,
      hostname: 'bench',
      isAlive: () => true,
      readProcess: () => Promise.resolve({ start: null, ended: false }),
      createToken: () => crypto.randomUUID(),
    },
    onAway: () => undefined,
  };
  const time = async (act: (store: PostgresStore) => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const store = openPostgresStore(parts);
      const begun = performance.now();
      await act(store);
      times.push(performance.now() - begun);
      await store.close();
    }
    return median(times);
  };
  try {
    const database = openDatabaseOf(parts);
    await migrateDatabase(database);
    await database.close();
    const { write, line } = await fill(openPostgresStore(parts), count);
    await server.query('analyze');
    const list = await time(({ repository }) => repository.list({ limit: 20 }));
    const filtered = await time(({ repository }) => repository.list({ status: 'paused', limit: 20 }));
    const whole = await time(({ repository }) => repository.list());
    const search = await time(({ repository }) => repository.search('queue database', { limit: 20 }));
    const sizes = await server.query(
      `select relname as name, pg_total_relation_size(c.oid)::float8 / 1024 as kb from pg_class c
       join pg_namespace n on n.oid = relnamespace where nspname = 's2s' and relkind = 'r' order by 2 desc limit 6`,
    );
    const sessions = `${count.toLocaleString('en-US')} sessions in PostgreSQL`;
    const show = (id: string, text: string, milliseconds: number, most: number | null = null): Figure =>
      atMost(`database.${id}`, text, { value: milliseconds / 1000, unit: 's', most });
    return [
      show('list', `list of ${sessions}, newest page`, list, 0.2),
      show('list.filtered', `list of ${sessions}, filtered`, filtered, 0.2),
      show('list.all', `list of all ${sessions}`, whole, 0.2),
      show('search', `search of ${sessions}`, search, 0.5),
      atMost('database.write', 'write of 3 verbose rounds to PostgreSQL', {
        value: write,
        unit: 'ms',
        most: null,
      }),
      atMost('database.line', 'finished call in the journal in PostgreSQL', {
        value: line,
        unit: 'ms',
        most: null,
      }),
      ...sizes.map((row) =>
        atMost(
          `database.size.${String(row['name'])}`,
          `${String(row['name'])} for each session, 3 verbose rounds`,
          {
            value: Number(row['kb']) / count,
            unit: 'kB',
            most: null,
          },
        ),
      ),
    ];
  } finally {
    await server.remove();
    await project.remove();
  }
}

/** Fills the store as a team would in years: each session is written twice, with the journal of fifteen calls. Returns the median times. */
async function fill(store: PostgresStore, count: number): Promise<{ write: number; line: number }> {
  const { repository } = store;
  const times = { write: [] as number[], line: [] as number[] };
  for (let number = 0; number < count; number += 1) {
    const at = new Date(Date.UTC(2024, 0, 1) + number * 3_600_000).toISOString();
    const id = `${at.slice(0, 10).replaceAll('-', '')}-${at.slice(11, 19).replaceAll(':', '')}-which-queue`;
    const status = number % 10 === 0 ? 'paused' : 'completed';
    const session = createVerboseSession(3, { id, created_at: at, updated_at: at, status });
    const lease = await repository.acquireLease(id);
    const version = await repository.create({ ...session, rounds: [], total_rounds: 0 });
    const begun = performance.now();
    await repository.save(session, version);
    times.write.push(performance.now() - begun);
    const journal = await repository.openJournal(id);
    for (let line = 0; line < 15; line += 1) {
      const before = performance.now();
      await journal.appendInput({
        key: `1/answer/seat-${line}/1`,
        at: new Date(at),
        value: 'x'.repeat(2000),
      });
      times.line.push(performance.now() - before);
    }
    await journal.close();
    await lease.release();
  }
  await store.close();
  return { write: median(times.write), line: median(times.line) };
}
