/**
 * One model call from beginning to end: provider, limit of the whole call, retries, redaction, price. The result is plain data
 * that a journal can keep.
 */
import { S2sError } from '../../domain/errors.ts';
import type { CallModel, ModelReply } from '../../domain/model-reply.ts';
import type { ModelRequest, PromptBlock } from '../../domain/model-request.ts';
import type { Clock } from '../../domain/ports.ts';
import { type CallOptions, type Completion, ModelError, type Provider } from '../../domain/provider.ts';
import type { SendBody } from '../../domain/provider-batch.ts';
import type { Usage } from '../../domain/records.ts';
import type { LeaseProof } from '../../domain/repository.ts';
import { sumUsages } from '../../domain/usage.ts';
import type { FailureKind } from '../../domain/vocabulary.ts';
import { cleanLine } from '../../text/clean-text.ts';
import type { Redactor } from '../../text/redactor.ts';
import type { Providers } from '../create-providers.ts';
import { wasCut } from '../http/connection-failure.ts';
import type { CallGate } from './call-gate.ts';
import { estimateRequestTokens, estimateTokens } from './estimate.ts';
import { remedies } from './failure-rules.ts';
import { batchFactor, makeUsage, type Prices, priceUsage } from './prices.ts';
import { retryCall } from './retry.ts';

/** The most characters of an id, a model name or a reason from a server. */
const mostWordLength = 200;

/** A batch ends within a day: its calls are bounded by their number of attempts, not by `agent_timeout`. */
const batchedMs = 2 ** 31 - 1;
const batchedTries = 3;

/** What making calls requires. */
export interface AskOptions {
  providers: Pick<Providers, 'find'>;
  clock: Clock;
  /** A number from 0 up to but not including 1, for the spread of waits. */
  random: () => number;
  redact: Redactor;
  /** `prices:` of the configuration. */
  prices?: Prices;
  /** The most attempts at one call; when absent, as many as its time limit and the limit of faults allow. */
  tries?: number;
  /** Opens the folder that a seat may read, for providers that read one; absent when seats may not. */
  openFolder?: () => Promise<string>;
  /** Tells whether this process still holds the session, so that no other process pays for the same calls. Absent when that is certain. */
  proof?: LeaseProof | undefined;
  /** Admits a call when its provider may have one more; without it, no call waits. */
  gate?: CallGate;
  /** Returns the function that sends a call in a batch of its provider, or null for a call that is made by itself. */
  findBatch?: (provider: Provider, request: ModelRequest, signal: AbortSignal) => SendBody | null;
  /** Called before a failed attempt is repeated, with the wait in milliseconds. */
  onRetry?: (request: ModelRequest, retry: { kind: FailureKind; waitMs: number }) => void;
  /** Called with the text of an attempt so far, not yet redacted, and with null when the call has ended. Absent when nobody watches. */
  onText?: ((request: ModelRequest, soFar: string | null) => void) | undefined;
}

