/** Both kinds of store, opened in the same way, for tests of what they promise alike. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventStore } from '../../../src/session/ports/event-store.ts';
import type { ProviderBatchNotes } from '../../../src/session/ports/provider-batch.ts';
import type { SessionRepository } from '../../../src/session/ports/repository.ts';
import type { RequestNotes } from '../../../src/session/ports/request-notes.ts';
import type { SessionMaintenance } from '../../../src/session/ports/session-maintenance.ts';
import { createFileMaintenance } from '../../../src/store/files/file-maintenance.ts';
import { createFileRepository } from '../../../src/store/files/file-repository.ts';
import { createProviderBatchNotes } from '../../../src/store/folder/batch-notes.ts';
import { createRequestFile } from '../../../src/store/folder/request-file.ts';
import { locateSessions } from '../../../src/store/folder/session-paths.ts';
import { createEventStore } from '../../../src/store/journal/event-file.ts';
import { migrateDatabase } from '../../../src/store/postgres/migrate.ts';
import {
  openDatabaseOf,
  openPostgresStore,
  type PostgresStoreParts,
} from '../../../src/store/postgres/postgres-store.ts';
import { makeFolder } from '../../support/make-folder.ts';
import { startTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { createHost, noon } from '../sample-session.ts';

/** A store as one process sees it. */
export interface OpenedStore {
  repository: SessionRepository;
  maintenance: SessionMaintenance;
  events: EventStore;
  requests: RequestNotes;
  openProviderBatchNotes: (name: string) => ProviderBatchNotes;
}

/** A kind of store with nothing in it. */
export interface TestedStore {
  /** Opens it for a process; those in `alive` are said to exist. */
  open: (pid: number, alive?: number[]) => OpenedStore;
  /** The folder with the files of sessions; absent for a store in a database, whose contents nobody changes by hand. */
  folder?: string;
  /** Changes a line of a journal as a person would, behind the store's back. */
  editJournal: (id: string, from: string, to: string) => Promise<void>;
}

/** What a PostgreSQL store is opened with in tests; a lease ends late unless a test says otherwise. */
export function describeParts(
  database: Pick<TestDatabase, 'url'>,
  {
    root,
    pid = 1,
    alive = [pid],
    ...changes
  }: { root: string; pid?: number; alive?: number[] } & Partial<PostgresStoreParts>,
): PostgresStoreParts {
  return {
    paths: locateSessions({ root, s2sDir: '.s2s' }),
    variable: 'DATABASE_URL',
    address: database.url,
    schema: 's2s',
    leaseSeconds: 600,
    maxCrashes: 3,
    waitSeconds: 60,
    clock: { now: () => noon, elapsed: () => performance.now() },
    host: createHost(pid, alive),
    onAway: () => undefined,
    ...changes,
  };
}

/** Makes the tables. */
export async function makeTables(parts: PostgresStoreParts): Promise<void> {
  const database = openDatabaseOf(parts);
  await migrateDatabase(database);
  await database.close();
}

/** The kinds. `begin` and `end` are called once for a test file. */
export const storeKinds: {
  kind: string;
  begin: () => Promise<void>;
  end: () => Promise<void>;
  make: () => Promise<TestedStore>;
}[] = [
  { kind: 'files', begin: async () => undefined, end: async () => undefined, make: makeFileStore },
  describePostgresKind(),
];

async function makeFileStore(): Promise<TestedStore> {
  const root = await makeFolder();
  const paths = locateSessions({ root, s2sDir: '.s2s' });
  return {
    folder: paths.sessions,
    open: (pid, alive = [pid]) => {
      const parts = { root, s2sDir: '.s2s', clock: { now: () => noon }, host: createHost(pid, alive) };
      const repository = createFileRepository(parts);
      return {
        repository,
        maintenance: createFileMaintenance(parts),
        events: createEventStore(paths),
        requests: createRequestFile(parts),
        openProviderBatchNotes: (name) => createProviderBatchNotes(paths, name),
      };
    },
    editJournal: async (id, from, to) => {
      const file = join(paths.sessions, id, 'calls.jsonl');
      await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
    },
  };
}

function describePostgresKind(): (typeof storeKinds)[number] {
  let database: TestDatabase | null = null;
  const opened: { close: () => Promise<void> }[] = [];
  const require = (): TestDatabase => {
    if (database === null) throw new Error('begin was not called');
    return database;
  };
  return {
    kind: 'postgres',
    begin: async () => {
      database = await startTestDatabase();
      await makeTables(describeParts(database, { root: '/' }));
    },
    end: async () => {
      for (const store of opened) await store.close();
      await database?.remove();
    },
    make: async () => {
      const root = await makeFolder();
      await mkdir(join(root, '.s2s'));
      await require().query(
        'truncate s2s.sessions, s2s.leases, s2s.journal, s2s.events, s2s.inbox, s2s.requests, s2s.provider_batches cascade',
      );
      return {
        open: (pid, alive) => {
          const store = openPostgresStore(
            describeParts(require(), { root, pid, ...(alive === undefined ? {} : { alive }) }),
          );
          opened.push(store);
          return store;
        },
        editJournal: async (id, from, to) => {
          await require().query(
            `update s2s.journal set bytes = convert_to(replace(convert_from(bytes, 'UTF8'), $2, $3), 'UTF8') where session_id = $1`,
            [id, from, to],
          );
        },
      };
    },
  };
}
