/** Writes one after another what arrives one by one: what comes during a write goes into the next one, together. */

export interface Together<One> {
  /** Resolves once these are written. Rejects as the write that they were part of; later ones are tried all the same. */
  add(...some: readonly One[]): Promise<void>;
  /** Waits until nothing is left to write. Never rejects. */
  settle(): Promise<void>;
}

/** Makes a queue before `write`. */
export function writeTogether<One>(write: (batch: readonly One[]) => Promise<void>): Together<One> {
  let waiting: One[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();
  return {
    add: (...some) => {
      waiting.push(...some);
      next ??= last.then(() => {
        const batch = waiting;
        [waiting, next] = [[], null];
        return write(batch);
      });
      last = next.catch(() => undefined);
      return next;
    },
    settle: () => last,
  };
}
