/** Limits one attempt by the caller's signal and a timer, and tells which of the two ended it. */
import type { ModelRequest } from '../../session/model-request.ts';
import { type CallOptions, ModelError } from '../../session/ports/provider.ts';

/** A timer with a longer delay would fire at once. */
const mostTimerMs = 2 ** 31 - 1;

/** A signal that aborts after this many milliseconds. */
export function startTimer(ms: number): AbortSignal {
  return AbortSignal.timeout(Math.min(ms, mostTimerMs));
}

/** Throws ModelError when a request must no longer be sent, because the process was suspended after the request was allowed. */
export function assertMayLeave({ mayLeave }: Pick<CallOptions, 'mayLeave'>): void {
  if (mayLeave?.() === false) throw new ModelError('network', '', { reason: 'suspended' });
}

/** What limits an attempt. */
export interface AttemptLimits {
  request: ModelRequest;
  call: CallOptions;
}

/**
 * Makes an attempt within the shorter of the limits of the call and the request. Rejects with ModelError
 * `cancelled` when the caller's signal aborted, `timeout` when time ran out, else with the error of the attempt.
 */
export async function limitAttempt<Result>(
  { request, call }: AttemptLimits,
  attempt: (signal: AbortSignal, timeoutMs: number) => Promise<Result>,
): Promise<Result> {
  const shorter = Math.min(call.timeoutMs ?? request.timeout_ms, request.timeout_ms);
  const timeoutMs = Math.max(1, Math.ceil(shorter));
  const timer = startTimer(timeoutMs);
  try {
    return await attempt(AbortSignal.any([call.signal, timer]), timeoutMs);
  } catch (error) {
    if (call.signal.aborted) throw new ModelError('cancelled', '', { reason: 'cancelled' });
    if (timer.aborted) throw new ModelError('timeout', '', { reason: 'time-limit', about: timeoutMs / 1000 });
    throw error;
  }
}
