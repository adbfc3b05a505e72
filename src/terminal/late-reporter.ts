/**
 * Showing events a moment later: between a reply and the next call nothing is drawn or written, so the next call goes
 * out first and the picture follows while everybody waits for its reply.
 */
import type { Clock, Report, RoundtableEvent } from '../roundtable/ports.ts';

/** Milliseconds an event waits at most; nobody sees them, and most steps from a reply to the next call fit in. */
const mostMilliseconds = 25;

/** Reports in order, later. */
export interface LateReport {
  report: Report;
  /** Shows everything that waits, at once: before a person is asked, and at the end. */
  flush(): void;
}

/** Wraps a report. Events hold what was true when they happened: a session is replaced, never changed. */
export function createLateReport(report: Report, clock: Pick<Clock, 'deadline'>): LateReport {
  let waiting: RoundtableEvent[] = [];
  let clear: (() => void) | null = null;
  const flush = (): void => {
    clear?.();
    clear = null;
    const events = waiting;
    waiting = [];
    for (const event of events) report(event);
  };
  return {
    report: (event) => {
      waiting.push(event);
      if (clear !== null) return;
      const deadline = clock.deadline(mostMilliseconds);
      clear = deadline.clear;
      deadline.signal.addEventListener('abort', flush, { once: true });
    },
    flush,
  };
}
