/** This process, as a lock names it. */
import type { LockHost } from '../store/files/lock-owner.ts';
import type { AppWorld } from './world.ts';

/** What of the world tells one process from another. */
type Place = Pick<AppWorld, 'pid' | 'hostname' | 'clock' | 'isAlive' | 'randomToken'>;

/** Describes the process. */
export function describeHost(world: Place): LockHost {
  return {
    pid: world.pid,
    hostname: world.hostname,
    now: () => world.clock.now(),
    isAlive: world.isAlive,
    createToken: world.randomToken,
  };
}
