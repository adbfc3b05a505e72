/**
 * One model call from beginning to end: provider, limits of time and cost, retries, redaction, price. The result is plain data
 * that a journal can keep.
 */

import { S2sError } from '../../session/errors.ts';
import type { CallModel, ModelReply } from '../../session/model-reply.ts';
import type { JsonSchema, ModelRequest, PromptBlock } from '../../session/model-request.ts';
import type { Clock } from '../../session/ports/ports.ts';
import { ModelError, type Provider } from '../../session/ports/provider.ts';
import type { SendBody } from '../../session/ports/provider-batch.ts';
import type { LeaseProof } from '../../session/ports/repository.ts';
import type { Usage } from '../../session/records.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { sumUsages } from '../../session/rules/usage.ts';
import type { FailureKind } from '../../session/vocabulary.ts';
import { cleanLine } from '../../text/clean-text.ts';
import type { Redactor } from '../../text/secrets/redactor.ts';
import { makeWellFormed } from '../../text/well-formed.ts';
import type { Providers } from '../create-providers.ts';
import { sayFailure, sayRemedy } from '../say-failure.ts';
import { bookFailure, bookUsage } from './book-usage.ts';
import type { CallGate } from './call-gate.ts';
import { attemptCall } from './call-limit.ts';
import type { CostLimit, ReservedCost } from './cost-limit.ts';
import { checkPromptCount, countPrompt } from './cut-prompt.ts';
import { estimateRequestTokens } from './estimate.ts';
import { batchFactor, type Prices } from './prices.ts';
import { retryCall } from './retry.ts';

/** The most characters of an id, a model name or a reason from a server. */
const mostWordLength = 200;

/** A batch ends within a day: its calls are bounded by their number of attempts, not by `agent_timeout`. */
const batchedMs = 2 ** 31 - 1;
const batchedTries = 3;

/** Waiting out an overloaded server makes no sense when another model is there. */
const triesBeforeFallback = 2;

/** What making calls requires. */
export interface AskOptions {
  providers: Pick<Providers, 'find'>;
  clock: Clock;
  /** A number from 0 up to but not including 1, for the spread of waits. */
  random: () => number;
  redact: Redactor;
  /** `prices:` of the configuration. */
  prices?: Prices;
  /** The cost limit of the session; absent when it has none. */
  costLimit?: CostLimit | undefined;
  /** Records what an attempt may cost at most, before it is made: a process that is killed meanwhile cannot say what it did cost. */
  noteAttempt?: (request: ModelRequest, mostUsd: number) => Promise<void>;
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
  /** Takes a warning about a server, once for each model. */
  onWarning?: (text: string) => void;
  /** Called before a failed attempt is repeated, with the wait in milliseconds. */
  onRetry?: (request: ModelRequest, retry: { kind: FailureKind; waitMs: number }) => void;
  /** Called with the text of an attempt so far, not yet redacted, and with null when the call has ended. Absent when nobody watches. */
  onText?: ((request: ModelRequest, soFar: string | null) => void) | undefined;
}

