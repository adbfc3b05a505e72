/** The lock of a session, taken in the name of this process. */

import type { CliEnvironment } from '../cli/environment.ts';
import { readProcess } from '../files/process-table.ts';
import { acquireLock } from '../store/files/lock.ts';
import type { LockHost } from '../store/files/lock-owner.ts';
import type { SessionStore } from '../store/files/session-store.ts';

/** Takes the lock of a session for the time of an action. Throws SESSION_LOCKED with who holds it. */
export async function withLock<Value>(
  store: SessionStore,
  id: string,
  options: { environment: CliEnvironment; action: () => Promise<Value> },
): Promise<Value> {
  const release = await acquireLock(store.paths, id, describeHost(options.environment));
  try {
    return await options.action();
  } finally {
    await release();
  }
}

/** This process, as a lock names it. */
export function describeHost(environment: CliEnvironment): LockHost {
  return {
    pid: environment.pid,
    hostname: environment.hostname,
    now: () => environment.clock.now(),
    isAlive: environment.isAlive,
    readProcess,
    createToken: environment.randomToken,
  };
}
