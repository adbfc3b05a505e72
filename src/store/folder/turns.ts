/** Turns within this process: waiting for a file that another part of the process holds needs no polling of the disk. */

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
