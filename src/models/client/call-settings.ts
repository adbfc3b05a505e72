/** What a call takes from its request and what from the provider's configuration. */
import type { ModelRequest } from '../../domain/ports.ts';
import type { CallOptions } from '../../domain/provider.ts';
import type { ProviderConfig } from '../provider-config.ts';

/** Milliseconds for one attempt: the least of what the call has left, its own limit and the provider's. At least 1. */
export function chooseTimeout(request: ModelRequest, call: CallOptions, { timeout }: ProviderConfig): number {
  const configured = typeof timeout === 'number' && timeout > 0 ? timeout * 1000 : Number.POSITIVE_INFINITY;
  return Math.max(
    1,
    Math.ceil(Math.min(call.timeoutMs ?? request.timeout_ms, request.timeout_ms, configured)),
  );
}

/** The request's stop sequences and the provider's, each once. */
export function listStops(request: ModelRequest, { stop }: ProviderConfig): string[] {
  return [...new Set([...request.stop_sequences, ...(stop ?? [])])].filter((text) => text !== '');
}
