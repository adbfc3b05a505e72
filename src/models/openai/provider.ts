/**
 * Any server with `/chat/completions`, spoken to with plain fetch. What a server cannot do (enforce a schema, take a
 * parameter) shows in its refusal; the call is then made without, and that is remembered for this model.
 */
import type { ModelRequest } from '../../domain/ports.ts';
import type { CallOptions, Completion, Provider } from '../../domain/provider.ts';
import { ModelError } from '../../domain/provider.ts';
import { startLimit } from '../client/call-limit.ts';
import { chooseTimeout, listStops } from '../client/call-settings.ts';
import { classifyThrown } from '../http/failure.ts';
import { defaultHttpLimits, type HttpLimits, type SendHttp } from '../http/port.ts';
import type { Environment, ProviderConfig } from '../provider-config.ts';
import type { Adaptation } from './body.ts';
import { findAdaptation, writeBody } from './body.ts';
import type { HttpAnswer } from './reply.ts';
import { readChatReply, readRefusal } from './reply.ts';

/** What an OpenAI-compatible provider is made of. */
export interface OpenAiOptions {
  name: string;
  config: ProviderConfig;
  env: Environment;
  send: SendHttp;
  /** Without a key the call is not even made. */
  needsKey: boolean;
  /** `usage.cost` of this server is USD. */
  statesCost: boolean;
  limits?: HttpLimits;
}

/** `fetch` gives up on headers after 300 s; a slower call is streamed, so that headers come at once. */
const mostPlainMs = 280_000;

/** More refusals than there are adaptations would be a loop. */
const mostAdaptations = 6;

/** Makes the provider; no connection until the first call. */
export function createOpenAiProvider(options: OpenAiOptions): Provider {
  const { name, config } = options;
  const adapted = new Map<string, Set<Adaptation>>();
  const url = `${(config.base_url ?? '').replace(/\/+$/, '')}/chat/completions`;

  async function complete(request: ModelRequest, call: CallOptions): Promise<Completion> {
    const who = `${name} (${call.modelName})`;
    const adaptations = adapted.get(call.modelName) ?? new Set<Adaptation>();
    adapted.set(call.modelName, adaptations);
    const headers = writeHeaders(options);
    const timeoutMs = chooseTimeout(request, call, config);
    const streamed = timeoutMs > mostPlainMs;
    const limit = startLimit(call.signal, timeoutMs, call.ready);
    try {
      for (let turn = 0; ; turn += 1) {
        // Calls run side by side: what this one is made with must not change while it waits.
        const used = new Set(adaptations);
        const body = writeBody(request, {
          model: call.modelName,
          effort: config.effort ?? null,
          stops: listStops(request, config),
          official: /(^|\.)openai\.com$/.test(hostOf(url)),
          stream: streamed,
          adaptations: used,
        });
        const answer = await send(options, {
          url,
          headers,
          body: JSON.stringify(body),
          signal: limit.signal,
          ready: limit.ready,
          // A stream opens at once and then reads the prompt, which is slow on small machines.
          firstMs: streamed ? timeoutMs : 0,
        });
        const refusal = readRefusal(answer, who);
        if (refusal === null) return readChatReply(answer, { who, statesCost: options.statesCost });
        const adaptation = turn < mostAdaptations ? findAdaptation(refusal, body) : null;
        if (adaptation === null || used.has(adaptation)) throw refusal;
        adaptations.add(adaptation);
      }
    } catch (error) {
      if (call.signal.aborted) throw new ModelError('cancelled', `${who}: the call was cancelled`);
      if (limit.timedOut())
        throw new ModelError('timeout', `${who} did not answer within ${timeoutMs / 1000} s`);
      throw classifyThrown(error, who);
    } finally {
      limit.clear();
    }
  }

  return { name, type: 'openai', preparesCalls: true, complete };
}

interface Sending {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  ready: CallOptions['ready'];
  /** Milliseconds that the first byte of the body may take, where that is more than the idle limit. */
  firstMs: number;
}

async function send(options: OpenAiOptions, { firstMs, url, ...init }: Sending): Promise<HttpAnswer> {
  const limits = options.limits ?? defaultHttpLimits;
  const { status, headers, bytes } = await options.send(url, {
    method: 'POST',
    ...init,
    limits: { ...limits, firstMs: Math.max(limits.idleMs, firstMs) },
  });
  return { status, headers, text: new TextDecoder().decode(bytes) };
}

function writeHeaders({ name, config, env, needsKey }: OpenAiOptions): Record<string, string> {
  const variable = config.api_key_env ?? null;
  const key = variable === null ? '' : (env[variable]?.trim() ?? '');
  if (key === '' && needsKey && variable !== null) {
    throw new ModelError('auth', `${name}: there is no key, the variable ${variable} is not set`, {
      remedy: `Set ${variable} to a key, name another model, or add --dry-run for a rehearsal without a model.`,
    });
  }
  try {
    const headers = new Headers({ ...config.headers, 'content-type': 'application/json' });
    if (key !== '') headers.set('authorization', `Bearer ${key}`);
    return Object.fromEntries(headers);
  } catch (error) {
    throw classifyThrown(error, name);
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
