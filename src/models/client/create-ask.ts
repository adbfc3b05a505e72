/**
 * One model call from beginning to end: provider, whole-call limit, retries, redaction, price. What comes out is plain
 * data that a journal can keep; reading structure out of the text happens above the journal, so that a better reader
 * can read an old reply again.
 */
import { S2sError } from '../../domain/errors.ts';
import type { ReadReply } from '../../domain/model-reply.ts';
import type { Clock, ModelRequest } from '../../domain/ports.ts';
import type { Completion, Provider } from '../../domain/provider.ts';
import { ModelError } from '../../domain/provider.ts';
import type { Usage } from '../../domain/records.ts';
import type { FailureKind } from '../../domain/vocabulary.ts';
import type { Providers } from '../create-providers.ts';
import { readStructured } from '../replies/read-structured.ts';
import { failureRules } from './failure-rules.ts';
import type { Prices } from './prices.ts';
import { makeUsage, priceUsage, sumUsage } from './prices.ts';
import type { Redactor } from './redact.ts';
import { retryCall } from './retry.ts';

/** What a call came to, as it is kept: plain, redacted, priced. */
export type RawReply =
  | {
      ok: true;
      text: string;
      /** All attempts together; `cost_usd` null when the price is unknown. */
      usage: Usage;
      duration_ms: number;
      stop_reason: string | null;
      /** The provider's name. */
      provider: string;
      /** The model that answered, as the provider names it. */
      model: string;
      request_id: string | null;
    }
  | {
      ok: false;
      kind: FailureKind;
      message: string;
      remedy: string;
      /** Tokens that are known to have been used although the call failed; attempts are counted in `calls`. */
      usage: Usage;
      duration_ms: number;
      provider: string;
      model: string;
      request_id: string | null;
    };

/** How a call is made. */
export interface RawAskOptions {
  signal: AbortSignal;
  /** Resolves when what came before is written. The call may be prepared before, and leaves after it; rejects to stop it. */
  ready?: () => Promise<void>;
}

/** Makes a call. Never rejects for a failure of the call; rejects with what `ready` rejects with,
 * unless the signal aborted first. */
export type RawAsk = (request: ModelRequest, options: RawAskOptions) => Promise<RawReply>;

/** What calls are made with. */
export interface AskOptions {
  providers: Pick<Providers, 'find'>;
  clock: Clock;
  /** A number from 0 up to but not including 1, for the spread of waits. */
  random: () => number;
  redact: Redactor;
  /** `prices:` of the configuration. */
  prices?: Prices;
  /** Attempts at most at one call; 3 when absent. */
  tries?: number;
  /** Hears of each call that failed and is made again after so many milliseconds. */
  onRetry?: (request: ModelRequest, retry: { kind: FailureKind; waitMs: number }) => void;
}

/** Makes the function that makes calls. */
export function createAsk(options: AskOptions): RawAsk {
  const { clock, redact } = options;

  return async (request, { signal, ready }) => {
    let start = clock.elapsed();
    const spent: Usage[] = [];
    const finish = <Outcome extends object>(outcome: Outcome) => ({
      ...outcome,
      usage: spent.reduce(sumUsage, makeUsage(0)),
      duration_ms: Math.max(0, Math.round(clock.elapsed() - start)),
    });
    const price = (usage: Usage): Usage => ({
      ...usage,
      cost_usd: usage.cost_usd ?? priceUsage(usage, request.model, options.prices ?? {}),
    });
    const fail = (error: ModelError, provider: string): RawReply =>
      finish({
        ok: false as const,
        kind: error.kind,
        message: redact(error.message),
        remedy: redact(error.remedy ?? failureRules[error.kind].remedy),
        request_id: error.requestId === null ? null : redact(error.requestId),
        provider,
        model: request.model,
      });

    const found = findProvider(options.providers, request.model);
    if (found instanceof ModelError) return fail(found, request.model.split('/')[0] ?? request.model);
    const { provider, modelName } = found;
    const both = joinSignals(signal);
    const time: { limit: ReturnType<Clock['deadline']> | null; isOver: boolean } = {
      limit: null,
      isOver: false,
    };
    const begin = (): void => {
      start = clock.elapsed();
      time.limit = clock.deadline(request.timeout_ms);
      both.add(time.limit.signal);
    };
    // The time of the call begins when it leaves, not while it waits for the disk.
    if (ready === undefined) begin();
    const gate = createGate(ready, () => {
      // A call that was stopped meanwhile has no time any more.
      if (time.limit === null && !time.isOver) begin();
    });
    try {
      const completion = await retryCall(
        (remainingMs) =>
          attemptCall(provider, request, {
            modelName,
            signal: both.signal,
            timeoutMs: remainingMs,
            ready: gate.pass,
          }),
        {
          clock,
          random: options.random,
          signal: both.signal,
          totalMs: request.timeout_ms,
          ...(options.tries === undefined ? {} : { tries: options.tries }),
          // An attempt without a reply is counted, at no tokens: what a server did before it failed is not known to us.
          onWait: ({ kind }, waitMs) => options.onRetry?.(request, { kind, waitMs }),
          onFailure: (error) => spent.push(error.usage === null ? makeUsage(1) : price(error.usage)),
        },
      );
      spent.push(price(completion.usage));
      return finish({
        ok: true as const,
        text: redact(completion.text),
        stop_reason: completion.stop_reason,
        provider: provider.name,
        model: redact(completion.model),
        request_id: completion.request_id === null ? null : redact(completion.request_id),
      });
    } catch (error) {
      gate.assertPassable();
      return fail(
        judge(error, { signal, isLate: time.limit?.signal.aborted === true, request }),
        provider.name,
      );
    } finally {
      time.isOver = true;
      both.clear();
      time.limit?.clear();
    }
  };
}

