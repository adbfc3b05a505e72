/** The lock of a session, taken in the name of this process. */
import { acquireLock } from '../session/lock.ts';
import type { LockHost } from '../session/lock-owner.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { CliEnvironment } from './environment.ts';

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
    createToken: environment.randomToken,
  };
}
