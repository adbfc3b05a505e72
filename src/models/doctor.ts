/** Checks the seats of a configuration before a run, by asking the exact model of each for a small form. */
import { S2sError } from '../domain/errors.ts';
import type { ModelRequest } from '../domain/model-request.ts';
import type { Clock } from '../domain/ports.ts';
import { formLevels, ModelError, type Provider } from '../domain/provider.ts';
import type { FailureKind } from '../domain/vocabulary.ts';
import type { Redactor } from '../text/redactor.ts';
import { startLimit } from './client/call-limit.ts';
import { remedies } from './client/failure-rules.ts';
import { makeMinimalRequest } from './client/minimal-request.ts';
import type { Providers } from './create-providers.ts';
import { readForm } from './replies/read-reply.ts';

export type Verdict =
  | 'works'
  | 'works-with-form-in-prompt'
  | 'retiring'
  | 'key-missing'
  | 'key-rejected'
  | 'no-credit'
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
}

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
  const limit = startLimit(options.signal, options.timeoutMs * formLevels.length);
  try {
    const { provider, modelName } = options.providers.find(reference);
    notice = provider.risk === undefined ? null : redact(provider.risk);
    if (provider.rehearsed === true) return conclude('works', 'The rehearsal panel needs no model.');
    const request = makeMinimalRequest(reference, { seat, timeoutMs: options.timeoutMs });
    const [call, facts] = await Promise.allSettled([
      askForForm(provider, request, { modelName, signal: limit.signal }),
      provider.inspect?.(modelName, { signal: limit.signal }),
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
    const time = `${((clock.elapsed() - start) / 1000).toFixed(1)} s`;
    return call.value.isInPrompt
      ? conclude(
          'works-with-form-in-prompt',
          `Works with the form in the prompt: its server does not enforce the form of replies. Answered in ${time}.`,
        )
      : conclude('works', `Answered in ${time}.`);
  } catch (error) {
    if (error instanceof S2sError)
      return conclude('model-unknown', error.message, { remedy: error.hint ?? null });
    if (!(error instanceof ModelError)) throw error;
    const late = limit.timedOut() || error.kind === 'timeout';
    const verdict = late ? 'too-slow' : findVerdict(error);
    const message = late ? `No answer within ${options.timeoutMs / 1000} s.` : error.message;
    return conclude(verdict, message, {
      remedy: error.remedy ?? remedies[late ? 'timeout' : error.kind],
    });
  } finally {
    limit.clear();
  }
}

/**
 * Warns when all seats are played by models of one maker, which tend to make the same mistakes. Null when they are not, when the
 * maker of one is not known, or when there is only one seat.
 */
export function warnSameMaker(references: readonly string[]): string | null {
  const makers = new Set(references.map(findMaker));
  const [maker] = makers;
  if (references.length < 2 || makers.size !== 1 || maker === undefined || maker === null) return null;
  return `All ${references.length} seats are played by models of one maker (${maker}): they tend to make the same mistakes. Give a seat another one, for example --models <seat>=<provider/model>.`;
}

/** Makers by the names of their models and programs, whoever hosts them. */
const makers: readonly [pattern: RegExp, maker: string][] = [
  [/claude|^anthropic\//, 'Anthropic'],
  [/gpt|codex|\/o\d|^openai\//, 'OpenAI'],
  [/gemini|gemma|google\//, 'Google'],
  [/llama(?!-?cpp)/, 'Meta'],
  [/mi[sx]tral|ministral|devstral|codestral|magistral/, 'Mistral'],
  [/qwen|qwq/, 'Alibaba'],
  [/deepseek/, 'DeepSeek'],
  [/\bphi-?\d/, 'Microsoft'],
  [/grok/, 'xAI'],
  [/command-r|cohere|\baya\b/, 'Cohere'],
  [/glm/, 'Zhipu'],
  [/kimi|moonshot/, 'Moonshot'],
];

/** The maker of a model by its reference, or null when it is not known. */
export function findMaker(reference: string): string | null {
  // The host's name does not tell who made the model: `ollama` is not `llama`.
  const model = reference.toLowerCase().replace(/^(?:ollama|lmstudio|openrouter)\//, '');
  return makers.find(([pattern]) => pattern.test(model))?.[1] ?? null;
}

/** Asks until a reply has the form, as a run would, and tells whether the prompt described the form. Rejects with ModelError. */
async function askForForm(
  provider: Provider,
  request: ModelRequest,
  call: { modelName: string; signal: AbortSignal },
): Promise<{ isInPrompt: boolean }> {
  const { schema: form } = request;
  if (form === null) throw new TypeError('a probe has a form');
  let problem = '';
  let isInPrompt = false;
  const options = {
    ...call,
    onFormInPrompt: () => {
      isInPrompt = true;
    },
  };
  for (const _ of formLevels) {
    const completion = await provider.complete(request, options).catch((error: unknown) => {
      if (error instanceof ModelError && error.kind === 'empty') return null;
      throw error;
    });
    if (completion === null) {
      problem = 'The last reply was empty.';
      continue;
    }
    const read = readForm(completion.text, form);
    if (read.isWhole) return { isInPrompt };
    problem = read.problem ?? 'Parts of the form are missing.';
  }
  throw new ModelError(
    'malformed',
    `It answers, but not in the form that a seat needs, not even with the form in the prompt. ${problem}`,
  );
}

const verdicts: Partial<Record<FailureKind, Verdict>> = {
  timeout: 'too-slow',
  billing: 'no-credit',
  'unknown-model': 'model-unknown',
  network: 'unreachable',
};

function findVerdict({ kind, status }: ModelError): Verdict {
  if (kind === 'auth') return status === null ? 'key-missing' : 'key-rejected';
  return verdicts[kind] ?? 'failed';
}
