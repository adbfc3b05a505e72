/** Checks the seats of a configuration before a run, by asking the exact model of each for a small form. */
import { S2sError } from '../session/errors.ts';
import type { ModelRequest } from '../session/model-request.ts';
import type { Clock } from '../session/ports/ports.ts';
import { ModelError, type Provider } from '../session/ports/provider.ts';
import type { FailureKind } from '../session/vocabulary.ts';
import type { Redactor } from '../text/secrets/redactor.ts';
import { bookFailure, bookUsage } from './client/book-usage.ts';
import { attemptCall, startTimer } from './client/call-limit.ts';
import type { CostLimit } from './client/cost-limit.ts';
import { checkPromptCount } from './client/cut-prompt.ts';
import { makeMinimalRequest } from './client/minimal-request.ts';
import type { Prices } from './client/prices.ts';
import type { Providers } from './create-providers.ts';
import { readForm } from './replies/read-reply.ts';
import { sayFailure, sayRemedy } from './say-failure.ts';

export type Verdict =
  | 'works'
  | 'works-with-form-in-prompt'
  | 'retiring'
  | 'key-missing'
  | 'key-rejected'
  | 'no-credit'
  | 'above-limit'
  | 'cuts-prompts'
  | 'model-unknown'
  | 'unreachable'
  | 'too-slow'
  | 'failed';

const usable: readonly Verdict[] = ['works', 'works-with-form-in-prompt', 'retiring'];

/** The result for one seat. */
export interface Diagnosis {
  seat: string;
  model: string;
  verdict: Verdict;
  /** Whether the seat can be used today. */
  ok: boolean;
  /** The finding, in a sentence. */
  message: string;
  /** What to do, or null when there is nothing. */
  remedy: string | null;
  duration_ms: number;
  /** What to know about how this model is reached, such as through a program and what it may do; null for nothing. */
  notice: string | null;
  /** ISO date on which the model stops answering, if the provider tells. */
  retires_at: string | null;
}

/** What a check requires. */
export interface DiagnosisOptions {
  seat: string;
  /** A model reference. */
  reference: string;
  providers: Pick<Providers, 'find'>;
  clock: Clock;
  redact: Redactor;
  signal: AbortSignal;
  /** Milliseconds after which a model counts as too slow. */
  timeoutMs: number;
  /** Where costs have a limit: a probe whose cost may not fit is not made. */
  money?: { limit: CostLimit; prices: Prices } | undefined;
}

/** Each unreadable reply weakens the way in which the next one is asked for; after this many there is no weaker one. */
const mostProbes = 3;

/** Checks one seat. When a provider or reference does not work, that is the diagnosis; the promise does not reject. */
export async function diagnoseSeat(options: DiagnosisOptions): Promise<Diagnosis> {
  const { seat, reference, clock, redact } = options;
  const start = clock.elapsed();
  let notice: string | null = null;
  const conclude = (
    verdict: Verdict,
    message: string,
    { remedy = null as string | null, retires_at = null as string | null } = {},
  ): Diagnosis => ({
    seat,
    model: reference,
    verdict,
    ok: usable.includes(verdict),
    message: redact(message),
    remedy: remedy === null ? null : redact(remedy),
    duration_ms: Math.max(0, Math.round(clock.elapsed() - start)),
    notice,
    retires_at,
  });
  const { signal, timeoutMs } = options;
  try {
    const { provider, modelName } = options.providers.find(reference);
    notice = provider.risk === undefined ? null : redact(provider.risk);
    if (provider.rehearsed === true) return conclude('works', 'The rehearsal panel needs no model.');
    const request = makeMinimalRequest(reference, { seat, timeoutMs });
    const paid = payFor(limitTime(provider, timeoutMs), options.money);
    const [call, facts] = await Promise.allSettled([
      askForForm(paid, request, { modelName, signal }),
      provider.inspect?.(modelName, { signal }),
    ]);
    const life = facts.status === 'fulfilled' ? (facts.value ?? null) : null;
    if (call.status === 'rejected') throw call.reason;
    if (life !== null && (life.retires_at !== null || life.lifecycle === 'deprecated')) {
      const date = life.retires_at?.slice(0, 10) ?? 'a date not yet set';
      return conclude('retiring', `Works today, but the model retires on ${date}.`, {
        remedy: 'Choose a newer model before that day.',
        retires_at: life.retires_at,
      });
    }
    if (provider.isOwnServer === true) await askAtLength(paid, request, { modelName, signal });
    const as = modelName === '' || call.value.model === modelName ? '' : ` as ${call.value.model}`;
    const time = `${((clock.elapsed() - start) / 1000).toFixed(1)} s`;
    return call.value.isInPrompt
      ? conclude(
          'works-with-form-in-prompt',
          `Works with the form in the prompt: its server does not enforce the form of replies. Answered in ${time}${as}.`,
        )
      : conclude('works', `Answered in ${time}${as}.`);
  } catch (error) {
    if (error instanceof S2sError)
      return conclude('model-unknown', error.message, { remedy: error.hint ?? null });
    if (!(error instanceof ModelError)) throw error;
    const remedy = error.kind === 'budget' ? ownLimit : sayRemedy(error);
    return conclude(findVerdict(error), sayFailure(error), { remedy });
  }
}