/** Makes a function that makes model calls. */
export function createAsk(options: AskOptions): CallModel {
  const { clock, redact, onText, proof } = options;

  return async (order, settings) => {
    const signal = proof === undefined ? settings.signal : AbortSignal.any([settings.signal, proof.lost]);
    // A file of the project, or a person, may have put a key of another provider into the prompt.
    const request = {
      ...order,
      system: redactBlocks(order.system, redact),
      prompt: redactBlocks(order.prompt, redact),
    };
    const start = clock.elapsed();
    const spent: Usage[] = [];
    let factor = 1;
    const record = (provider: string, model: string, requestId: string | null) => ({
      usage: sumUsages(spent),
      duration_ms: Math.max(0, Math.round(clock.elapsed() - start)),
      request_id: shorten(requestId, redact),
      provider,
      model: shorten(model, redact) ?? request.model,
    });
    /** Estimates the tokens that the server did not count, so that limits still hold. */
    const settle = (stated: Usage, text: string | null): Usage => {
      const usage = estimateMissing(stated, request, text);
      const price = priceUsage(usage, request.model, options.prices ?? {});
      return { ...usage, cost_usd: usage.cost_usd ?? (price === null ? null : price * factor) };
    };
    const fail = (error: ModelError, provider: string): ModelReply => ({
      ok: false,
      kind: error.kind,
      message: redact(error.message),
      remedy: redact(error.remedy ?? remedies[error.kind]),
      ...record(provider, request.model, error.requestId),
      stop_reason: null,
    });

    const found = findProvider(options.providers, request.model);
    if (found instanceof ModelError) return fail(found, request.model.split('/')[0] ?? request.model);
    const { provider, modelName } = found;
    if (signal.aborted) return fail(nameCause(null, { signal, isLate: false, request }), provider.name);
    const mayRead = request.step === 'answer' || request.step === 'review';
    const folder = mayRead && provider.readsFolder === true ? await options.openFolder?.() : undefined;
    const sendBody = options.findBatch?.(provider, request, signal) ?? null;
    if (sendBody !== null) factor = batchFactor;
    // Waiting for an unavailable database, or for a slot, does not count as time of the call; a batch has slots of its own.
    const tokens = estimateRequestTokens(request);
    const gate = sendBody === null ? options.gate : undefined;
    await proof?.renew();
    const slot = (await gate?.enter(provider.name, { tokens, signal })) ?? null;
    const totalMs = sendBody === null ? request.timeout_ms : batchedMs;
    const tries = sendBody === null ? options.tries : batchedTries;
    const limit = clock.deadline(totalMs);
    const call = {
      modelName,
      signal: AbortSignal.any([signal, limit.signal]),
      ...(sendBody === null ? {} : { sendBody }),
      ...(folder === undefined ? {} : { folder }),
      ...(proof === undefined ? {} : { mayLeave: () => proof.isSure() }),
      ...(onText === undefined ? {} : { onText: (soFar: string) => onText(request, soFar) }),
    };
    try {
      const completion = await retryCall(
        async (timeoutMs) => {
          // Minutes may pass between attempts.
          await proof?.renew();
          return attemptCall(provider, request, { ...call, timeoutMs });
        },
        {
          clock,
          random: options.random,
          signal: call.signal,
          totalMs,
          ...(tries === undefined ? {} : { tries }),
          onWait: ({ kind }, waitMs) => options.onRetry?.(request, { kind, waitMs }),
          // If a model may have read the prompt of a failed attempt, its input is estimated, so that limits hold. An attempt that
          // the caller cancelled does not count.
          onFailure: (error) => {
            if (error.usage !== null) spent.push(settle(error.usage, null));
            else if (signal.aborted) return;
            else if (provider.rehearsed === true || !mayHaveRead(error)) spent.push(makeUsage(1));
            else {
              const usage = settle(makeUsage(1, { cost_usd: null }), null);
              spent.push({ ...usage, cost_usd: usage.cost_usd ?? 0 });
            }
          },
        },
      );
      spent.push(provider.rehearsed === true ? completion.usage : settle(completion.usage, completion.text));
      return {
        ok: true,
        text: redact(completion.text),
        ...record(provider.name, completion.model, completion.request_id),
        stop_reason: shorten(completion.stop_reason, redact),
      };
    } catch (error) {
      return fail(nameCause(error, { signal, isLate: limit.signal.aborted, request }), provider.name);
    } finally {
      limit.clear();
      onText?.(request, null);
      const { input_tokens: sent, output_tokens: received } = sumUsages(spent);
      await slot?.free(sent + received);
    }
  };
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
];

/** Whether a model may have worked on the prompt of an attempt that failed. */
function mayHaveRead(error: ModelError): boolean {
  if (error.kind === 'server') return error.status === null || error.status < 500 || error.status === 504;
  if (error.kind === 'network') return !(error.cause instanceof Error) || wasCut(error.cause);
  return !refusedKinds.includes(error.kind);
}

/** A short text from a server, redacted before it is cut. */
function shorten(word: string | null, redact: Redactor): string | null {
  if (typeof word !== 'string') return null;
  const clean = cleanLine(redact(word));
  return clean.length > mostWordLength ? `${clean.slice(0, mostWordLength - 1)}…` : clean;
}

function redactBlocks(blocks: readonly PromptBlock[], redact: Redactor): PromptBlock[] {
  return blocks.map((block) => ({ ...block, text: redact(block.text) }));
}

/** Estimates missing counts: of the input, and of the reply if there is one. */
function estimateMissing(usage: Usage, request: ModelRequest, text: string | null): Usage {
  const input = usage.input_tokens === 0 ? estimateRequestTokens(request) : usage.input_tokens;
  const output = usage.output_tokens === 0 && text !== null ? estimateTokens(text) : usage.output_tokens;
  if (input === usage.input_tokens && output === usage.output_tokens) return usage;
  return { ...usage, input_tokens: input, output_tokens: output, estimated_calls: usage.calls };
}

function findProvider(
  providers: Pick<Providers, 'find'>,
  reference: string,
): { provider: Provider; modelName: string } | ModelError {
  try {
    return providers.find(reference);
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return new ModelError('unknown-model', error.message, { remedy: error.hint ?? null });
  }
}

/** Makes one attempt, which ends when the signal aborts, even if the provider ignores the signal. */
async function attemptCall(
  provider: Provider,
  request: ModelRequest,
  options: CallOptions,
): Promise<Completion> {
  const { signal } = options;
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new ModelError('cancelled', 'The call was cancelled.'));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([provider.complete(request, options), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Finds the true cause: cancellation comes first, then the time limit, then the provider's error. */
function nameCause(
  error: unknown,
  { signal, isLate, request }: { signal: AbortSignal; isLate: boolean; request: ModelRequest },
): ModelError {
  const requestId = error instanceof ModelError ? error.requestId : null;
  if (signal.aborted) return new ModelError('cancelled', 'The call was cancelled.', { requestId });
  if (isLate) {
    const message = `${request.model} did not answer within ${request.timeout_ms / 1000} s`;
    return new ModelError('timeout', message, { requestId });
  }
  if (error instanceof ModelError) return error;
  // A bug in a provider must not look like a failing model: the program ends with a stack trace.
  throw error;
}
