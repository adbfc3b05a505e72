/**
 * `--fast`: once a quorum has answered, the other seats get a grace period, then their calls are cancelled. In the journal
 * such a call is a failure of kind `cancelled`. Once a paid call (the synthesis) builds on it, a resumed run replays that
 * failure from the journal; before that, nothing is lost by asking the seat again with a new grace period.
 */
import { noteAnyFailure, type Run } from '../run.ts';

/** Watches one round's answers. */
export interface Grace {
  /** Aborts when the grace period is over. */
  signal: AbortSignal;
  /** Call after each seat: starts the grace period once there is a quorum. */
  count: (answers: number) => void;
  clear: () => void;
}

/** Starts watching; returns null without `--fast`, when nobody is cut off. */
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
 * Records a seat that was cut off in this run or in the run that it resumes. A call cancelled for another reason (a stop,
 * the run's time limit, another seat's fatal failure) does not count: it is made again.
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
    message: `not waited for: a quorum had answered, and the grace period of ${seconds} s was over`,
    request_id: null,
  });
}
