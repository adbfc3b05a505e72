/**
 * Showing events a moment later: between a reply and the next call nothing is drawn or written, so the next call goes
 * out first and the picture follows while everybody waits for its reply.
 */
import type { Clock, RoundtableEvent } from '../../domain/ports.ts';
import type { Reporter } from './reporter.ts';

/**
 * Milliseconds an event waits at most. Nobody sees them, and nearly always the next call has left by then. Longer would be
 * no better: showing takes a while itself, and may then stand in the way of a reply.
 */
const mostMilliseconds = 25;

/** What the showing waits for. */
export interface LateReporterParts {
  clock: Pick<Clock, 'deadline'>;
  /** Settles when what the events tell of is on disk: who reads the files because of an event finds it there. */
  written: () => Promise<void>;
}

/**
 * Wraps a reporter. Events come in order, later; what waits is shown at once before the picture is taken away for a
 * question, and at the end. An event holds what was true when it happened: a session is replaced, never changed.
 */
export function createLateReporter(reporter: Reporter, { clock, written }: LateReporterParts): Reporter {
  let waiting: RoundtableEvent[] = [];
  let clear: (() => void) | null = null;
  const flush = (): void => {
    clear?.();
    clear = null;
    const events = waiting;
    waiting = [];
    for (const event of events) reporter.report(event);
  };
  return {
    report(event) {
      waiting.push(event);
      if (clear !== null) return;
      const deadline = clock.deadline(mostMilliseconds);
      clear = deadline.clear;
      deadline.signal.addEventListener('abort', () => void written().then(flush, flush), { once: true });
    },
    suspend() {
      flush();
      reporter.suspend();
    },
    resume: () => reporter.resume(),
    stop() {
      flush();
      reporter.stop();
    },
  };
}
