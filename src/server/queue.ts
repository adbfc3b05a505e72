/** How many discussions run at once: the rest wait in the order in which they came. */

/** The places. Every run asks for one under its session's id, and gives it back when it has ended. */
export interface Queue {
  /** Resolves once the run may begin, or has to end: one that left the queue gets no place. */
  enter: (id: string) => Promise<void>;
  /** Gives a place back, or leaves the queue; safe to repeat. */
  leave: (id: string) => void;
  isWaiting: (id: string) => boolean;
  /** Lets everybody go who waits: what runs is about to be stopped. */
  close: () => void;
}

/** Makes a queue with so many places. */
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
    close: () => {
      for (const go of waiting.values()) go();
      waiting.clear();
    },
  };
}
