/** Who holds a lock, and whether that process is still alive. */
import * as z from 'zod';
import type { ProcessFacts } from '../../files/process-table.ts';

/** The content of a lock file. */
export const lockOwnerSchema = z.looseObject({
  pid: z.number().int(),
  host: z.string(),
  /** When the process began, as the system counts, or null where that is unknown. */
  process_start: z.string().nullable(),
  /** Among which processes `pid` counts, see `ProcessHost`; absent in locks of older versions. */
  namespace: z.string().nullable().optional(),
  /** ISO 8601: since when the lock is held. */
  since: z.string(),
  /** Differs for every lock ever taken. */
  token: z.string().min(1),
});

export type LockOwner = z.infer<typeof lockOwnerSchema>;

/** The process that the store runs in, and how it finds out about other processes. */
export interface ProcessHost {
  pid: number;
  hostname: string;
  /** Whether a process of this machine exists (`kill(pid, 0)`; one that belongs to another user does exist). */
  isAlive: (pid: number) => boolean;
  /** What the system knows of a process; `readProcess` of files/process-table.ts for the real one. */
  readProcess: (pid: number) => Promise<ProcessFacts>;
  /**
   * Names the set of processes among which `pid` is one process only (`readNamespace` of files/process-table.ts); absent where a
   * host has one set.
   */
  readNamespace?: () => Promise<string | null>;
  /** A text of letters, digits and hyphens that is never the same twice. */
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
    namespace: (await host.readNamespace?.()) ?? null,
    since: host.now().toISOString(),
    token: host.createToken(),
  };
}

/**
 * Whether an owner's process is certainly gone. A process number that was reused is noticed by the time at which that
 * process began. Nothing is known of processes elsewhere, so their locks never count as dead.
 */
export async function isOwnerDead(owner: LockOwner, host: LockHost): Promise<boolean> {
  if (await isElsewhere(owner, host)) return false;
  if (!host.isAlive(owner.pid)) return true;
  const found = await host.readProcess(owner.pid);
  if (found.ended) return true;
  return owner.process_start !== null && found.start !== null && owner.process_start !== found.start;
}

/** Whether an owner runs on another machine, or in another container, where its number says nothing here. */
export async function isElsewhere(owner: LockOwner, host: LockHost): Promise<boolean> {
  if (owner.host !== host.hostname) return true;
  if (owner.namespace === undefined) return false;
  return owner.namespace !== ((await host.readNamespace?.()) ?? null);
}
