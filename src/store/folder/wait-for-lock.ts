/** Waits for a lock that many processes each need for a moment. */

import { setTimeout as wait } from 'node:timers/promises';
import { S2sError } from '../../session/errors.ts';
import { dropFile, type ReleaseLock, removeDeadMarkers, takeFile } from './lock-file.ts';
import { createOwner, isElsewhere, type LockHost } from './lock-owner.ts';

/** Half a minute: work under such a lock takes milliseconds, and a slow disk has time enough. */
const mostTries = 600;
const retryMilliseconds = 50;

/**
 * Takes a lock file once nobody else holds it; its folder must exist. Only the first caller in this process's queue tries. `what` is
 * the guarded file's name in messages. Throws FILE_UNWRITABLE when another process keeps it for half a minute, FILE_UNREADABLE when
 * the path holds something else, and system errors.
 */
export async function waitForLock(path: string, options: WaitOptions): Promise<ReleaseLock> {
  const endTurn = await options.waitForTurn(path);
  try {
    const drop = await takeLock(path, options);
    return () => drop().finally(endTurn);
  } catch (error) {
    endTurn();
    throw error;
  }
}

interface WaitOptions {
  host: LockHost;
  waitForTurn: WaitForTurn;
  what: string;
  shownAs: string;
}

async function takeLock(path: string, { host, what, shownAs }: WaitOptions): Promise<ReleaseLock> {
  const owner = await createOwner(host);
  for (let tries = 1; ; tries += 1) {
    const holder = await takeFile(path, { owner, host, shownAs });
    if (holder === null) {
      await removeDeadMarkers(path, host);
      return () => dropFile(path, owner);
    }
    if (tries >= mostTries) {
      const where = (await isElsewhere(holder, host)) ? ` in another container or on ${holder.host}` : '';
      const message = `${what} could not be written: process ${holder.pid}${where} has been writing there since ${holder.since}.`;
      throw new S2sError('FILE_UNWRITABLE', message, {
        hint: `If that process is gone, remove ${shownAs}, then run the same command again.`,
      });
    }
    await wait(retryMilliseconds);
  }
}

/** Waits until all earlier callers for this name are done. The result ends the turn and lets the next caller in. */
export type WaitForTurn = (name: string) => Promise<() => void>;

/** Makes a new set of queues, one for each name. */
export function createTurns(): WaitForTurn {
  const last = new Map<string, Promise<void>>();
  return async (name) => {
    const before = last.get(name);
    let finish = (): void => undefined;
    const own = new Promise<void>((resolve) => {
      finish = resolve;
    });
    last.set(name, own);
    await before;
    return () => {
      if (last.get(name) === own) last.delete(name);
      finish();
    };
  };
}
