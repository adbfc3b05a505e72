/** Repeats an attempt when that can help, within the time that the call has left. */
import type { Clock } from '../../session/ports/ports.ts';
import { ModelError } from '../../session/ports/provider.ts';
import type { FailureKind } from '../../session/vocabulary.ts';

/** How attempts are repeated. */
export interface RetryOptions {
  clock: Clock;
  /** A number from 0 up to but not including 1. */
  random: () => number;
  signal: AbortSignal;
  /** Milliseconds that all attempts and waits may take together. */
  totalMs: number;
  /** The most attempts. When absent, the third fault is final, and failures that only ask to wait are repeated while time is left. */
  tries?: number;
  /** Called after each failed attempt, whether or not it is repeated. */
  onFailure?: (error: ModelError) => void;
  /** Called before each wait, with its length in milliseconds. */
  onWait?: (error: ModelError, waitMs: number) => void;
}

/**
 * Failures that may pass, so that the same call is repeated after a wait. The loop asks again after
 * `malformed` and `empty`, since it can quote the problem.
 */
export const retriedKinds: readonly FailureKind[] = ['rate-limit', 'overloaded', 'network', 'server'];

const firstWaitMs = 500;
const longestWaitMs = 8000;
/** After this many faults of a server or a connection the failure is final; failures that only ask to wait are bounded by time alone. */
const mostFaults = 3;

/**
 * Makes the attempt, and repeats it after failures that may pass, waiting longer each time or as long as the server asked.
 * If the wait would exceed the remaining time, the failure is final. Rejects with ModelError, whose facts tell the number of tries.
 */
export async function retryCall<Result>(
  attempt: () => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { clock, signal } = options;
  const start = clock.elapsed();
  const tries = options.tries ?? Number.POSITIVE_INFINITY;
  let faults = 0;
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      error.facts.tries = number;
      options.onFailure?.(error);
      if (!asksToWait(error)) faults += 1;
      if (signal.aborted || !retriedKinds.includes(error.kind) || number >= tries || faults >= mostFaults)
        throw error;
      const wait = chooseWait(error, number, options.random());
      if (wait >= options.totalMs - (clock.elapsed() - start)) {
        error.facts.wait_ms = error.retryAfterMs;
        throw error;
      }
      options.onWait?.(error, wait);
      await sleep(wait, { clock, signal });
      if (signal.aborted) throw error;
    }
  }
}

/** Milliseconds before the next attempt; `random` spreads the seats of a round, which often fail at the same time. */
export function chooseWait(error: ModelError, number: number, random: number): number {
  const backoff = Math.min(longestWaitMs, firstWaitMs * 2 ** (number - 1)) * (0.5 + random / 2);
  if (error.retryAfterMs === null) return backoff;
  // A little longer than asked, since all seats were told the same time. The backoff still grows when the server asks for too short a wait.
  return Math.max(error.retryAfterMs + random * 250, backoff);
}

/** Whether the failure says that the same call may succeed later: then only the time limit of the call ends the attempts. */
function asksToWait(error: ModelError): boolean {
  return error.kind === 'rate-limit' || error.kind === 'overloaded' || error.retryAfterMs !== null;
}

/** Waits through the clock; ends early, without an error, when the signal aborts. */
export async function sleep(
  ms: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  const deadline = clock.deadline(ms);
  const either = AbortSignal.any([deadline.signal, signal]);
  await new Promise<void>((resolve) => {
    if (either.aborted) resolve();
    else either.addEventListener('abort', () => resolve(), { once: true });
  });
  deadline.clear();
}