/** Makes a function that makes model calls. */
export function createAsk(options: AskOptions): CallModel {
  const { clock, redact, onText, proof, costLimit } = options;
  const warned = new Set<string>();
  const mostCounted = new Map<string, number>();
  const warnOnce = (model: string, text: string | null): void => {
    if (text !== null && !warned.has(model)) options.onWarning?.(text);
    if (text !== null) warned.add(model);
  };

  return async (order, settings) => {
    const signal = proof === undefined ? settings.signal : AbortSignal.any([settings.signal, proof.lost]);
    const request = prepareRequest(order, redact);
    const start = clock.elapsed();
    const spent: Usage[] = [];
    const counted = { attempts: 0, cost_usd: 0 };
    const record = (provider: string, model: string, requestId: string | null) => ({
      usage: sumUsages(spent),
      duration_ms: Math.max(0, Math.round(clock.elapsed() - start)),
      request_id: shorten(requestId, redact),
      provider,
      model: shorten(model, redact) ?? request.model,
      ...(costLimit === undefined ? {} : { counted }),
    });
    const fail = (error: ModelError, provider: string): ModelReply => ({
      ...describeFailure(error, redact),
      ...record(provider, request.model, error.requestId),
      stop_reason: null,
    });

    const found = findProvider(options.providers, request.model);
    if (found instanceof S2sError) {
      const error = new ModelError('unknown-model', found.message);
      const [name = request.model] = request.model.split('/');
      return { ...fail(error, name), ...(found.hint === undefined ? {} : { remedy: found.hint }) };
    }
    const { provider, modelName } = found;
    const cancelled = (): ModelError => new ModelError('cancelled', '', { reason: 'cancelled' });
    if (signal.aborted) return fail(cancelled(), provider.name);
    const mayRead = request.step === 'answer' || request.step === 'review';
    const folder = mayRead && provider.readsFolder === true ? await options.openFolder?.() : undefined;
    const sendBody = options.findBatch?.(provider, request, signal) ?? null;
    const paid = { request, prices: options.prices ?? {}, factor: sendBody === null ? 1 : batchFactor };
    const reserve = async (until: AbortSignal): Promise<ReservedCost | null> =>
      provider.rehearsed === true
        ? null
        : ((await costLimit?.reserve(request, { ...paid, signal: until })) ?? null);
    let reserved: ReservedCost | null = null;
    let isSent = false;
    const settleCost = (usd: number | null): void => {
      counted.cost_usd += reserved?.settle(usd) ?? 0;
      reserved = null;
      isSent = false;
    };
    try {
      reserved = await reserve(signal);
    } catch (error) {
      if (error instanceof ModelError) return fail(error, provider.name);
      throw error;
    }
    // Waiting for an unavailable database, or for a slot, does not count as time of the call; a batch has slots of its own.
    const gate = sendBody === null ? options.gate : undefined;
    await proof?.renew();
    const slot =
      (await gate?.enter(provider.name, { tokens: estimateRequestTokens(request), signal })) ?? null;
    const totalMs = sendBody === null ? request.timeout_ms : batchedMs;
    const tries =
      sendBody !== null ? batchedTries : request.hasFallback ? triesBeforeFallback : options.tries;
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
        async () => {
          reserved ??= await reserve(call.signal);
          // Minutes may pass between attempts.
          await proof?.renew();
          // A call in a batch is taken up again after a kill.
          if (reserved !== null && reserved.mostUsd > 0 && sendBody === null) {
            await options.noteAttempt?.(request, reserved.mostUsd);
            counted.attempts += 1;
          }
          isSent = !call.signal.aborted;
          const completion = await attemptCall(provider, request, call);
          if (provider.type === 'openai') {
            const most = mostCounted.get(request.model) ?? 0;
            warnOnce(request.model, checkPromptCount(request, completion.usage, most));
            mostCounted.set(request.model, Math.max(most, countPrompt(completion.usage)));
          }
          return completion;
        },
        {
          clock,
          random: options.random,
          signal: call.signal,
          totalMs,
          ...(tries === undefined ? {} : { tries }),
          onWait: ({ kind }, waitMs) => options.onRetry?.(request, { kind, waitMs }),
          onFailure: (error) => {
            if (!isSent) return settleCost(0);
            const { usage, costUsd } = bookFailure(error, paid, provider.rehearsed === true);
            // An attempt that the caller cancelled does not count as a call, though it may have cost something.
            if (!signal.aborted || error.usage !== null) spent.push(usage);
            settleCost(costUsd);
          },
        },
      );
      const usage =
        provider.rehearsed === true ? completion.usage : bookUsage(completion.usage, paid, completion.text);
      spent.push(usage);
      settleCost(usage.cost_usd);
      return {
        ok: true,
        text: redact(completion.text),
        ...record(provider.name, completion.model, completion.request_id),
        stop_reason: shorten(completion.stop_reason, redact),
      };
    } catch (error) {
      if (signal.aborted) return fail(cancelled(), provider.name);
      if (limit.signal.aborted) {
        const about = request.timeout_ms / 1000;
        return fail(new ModelError('timeout', '', { reason: 'time-limit', about }), provider.name);
      }
      // A bug in a provider must not look like a failing model: the program ends with a stack trace.
      if (!(error instanceof ModelError)) throw error;
      return fail(error, provider.name);
    } finally {
      limit.clear();
      settleCost(null);
      onText?.(request, null);
      const { input_tokens: sent, output_tokens: received } = sumUsages(spent);
      await slot?.free(sent + received);
    }
  };
}

/** A failure as data, with nothing in it that must not be shown. */
function describeFailure({ kind, facts: raw, text }: ModelError, redact: Redactor) {
  const { code, about, said, ...rest } = raw;
  const facts = {
    ...rest,
    code: shorten(code, redact),
    about: shorten(about, redact),
    said: redact(said),
  };
  return {
    ok: false as const,
    kind,
    message: sayFailure({ kind, facts }),
    remedy: sayRemedy({ kind, facts }),
    facts,
    text: text === null ? undefined : redact(text),
  };
}

/** A short text from a server, redacted before it is cut. */
function shorten(word: string | null, redact: Redactor): string | null {
  return typeof word === 'string' ? cutText(cleanLine(redact(word)), mostWordLength) : null;
}

function findProvider(
  providers: Pick<Providers, 'find'>,
  reference: string,
): { provider: Provider; modelName: string } | S2sError {
  try {
    return providers.find(reference);
  } catch (error) {
    if (error instanceof S2sError) return error;
    throw error;
  }
}

/** Cleans the texts of a request. A file of the project, or a person, may have put a key of another provider into the prompt. */
export function prepareRequest(request: ModelRequest, redact: Redactor): ModelRequest {
  const clean = (blocks: readonly PromptBlock[]): PromptBlock[] =>
    blocks.map((block) => ({ ...block, text: redact(block.text) }));
  const { schema } = request;
  return {
    ...request,
    system: clean(request.system),
    prompt: clean(request.prompt),
    schema: schema === null ? null : { ...schema, json: cleanSchema(schema.json) },
    stop_sequences: request.stop_sequences.map(makeWellFormed),
  };
}

function cleanSchema(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    typeof value === 'string' ? makeWellFormed(value) : value,
  ) as JsonSchema;
}
