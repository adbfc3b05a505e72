/** Opens a project's store: the one place in `app/` that builds a particular kind of store. */
import path from 'node:path';
import type { LoadedConfig } from '../config/load-config.ts';
import { resolveConfig, type StoreConfig } from '../config/resolve-config.ts';
import type { LockFolder } from '../documents/write-documents.ts';
import { readNamespace, readProcess } from '../files/process-table.ts';
import { createOwnSlots } from '../models/client/call-gate.ts';
import type { BatchNotes } from '../session/batch.ts';
import { S2sError } from '../session/errors.ts';
import type { CallSlots } from '../session/ports/call-slots.ts';
import type { EventStore } from '../session/ports/event-store.ts';
import type { ProviderBatchNotes } from '../session/ports/provider-batch.ts';
import type { SearchOptions, SessionRepository } from '../session/ports/repository.ts';
import type { RequestNotes } from '../session/ports/request-notes.ts';
import type { SearchFindings } from '../session/ports/search.ts';
import type { SessionJobs } from '../session/ports/session-jobs.ts';
import type { SessionMaintenance } from '../session/ports/session-maintenance.ts';
import { createFileMaintenance } from '../store/files/file-maintenance.ts';
import { createFileRepository } from '../store/files/file-repository.ts';
import { createBatchNotes, createProviderBatchNotes } from '../store/folder/batch-notes.ts';
import type { ProcessHost } from '../store/folder/lock-owner.ts';
import { createRequestFile } from '../store/folder/request-file.ts';
import { locateSessions } from '../store/folder/session-paths.ts';
import { createTurns, waitForLock } from '../store/folder/wait-for-lock.ts';
import { type ExportedText, writeExport } from '../store/folder/written-exports.ts';
import { createEventStore } from '../store/journal/event-file.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';
import type { PostgresStoreParts } from '../store/postgres/postgres-store.ts';
import { createSearchIndex } from '../store/search/open-index.ts';
import { type DocumentSource, searchDocuments } from '../store/search/search-documents.ts';
import { describeWithheld } from './describe-withheld.ts';
import type { Notify } from './notice.ts';
import type { AppWorld } from './world.ts';

/** The ports of a store. */
export interface ProjectStore {
  repository: SessionRepository;
  maintenance: SessionMaintenance;
  /** Like `repository.search`, but over documents. */
  searchDocuments: (
    words: string,
    options: SearchOptions & { documents: readonly DocumentSource[] },
  ) => Promise<SearchFindings>;
  events: EventStore;
  /** Allows one writer at a time per folder of documents. */
  lockFolder: LockFolder;
  openBatchNotes: (name: string) => BatchNotes;
  openProviderBatchNotes: (name: string) => ProviderBatchNotes;
  /** See `writeExport` of store/folder/written-exports.ts; the path is absolute. */
  writeExport: (file: string, exported: ExportedText) => Promise<void>;
  /** The requests that servers carried out under a key. */
  requests: RequestNotes;
  /** The workers' queue; null for a store in files, which other machines cannot see. */
  jobs: SessionJobs | null;
  /** The calls that count against the limits of providers. */
  slots: CallSlots;
  /** Releases the open resources; safe to repeat. */
  close: () => Promise<void>;
}

/** The parts of the world that a store needs. */
type StoreWorld = Pick<AppWorld, 'pid' | 'hostname' | 'clock' | 'isAlive' | 'randomToken' | 'env'>;

/** The place of the store, and who is notified when its database goes away. */
interface StorePlace {
  root: string;
  s2sDir: string;
  /** Null keeps sessions in memory. */
  config: StoreConfig | null;
  /** Whether calls wait for a database that has gone away. */
  isPatient?: boolean;
  notify: Notify;
}

/**
 * Reads the store's configuration. Throws NOT_TRUSTED if the project names a database to which the person has not said yes: to use
 * another place than the team expects would be worse than to stop.
 */
export function readStore(config: LoadedConfig, env: AppWorld['env']): StoreConfig {
  const withheld = config.withheld.filter(({ entry }) => entry.path[0] === 'store');
  if (withheld.some(({ entry }) => entry.key === 'store.type' && entry.value === 'postgres')) {
    throw new S2sError(
      'NOT_TRUSTED',
      'This project keeps its sessions in a database that you have not approved. Nothing was read or written.',
      {
        hint: 's2s trust, once you have read it; or keep them in files for now: S2S_STORE=files',
        problems: describeWithheld(withheld, env),
      },
    );
  }
  return resolveConfig(config, { workflow: 'roundtable' }).store;
}

/** Builds the ports for the configured kind of store. Touches no file and no database. Throws STORE_URL. */
export async function openProjectStore(place: StorePlace, world: StoreWorld): Promise<ProjectStore> {
  const files = openFileStore(place, world);
  const { config } = place;
  if (config === null) {
    const { close, ...memory } = createMemoryStore({ now: () => world.clock.now() });
    return {
      ...files,
      ...memory,
      maintenance: { ...files.maintenance, close },
      // Their index would be a file.
      searchDocuments: async () => ({ hits: [], totals: [], superseded: [], unread: [], pending: 0 }),
    };
  }
  if (config.type === 'files') return files;
  const { openPostgresStore } = await import('../store/postgres/postgres-store.ts');
  // Documents and their search stay in the folder.
  return { ...files, ...openPostgresStore(describePostgres({ ...place, config }, world)) };
}

/** The parts for opening a store in a database. */
export function describePostgres(
  { root, s2sDir, config, isPatient, notify }: StorePlace & { config: StoreConfig },
  { clock, env, ...world }: StoreWorld,
): PostgresStoreParts {
  return {
    paths: locateSessions({ root, s2sDir }),
    variable: config.urlEnv,
    address: env[config.urlEnv],
    schema: config.schema,
    leaseSeconds: config.leaseSeconds,
    waitSeconds: config.waitSeconds,
    ...(isPatient === undefined ? {} : { isPatient }),
    maxCrashes: config.maxCrashes,
    clock,
    onAway: (text) => notify({ level: 'warning', text }),
    host: describeHost(world),
  };
}

function describeHost({ randomToken, ...host }: Omit<StoreWorld, 'clock' | 'env'>): ProcessHost {
  return { ...host, readProcess, readNamespace, createToken: randomToken };
}

function openFileStore({ root, s2sDir }: StorePlace, { clock, ...world }: StoreWorld): ProjectStore {
  const host = describeHost(world);
  const parts = { root, s2sDir, clock, host };
  const paths = locateSessions({ root, s2sDir });
  const waitForTurn = createTurns();
  const lockHost = { ...host, now: () => clock.now() };
  const documents = { paths, index: createSearchIndex(paths, 'documents', lockHost) };
  return {
    repository: createFileRepository(parts),
    maintenance: createFileMaintenance(parts),
    searchDocuments: (words, options) => searchDocuments(documents, words, options),
    events: createEventStore(paths),
    openBatchNotes: (name) => createBatchNotes(paths, name),
    openProviderBatchNotes: (name) => createProviderBatchNotes(paths, name),
    writeExport: (file, exported) => writeExport(paths, file, exported),
    lockFolder: (folder) => {
      const file = path.join(folder, '.s2s.lock');
      return waitForLock(file, {
        host: lockHost,
        waitForTurn,
        what: folder,
        shownAs: path.relative(root, file),
      });
    },
    requests: createRequestFile(parts),
    jobs: null,
    slots: createOwnSlots(clock),
    close: () => Promise.resolve(),
  };
}
