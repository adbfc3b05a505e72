/** One limit for one attempt: the caller's signal and an own timer, told apart afterwards. */

/** A running limit; `clear` must be called when the attempt is over. */
export interface CallLimit {
  /** Aborts with the caller's signal or when the time is over. */
  signal: AbortSignal;
  timedOut: () => boolean;
  /** What the call waits for before it leaves; the time begins after it. */
  ready: () => Promise<void>;
  clear: () => void;
}

/**
 * Starts a limit of `timeoutMs` milliseconds under the caller's signal. With `ready` the time begins when that has resolved:
 * a slow disk is no slow model.
 */
export function startLimit(outer: AbortSignal, timeoutMs: number, ready?: () => Promise<void>): CallLimit {
  const controller = new AbortController();
  let late = false;
  const forward = (): void => controller.abort(outer.reason);
  if (outer.aborted) forward();
  else outer.addEventListener('abort', forward, { once: true });
  let timer: NodeJS.Timeout | null = null;
  let isCleared = false;
  const begin = (): void => {
    if (isCleared || timer !== null) return;
    const ms = Math.min(Math.max(1, timeoutMs), 2 ** 31 - 1);
    timer = setTimeout(() => {
      late = true;
      controller.abort(new Error('The time of the call is over.'));
    }, ms);
  };
  if (ready === undefined) begin();
  return {
    signal: controller.signal,
    timedOut: () => late,
    ready: async () => {
      await ready?.();
      begin();
    },
    clear: () => {
      isCleared = true;
      if (timer !== null) clearTimeout(timer);
      outer.removeEventListener('abort', forward);
    },
  };
}
