/** The owner of a lock, and whether its process is still alive. */
import * as z from 'zod';
import type { ProcessFacts } from '../../files/process-table.ts';

/** The content of a lock file. */
export const lockOwnerSchema = z.looseObject({
  pid: z.number().int(),
  host: z.string(),
  /** When the process started, in the system's own count; null when unknown. */
  process_start: z.string().nullable(),
  /** The namespace of `pid`, see `ProcessHost`. */
  namespace: z.string().nullable(),
  /** When the lock was taken, ISO 8601. */
  since: z.string(),
  /** Unique for each lock. */
  token: z.string().min(1),
});

export type LockOwner = z.infer<typeof lockOwnerSchema>;

/** The process that the store runs in, and ways to look up other processes. */
export interface ProcessHost {
  pid: number;
  hostname: string;
  /** Whether a process of this machine exists (`kill(pid, 0)`), also one of another user. */
  isAlive: (pid: number) => boolean;
  /** Looks up a process; in production `readProcess` of files/process-table.ts. */
  readProcess: (pid: number) => Promise<ProcessFacts>;
  /**
   * Names the PID namespace of this process (`readNamespace` of files/process-table.ts); absent when the host has only one.
   */
  readNamespace?: () => Promise<string | null>;
  /** A unique text of letters, digits and hyphens. */
  createToken: () => string;
}

/** A process host with a clock. */
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
 * Whether an owner's process is certainly gone. A reused PID is noticed by its process's start time. Nothing is known about
 * processes elsewhere, so their locks never count as dead.
 */
export async function isOwnerDead(owner: LockOwner, host: LockHost): Promise<boolean> {
  if (await isElsewhere(owner, host)) return false;
  if (!host.isAlive(owner.pid)) return true;
  const found = await host.readProcess(owner.pid);
  if (found.ended) return true;
  return owner.process_start !== null && found.start !== null && owner.process_start !== found.start;
}

/** Whether an owner runs on another machine or in another container, so that its PID means nothing here. */
export async function isElsewhere(owner: LockOwner, host: LockHost): Promise<boolean> {
  if (owner.host !== host.hostname) return true;
  return owner.namespace !== ((await host.readNamespace?.()) ?? null);
}
