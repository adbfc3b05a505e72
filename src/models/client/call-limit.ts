/** Limits one attempt by the caller's signal and a timer, and tells which of the two ended it. */
import type { ModelRequest } from '../../domain/model-request.ts';
import { type CallOptions, ModelError } from '../../domain/provider.ts';

/** A running limit; `clear` must be called when the attempt is over. */
export interface CallLimit {
  /** Aborts with the caller's signal or when time is up. */
  signal: AbortSignal;
  timedOut: () => boolean;
  clear: () => void;
}

/** A timer with a longer delay would fire at once. */
const mostTimerMs = 2 ** 31 - 1;

/** Starts a limit of `timeoutMs` milliseconds under the caller's signal. */
export function startLimit(outer: AbortSignal, timeoutMs: number): CallLimit {
  const time = new AbortController();
  const timer = setTimeout(
    () => time.abort(new Error('The time of the call is over.')),
    Math.min(Math.max(1, timeoutMs), mostTimerMs),
  );
  return {
    signal: AbortSignal.any([outer, time.signal]),
    timedOut: () => time.signal.aborted,
    clear: () => clearTimeout(timer),
  };
}

/** Throws ModelError when a request must no longer be sent, because the process was suspended after the request was allowed. */
export function assertMayLeave({ mayLeave }: Pick<CallOptions, 'mayLeave'>): void {
  if (mayLeave?.() !== false) return;
  const cause = new Error('The process was suspended before the request was sent.');
  throw new ModelError('network', cause.message, { cause });
}

/** What limits an attempt. */
export interface AttemptLimits {
  /** Who is asked, for messages: `openai (gpt-5)`. */
  who: string;
  request: ModelRequest;
  call: CallOptions;
  /** The provider's own limit in seconds, where it has one. */
  timeout: number | null | undefined;
}

/**
 * Makes an attempt within the shortest of the limits of the call, the request and the provider. Rejects with ModelError
 * `cancelled` when the caller's signal aborted, `timeout` when time ran out, else with the error of the attempt.
 */
export async function limitAttempt<Result>(
  { who, request, call, timeout }: AttemptLimits,
  attempt: (signal: AbortSignal, timeoutMs: number) => Promise<Result>,
): Promise<Result> {
  const own = timeout ? timeout * 1000 : Number.POSITIVE_INFINITY;
  const timeoutMs = Math.max(
    1,
    Math.ceil(Math.min(call.timeoutMs ?? request.timeout_ms, request.timeout_ms, own)),
  );
  const limit = startLimit(call.signal, timeoutMs);
  try {
    return await attempt(limit.signal, timeoutMs);
  } catch (error) {
    if (call.signal.aborted) throw new ModelError('cancelled', `${who}: the call was cancelled`);
    if (limit.timedOut())
      throw new ModelError('timeout', `${who} did not answer within ${timeoutMs / 1000} s`);
    throw error;
  } finally {
    limit.clear();
  }
}
