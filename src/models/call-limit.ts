/** One limit for one attempt: the caller's signal and an own timer, told apart afterwards. */

/** A running limit; `clear` must be called when the attempt is over. */
export interface CallLimit {
  /** Aborts with the caller's signal or when the time is over. */
  signal: AbortSignal;
  timedOut: () => boolean;
  clear: () => void;
}

/** Starts a limit of `timeoutMs` milliseconds under the caller's signal. */
export function startLimit(outer: AbortSignal, timeoutMs: number): CallLimit {
  const controller = new AbortController();
  let late = false;
  const forward = (): void => controller.abort(outer.reason);
  if (outer.aborted) forward();
  else outer.addEventListener('abort', forward, { once: true });
  const timer = setTimeout(
    () => {
      late = true;
      controller.abort(new Error('The time of the call is over.'));
    },
    Math.min(Math.max(1, timeoutMs), 2 ** 31 - 1),
  );
  return {
    signal: controller.signal,
    timedOut: () => late,
    clear: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', forward);
    },
  };
}
