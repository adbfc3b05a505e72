/** Where a project's sessions are kept: the one place in `app/` that names the kind of store. */
import path from 'node:path';
import type { LockFolder } from '../documents/write-documents.ts';
import type { BatchNotes } from '../domain/batch-notes.ts';
import type { EventStore } from '../domain/event-store.ts';
import type { SessionRepository } from '../domain/repository.ts';
import type { SearchFindings } from '../domain/search.ts';
import type { SessionMaintenance } from '../domain/session-maintenance.ts';
import type { TrackRecord } from '../domain/track-record.ts';
import { readNamespace, readProcess } from '../files/process-table.ts';
import { createBatchNotes } from '../store/files/batch-notes.ts';
import { createFileRepository } from '../store/files/file-repository.ts';
import { type DocumentSource, searchDocuments } from '../store/files/search-documents.ts';
import { locateSessions } from '../store/files/session-paths.ts';
import { createFileTrackRecord } from '../store/files/track-record-file.ts';
import { waitForLock } from '../store/files/wait-for-lock.ts';
import { type ExportedText, writeExport } from '../store/files/written-exports.ts';
import { createEventStore } from '../store/journal/event-file.ts';
import { createFileMaintenance } from '../store/repair/file-maintenance.ts';
import type { AppWorld } from './world.ts';

/** The ports of a project's store. */
export interface ProjectStore {
  repository: SessionRepository;
  trackRecord: TrackRecord;
  maintenance: SessionMaintenance;
  /** The same as `repository.search`, over documents. */
  searchDocuments: (
    words: string,
    options: { documents: readonly DocumentSource[]; limit: number },
  ) => Promise<SearchFindings>;
  events: EventStore;
  /** One writer at a time for each folder of documents. */
  lockFolder: LockFolder;
  openBatchNotes: (name: string) => BatchNotes;
  /** See `writeExport` of store/files/written-exports.ts; the path is absolute. */
  writeExport: (file: string, exported: ExportedText) => Promise<void>;
}

/** What of the world a store needs. */
type StoreWorld = Pick<AppWorld, 'pid' | 'hostname' | 'clock' | 'isAlive' | 'randomToken'>;

/** Builds the ports. Touches no file. */
export function openProjectStore(
  { root, s2sDir }: { root: string; s2sDir: string },
  { pid, hostname, clock, isAlive, randomToken }: StoreWorld,
): ProjectStore {
  const host = { pid, hostname, isAlive, readProcess, readNamespace, createToken: randomToken };
  const parts = { root, s2sDir, clock, host };
  return {
    repository: createFileRepository(parts),
    trackRecord: createFileTrackRecord(parts),
    maintenance: createFileMaintenance(parts),
    searchDocuments: (words, options) => searchDocuments(locateSessions({ root, s2sDir }), words, options),
    events: createEventStore(locateSessions({ root, s2sDir })),
    openBatchNotes: (name) => createBatchNotes(locateSessions({ root, s2sDir }), name),
    writeExport: (file, exported) => writeExport(locateSessions({ root, s2sDir }), file, exported),
    lockFolder: (folder) => {
      const file = path.join(folder, '.s2s.lock');
      return waitForLock(file, {
        host: { ...host, now: () => clock.now() },
        what: folder,
        shownAs: path.relative(root, file),
      });
    },
  };
}
