/** Who holds a lock, and whether that process still lives. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';

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

/** The process that wants a lock, and what it can find out about others. */
export interface LockHost {
  pid: number;
  hostname: string;
  now: () => Date;
  /** Whether a process of this machine exists (`kill(pid, 0)`; one that belongs to another user does exist). */
  isAlive: (pid: number) => boolean;
  /** A text that never comes twice, of letters, digits and hyphens. */
  createToken: () => string;
}

/** Describes the process that is about to take a lock. */
export async function createOwner(host: LockHost): Promise<LockOwner> {
  const { start } = await readProcess(host.pid);
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
  const found = await readProcess(owner.pid);
  if (found.ended) return true;
  return owner.process_start !== null && found.start !== null && owner.process_start !== found.start;
}

/** From `/proc`, where there is one: the start of a process with the boot it belongs to, and whether it has ended unreaped. */
async function readProcess(pid: number): Promise<{ start: string | null; ended: boolean }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name of the program, in parentheses, may hold spaces and parentheses: fields count from the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields?.[0], fields?.[19]];
  if (state === undefined || started === undefined) return { start: null, ended: false };
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return { start: `${boot.trim()}/${started}`, ended: state === 'Z' || state === 'X' };
}