/** Reads the structure out of a raw reply. `replayed` says that it came from a journal. */
export function readReply(raw: RawReply, request: ModelRequest, { replayed = false } = {}): ReadReply {
  if (!raw.ok) return { stop_reason: null, ...raw, replayed };
  const read =
    request.schema === null
      ? { data: undefined, problem: null }
      : readStructured(raw.text, listKeys(request));
  return { ...raw, ...read, replayed };
}

/** Which top-level fields a reply should have, from the schema that it was asked for. */
function listKeys(request: ModelRequest): { keys: string[]; required: string[] } {
  const { properties, required } = (request.schema?.json ?? {}) as {
    properties?: unknown;
    required?: unknown;
  };
  const keys = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const named = Array.isArray(required)
    ? required.filter((name): name is string => typeof name === 'string')
    : keys;
  return { keys, required: named };
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

/** What a call waits for before it leaves. A provider sees a failure of its own kind, the caller of the call the true one. */
function createGate(
  ready: () => Promise<void> = async () => undefined,
  passed: () => void = () => undefined,
): { pass: () => Promise<void>; assertPassable: () => void } {
  let blocked: { error: unknown } | null = null;
  return {
    pass: () =>
      ready().then(passed, (error: unknown) => {
        blocked = { error };
        throw new ModelError('cancelled', 'Nothing was sent: what came before could not be written.');
      }),
    assertPassable: () => {
      if (blocked !== null) throw blocked.error;
    },
  };
}

/** One attempt that ends with the signal, also when the provider does not. */
async function attemptCall(
  provider: Provider,
  request: ModelRequest,
  options: { modelName: string; signal: AbortSignal; timeoutMs: number; ready: () => Promise<void> },
): Promise<Completion> {
  const { signal } = options;
  const work =
    provider.preparesCalls === true
      ? provider.complete(request, options)
      : options.ready().then(() => provider.complete(request, options));
  // When the signal wins, nobody listens to the work any more.
  work.catch(() => undefined);
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new ModelError('cancelled', 'The call was cancelled.'));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Names the true cause: a person's stop before the limit before what the provider made of it. */
function judge(
  error: unknown,
  { signal, isLate, request }: { signal: AbortSignal; isLate: boolean; request: ModelRequest },
): ModelError {
  const known = error instanceof ModelError ? error : null;
  if (signal.aborted)
    return new ModelError('cancelled', 'The call was cancelled.', { requestId: known?.requestId ?? null });
  if (isLate) {
    const message = `${request.model} did not answer within ${request.timeout_ms / 1000} s`;
    return new ModelError('timeout', message, { requestId: known?.requestId ?? null });
  }
  if (known !== null) return known;
  // A bug in a provider must not look like a failing model: it ends the program with its stack.
  throw error;
}

function joinSignals(first: AbortSignal): {
  signal: AbortSignal;
  add: (signal: AbortSignal) => void;
  clear: () => void;
} {
  const controller = new AbortController();
  const signals: AbortSignal[] = [];
  const abort = (): void => controller.abort();
  const add = (signal: AbortSignal): void => {
    signals.push(signal);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  };
  add(first);
  return {
    signal: controller.signal,
    add,
    clear: () => {
      for (const signal of signals) signal.removeEventListener('abort', abort);
    },
  };
}