const ownLimit = 'Name a cheaper model, or raise the limit where it is set: s2s config show --sources';

type Attempts = Pick<Provider, 'complete'>;

/** A provider whose attempts end after the time. */
function limitTime(provider: Provider, timeoutMs: number): Attempts {
  return {
    complete: async (request, call) => {
      const timer = startTimer(timeoutMs);
      const signal = AbortSignal.any([call.signal, timer]);
      return attemptCall(provider, request, { ...call, signal }).catch((error: unknown) => {
        if (!timer.aborted) throw error;
        throw new ModelError('timeout', '', { reason: 'time-limit', about: timeoutMs / 1000 });
      });
    },
  };
}

/** A provider that makes only those attempts whose cost certainly fits below the limit. */
function payFor(provider: Attempts, money: DiagnosisOptions['money']): Attempts {
  if (money === undefined) return provider;
  return {
    complete: async (request, call) => {
      const paid = { request, prices: money.prices, factor: 1 };
      const reserved = await money.limit.reserve(request, { ...paid, signal: call.signal });
      let usd: number | null = null;
      try {
        const completion = await provider.complete(request, call);
        usd = bookUsage(completion.usage, paid, completion.text).cost_usd;
        return completion;
      } catch (error) {
        if (error instanceof ModelError) usd = bookFailure(error, paid, false).costUsd;
        throw error;
      } finally {
        reserved.settle(usd);
      }
    },
  };
}

/** Asks until a reply has the form, as a run would, and tells whether the prompt described the form. Rejects with ModelError. */
async function askForForm(
  provider: Attempts,
  request: ModelRequest,
  call: { modelName: string; signal: AbortSignal },
): Promise<{ isInPrompt: boolean; model: string }> {
  const { schema } = request;
  if (schema === null) throw new TypeError('a probe has a form');
  let problem = '';
  for (let probe = 1; probe <= mostProbes; probe += 1) {
    const completion = await provider.complete(request, call).catch((error: unknown) => {
      if (error instanceof ModelError && error.kind === 'empty') return null;
      throw error;
    });
    const read = completion === null ? null : readForm(completion.text, schema);
    if (read?.isWhole === true)
      return { isInPrompt: completion?.isFormInPrompt === true, model: completion?.model ?? call.modelName };
    problem =
      read === null ? 'The last reply was empty.' : (read.problem ?? 'Parts of the form are missing.');
  }
  throw new ModelError('malformed', problem, { reason: 'no-form' });
}

/** As long as a prompt of a discussion, in lines: some 9,000 tokens. */
const longText = Array.from(
  { length: 600 },
  (_, line) => `Line ${line + 1} only fills the prompt, which is as long as one of a discussion.`,
).join('\n');

/** Asks with a long prompt, which costs nothing on a server of one's own. Rejects with ModelError when the server cuts it; other failures say nothing. */
async function askAtLength(
  provider: Attempts,
  request: ModelRequest,
  call: { modelName: string; signal: AbortSignal },
): Promise<void> {
  const long = { ...request, prompt: [{ text: longText, cache: false }, ...request.prompt] };
  const completion = await provider.complete(long, call).catch(() => null);
  if (completion !== null) checkPromptCount(long, completion.usage);
}

const verdicts: Partial<Record<FailureKind, Verdict>> = {
  timeout: 'too-slow',
  billing: 'no-credit',
  budget: 'above-limit',
  'unknown-model': 'model-unknown',
  network: 'unreachable',
};

function findVerdict({ kind, facts }: ModelError): Verdict {
  if (facts.reason === 'prompt-cut') return 'cuts-prompts';
  if (kind === 'auth') return facts.status === null ? 'key-missing' : 'key-rejected';
  return verdicts[kind] ?? 'failed';
}
