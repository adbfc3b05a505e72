/** What an attempt used and cost, with estimates for what the server did not count, so that limits still hold. */
import type { FailureReason } from '../../session/failure.ts';
import type { ModelRequest } from '../../session/model-request.ts';
import type { ModelError } from '../../session/ports/provider.ts';
import type { Usage } from '../../session/records.ts';
import type { FailureKind } from '../../session/vocabulary.ts';
import { wasCut } from '../http/connection-failure.ts';
import { estimateRequestTokens, estimateTokens } from './estimate.ts';
import { makeUsage, type Prices, priceUsage } from './prices.ts';

/** What a call is paid by. */
interface Paid {
  request: ModelRequest;
  prices: Prices;
  /** The part of the usual price that is paid. */
  factor: number;
}

/** The usage of an attempt with a reply: counts that are missing are estimated, and a cost that was not stated is calculated. */
export function bookUsage(stated: Usage, { request, prices, factor }: Paid, text: string | null): Usage {
  const input = stated.input_tokens || estimateRequestTokens(request);
  const output = stated.output_tokens || (text === null ? 0 : estimateTokens(text));
  const isStated = input === stated.input_tokens && output === stated.output_tokens;
  const usage = isStated
    ? stated
    : { ...stated, input_tokens: input, output_tokens: output, estimated_calls: stated.calls };
  const price = priceUsage(usage, request.model, prices);
  return { ...usage, cost_usd: usage.cost_usd ?? (price === null ? null : price * factor) };
}

/**
 * The usage of a failed attempt. If a model may have read the prompt, its input is estimated. `costUsd` is null when the attempt may
 * have cost more than its usage says.
 */
export function bookFailure(
  error: ModelError,
  paid: Paid,
  isRehearsed: boolean,
): { usage: Usage; costUsd: number | null } {
  if (error.usage !== null) {
    const usage = bookUsage(error.usage, paid, error.text);
    return { usage, costUsd: usage.cost_usd };
  }
  if (isRehearsed || !mayHaveRead(error)) return { usage: makeUsage(1), costUsd: 0 };
  const usage = bookUsage(makeUsage(1, { cost_usd: null }), paid, null);
  return { usage: { ...usage, cost_usd: usage.cost_usd ?? 0 }, costUsd: null };
}

/** Refusals before a model reads the prompt, which cost nothing. */
const refusedKinds: readonly FailureKind[] = [
  'rate-limit',
  'overloaded',
  'auth',
  'forbidden',
  'billing',
  'unknown-model',
  'bad-request',
  'too-large',
  'budget',
];

/** Whether a model may have worked on the prompt of an attempt that failed. */
function mayHaveRead({ kind, facts }: ModelError): boolean {
  const { reason, status, code } = facts;
  if (reason !== null && freeReasons.includes(reason)) return false;
  // Of a server's own faults only a gateway that did not wait says nothing about the model behind it.
  if (kind === 'server') return status === null || status < 500 || status === 504;
  if (kind === 'network') return reason !== 'connection' || wasCut(code);
  return !refusedKinds.includes(kind);
}

/** Failures before anything was sent, and those that a provider does not charge for. */
const freeReasons: readonly FailureReason[] = ['suspended', 'proxy', 'batch-errored', 'batch-expired'];
