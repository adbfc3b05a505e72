/**
 * `--fast`: once a quorum has answered, the others get a grace period, then their calls are cancelled. In the journal
 * such a call is a failure of kind `cancelled`. As soon as something that was paid for builds on it (the synthesis), a
 * resumed run gets it back from there; before that nothing is lost by asking the seat again, with a new period.
 */
import { noteAnyFailure, type Run } from '../run.ts';

/** Watches one round's answers. */
export interface Grace {
  /** Aborts when the period is over. */
  signal: AbortSignal;
  /** Called after each seat; starts the period once there is a quorum. */
  count: (answers: number) => void;
  clear: () => void;
}

/** Starts to watch; null where nobody is cut off. */
export function watchGrace(run: Run, needed: number): Grace | null {
  const { fast, grace_seconds: seconds } = run.session.settings;
  if (!fast) return null;
  const over = new AbortController();
  let clear: (() => void) | null = null;
  return {
    signal: over.signal,
    count: (answers) => {
      if (clear !== null || answers < needed) return;
      const deadline = run.ports.clock.deadline(seconds * 1000);
      clear = deadline.clear;
      deadline.signal.addEventListener('abort', () => over.abort(), { once: true });
    },
    clear: () => clear?.(),
  };
}

/**
 * Notes a seat that was cut off, now or by the run that this one resumes. A call that was cancelled for another reason
 * (a stop, the run's own time, another seat's fatal failure) does not count: it is asked again.
 */
export function noteStraggler(
  run: Run,
  seat: { round: number; id: string; others: AbortSignal | undefined },
): void {
  const { operator } = run.ports;
  if (operator.stop.aborted || run.timeLimit?.aborted || seat.others?.aborted) return;
  const { grace_seconds: seconds } = run.session.settings;
  noteAnyFailure(run, {
    round: seat.round,
    step: 'answer',
    seat: seat.id,
    kind: 'cancelled',
    message: `not waited for: a quorum had answered, and ${seconds} s of grace were over`,
    request_id: null,
  });
}
