/** Where a project's sessions are kept: the one place in `app/` that names the kind of store. */
import type { SessionRepository } from '../domain/repository.ts';
import type { SessionMaintenance } from '../domain/session-maintenance.ts';
import type { TrackRecord } from '../domain/track-record.ts';
import { readProcess } from '../files/process-table.ts';
import { createFileRepository } from '../store/files/file-repository.ts';
import { createFileTrackRecord } from '../store/files/track-record-file.ts';
import { createFileMaintenance } from '../store/repair/file-maintenance.ts';
import type { AppWorld } from './world.ts';

/** The ports of a project's store. */
export interface ProjectStore {
  repository: SessionRepository;
  trackRecord: TrackRecord;
  maintenance: SessionMaintenance;
}

/** What of the world a store needs. */
type StoreWorld = Pick<AppWorld, 'pid' | 'hostname' | 'clock' | 'isAlive' | 'randomToken'>;

/** Builds the ports. Touches no file. */
export function openProjectStore(
  { root, s2sDir }: { root: string; s2sDir: string },
  { pid, hostname, clock, isAlive, randomToken }: StoreWorld,
): ProjectStore {
  const host = { pid, hostname, isAlive, readProcess, createToken: randomToken };
  const parts = { root, s2sDir, clock, host };
  return {
    repository: createFileRepository(parts),
    trackRecord: createFileTrackRecord(parts),
    maintenance: createFileMaintenance(parts),
  };
}
