/** Who holds a lock, and whether that process still lives. */
import * as z from 'zod';
import type { ProcessFacts } from '../../files/process-table.ts';

/** The content of a lock file. */
export const lockOwnerSchema = z.looseObject({
  pid: z.number().int(),
  host: z.string(),
  /** When the process began, in the system's own terms, or null where it cannot be told. */
  process_start: z.string().nullable(),
  /** ISO 8601: since when the lock is held. */
  since: z.string(),
  /** Differs for every lock ever taken. */
  token: z.string().min(1),
});

export type LockOwner = z.infer<typeof lockOwnerSchema>;

/** The process that the store works in, and the table of processes that it can look others up in. */
export interface ProcessHost {
  pid: number;
  hostname: string;
  /** Whether a process of this machine exists (`kill(pid, 0)`; one that belongs to another user does exist). */
  isAlive: (pid: number) => boolean;
  /** What the system knows of a process; `readProcess` of files/process-table.ts for the real one. */
  readProcess: (pid: number) => Promise<ProcessFacts>;
  /** A text that never comes twice, of letters, digits and hyphens. */
  createToken: () => string;
}

/** The same with the time. */
export interface LockHost extends ProcessHost {
  now: () => Date;
}

/** Describes the process that is about to take a lock. */
export async function createOwner(host: LockHost): Promise<LockOwner> {
  const { start } = await host.readProcess(host.pid);
  return {
    pid: host.pid,
    host: host.hostname,
    process_start: start,
    since: host.now().toISOString(),
    token: host.createToken(),
  };
}

/**
 * Whether an owner's process is gone for certain. A number that another process has got since is noticed by the
 * time that process began. Of another machine nothing is known, so its locks never count as dead.
 */
export async function isOwnerDead(owner: LockOwner, host: LockHost): Promise<boolean> {
  if (owner.host !== host.hostname) return false;
  if (!host.isAlive(owner.pid)) return true;
  const found = await host.readProcess(owner.pid);
  if (found.ended) return true;
  return owner.process_start !== null && found.start !== null && owner.process_start !== found.start;
}
