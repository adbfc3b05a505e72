/** Turns within this process: whoever waits for a file that another part of the process holds need not ask the disk again and again. */

/** Waits until everybody who asked for this name before is done, and gives a way to let the next one in. */
export type WaitForTurn = (name: string) => Promise<() => void>;

/** Makes a place where turns are taken; nobody waits there yet. */
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
