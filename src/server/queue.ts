/** A queue that limits how many discussions run at once: the rest wait in order of arrival. */

/** The places. Every run takes one under its session's ID and gives it back at its end. */
export interface Queue {
  /** Resolves once the run may begin, or once it left the queue and has to end without a place. */
  enter: (id: string) => Promise<void>;
  /** Gives a place back, or leaves the queue; safe to repeat. */
  leave: (id: string) => void;
  isWaiting: (id: string) => boolean;
  countWaiting: () => number;
  countRunning: () => number;
  /** Releases all waiting runs: the server is about to stop every run. */
  close: () => void;
}

/** Makes a queue with `places` places. */
export function createQueue(places: number): Queue {
  const inside = new Set<string>();
  const waiting = new Map<string, () => void>();
  const fill = (): void => {
    for (const [id, go] of waiting) {
      if (inside.size >= places) return;
      waiting.delete(id);
      inside.add(id);
      go();
    }
  };
  return {
    enter: (id) =>
      new Promise<void>((resolve) => {
        waiting.set(id, resolve);
        fill();
      }),
    leave: (id) => {
      waiting.get(id)?.();
      waiting.delete(id);
      inside.delete(id);
      fill();
    },
    isWaiting: (id) => waiting.has(id),
    countWaiting: () => waiting.size,
    countRunning: () => inside.size,
    close: () => {
      for (const go of waiting.values()) go();
      waiting.clear();
    },
  };
}
