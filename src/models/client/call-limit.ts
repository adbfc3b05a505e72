/** What ends one attempt: a signal, which carries the limit of time, and the loss of the session. */
import type { ModelRequest } from '../../session/model-request.ts';
import {
  type CallOptions,
  type Completion,
  ModelError,
  type Provider,
} from '../../session/ports/provider.ts';

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

/** Makes one attempt. It ends with ModelError `cancelled` when the signal aborts, even if the provider ignores the signal. */
export async function attemptCall(
  provider: Pick<Provider, 'complete'>,
  request: ModelRequest,
  options: CallOptions,
): Promise<Completion> {
  const { signal } = options;
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new ModelError('cancelled', '', { reason: 'cancelled' }));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([provider.complete(request, options), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
