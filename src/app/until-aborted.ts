/** Waits for a signal. */
import { once } from 'node:events';

/** Resolves once either signal has aborted. */
export async function untilAborted(signal: AbortSignal, other?: AbortSignal): Promise<void> {
  if (signal.aborted || other?.aborted === true) return;
  await once(signal, 'abort', { signal: other }).catch(() => undefined);
}
