/**
 * The vendor's API through its official client, which is loaded with the first call: it costs more to load than
 * everything else together. Retries, limits and credentials are ours; nothing is read from the process's environment
 * but what the client itself documents (proxies of headers, logging).
 */
import type Anthropic from '@anthropic-ai/sdk';
import type { ModelRequest } from '../../domain/ports.ts';
import type { CallOptions, Completion, ModelFacts, Provider } from '../../domain/provider.ts';
import { ModelError } from '../../domain/provider.ts';
import { startLimit } from '../client/call-limit.ts';
import { chooseTimeout } from '../client/call-settings.ts';
import { makeUsage } from '../client/prices.ts';
import { createClientFetch, waitFor } from '../http/client-fetch.ts';
import { cleanMessage } from '../http/failure.ts';
import { defaultHttpLimits, type HttpLimits, type SendHttp } from '../http/port.ts';
import type { Environment, ProviderConfig } from '../provider-config.ts';
import { findRefusedFeature, writeMessageBody } from './body.ts';
import { classifyClientError } from './errors.ts';

/** What an Anthropic provider is made of. */
export interface AnthropicOptions {
  name: string;
  config: ProviderConfig;
  env: Environment;
  send: SendHttp;
  /** Takes the client's log lines; must not be standard output. */
  log: (line: string) => void;
  limits?: HttpLimits;
}

/** Above either, a reply is streamed: the client refuses longer ones, and fetch gives up on headers after 300 s. */
const mostPlainTokens = 21_333;
const mostPlainMs = 280_000;
/** Milliseconds that a disk may take before a call leaves. */
const mostWaitMs = 600_000;

/** Makes the provider; no connection and no client until the first call. */
export function createAnthropicProvider(options: AnthropicOptions): Provider {
  const { name, config } = options;
  let loading: Promise<Anthropic> | null = null;
  /** What a model refused before, by model: it is not tried again. */
  const refused = new Map<string, Set<'format' | 'effort'>>();

  async function complete(request: ModelRequest, call: CallOptions): Promise<Completion> {
    const who = `${name} (${call.modelName})`;
    const without = refused.get(call.modelName) ?? new Set();
    refused.set(call.modelName, without);
    loading ??= createClient(options);
    const client = await loading.catch((error: unknown) => {
      loading = null;
      throw classifyClientError(error, who);
    });
    const timeoutMs = chooseTimeout(request, call, config);
    const limit = startLimit(call.signal, timeoutMs, call.ready);
    try {
      for (;;) {
        const body = writeMessageBody(request, { model: call.modelName, config, without });
        // The client's own clock runs while the call waits to leave; ours ends it.
        const sent = {
          signal: limit.signal,
          timeout: timeoutMs + mostWaitMs,
          fetchOptions: waitFor(limit.ready),
        };
        try {
          const streamed = body.max_tokens > mostPlainTokens || timeoutMs > mostPlainMs;
          if (streamed) {
            const stream = client.messages.stream(body, sent);
            const message = await stream.finalMessage();
            return readMessage(message, { who, requestId: stream.request_id ?? null });
          }
          const { data, request_id: requestId } = await client.messages.create(body, sent).withResponse();
          return readMessage(data, { who, requestId: requestId ?? null });
        } catch (error) {
          if (call.signal.aborted) throw new ModelError('cancelled', `${who}: the call was cancelled`);
          if (limit.timedOut())
            throw new ModelError('timeout', `${who} did not answer within ${timeoutMs / 1000} s`);
          const failure = classifyClientError(error, who);
          const feature = findRefusedFeature(failure, body);
          if (feature === null) throw failure;
          without.add(feature);
        }
      }
    } finally {
      limit.clear();
    }
  }

  async function inspect(modelName: string, { signal }: { signal: AbortSignal }): Promise<ModelFacts | null> {
    const who = `${name} (${modelName})`;
    try {
      loading ??= createClient(options);
      const client = await loading;
      const facts = await client.models.retrieve(modelName, undefined, { signal, timeout: 15_000 });
      if (typeof facts !== 'object') return null;
      return { retires_at: facts.retires_at ?? null, lifecycle: facts.lifecycle ?? null };
    } catch (error) {
      loading = null;
      throw classifyClientError(error, who);
    }
  }

  return { name, type: 'anthropic', preparesCalls: true, complete, inspect };
}

/** The variables through which the client finds credentials by itself, beside a key. */
const ownCredentialVariables = [
  'ANTHROPIC_PROFILE',
  'ANTHROPIC_IDENTITY_TOKEN',
  'ANTHROPIC_IDENTITY_TOKEN_FILE',
];

async function createClient(options: AnthropicOptions): Promise<Anthropic> {
  const { config, env, name } = options;
  const keyVariable = config.api_key_env ?? 'ANTHROPIC_API_KEY';
  const apiKey = env[keyVariable]?.trim() || null;
  const authToken = keyVariable === 'ANTHROPIC_API_KEY' ? env['ANTHROPIC_AUTH_TOKEN']?.trim() || null : null;
  if (apiKey === null && authToken === null && !ownCredentialVariables.some((variable) => env[variable])) {
    throw new ModelError('auth', `${name}: there is no key, the variable ${keyVariable} is not set`, {
      remedy: `Set ${keyVariable} to a key, name another model, or add --dry-run for a rehearsal without a model.`,
    });
  }
  const { default: Client } = await import('@anthropic-ai/sdk');
  return new Client({
    ...(apiKey !== null ? { apiKey } : authToken !== null ? { authToken } : {}),
    baseURL: config.base_url || env['ANTHROPIC_BASE_URL'] || 'https://api.anthropic.com',
    maxRetries: 0,
    ...(config.headers ? { defaultHeaders: config.headers } : {}),
    fetch: createClientFetch(options.send, options.limits ?? defaultHttpLimits),
    logger: makeLogger(options.log),
  });
}

function makeLogger(
  log: (line: string) => void,
): Record<'debug' | 'info' | 'warn' | 'error', (message: string) => void> {
  const write = (message: string): void => log(cleanMessage(message));
  return { debug: write, info: write, warn: write, error: write };
}

function readMessage(
  message: Anthropic.Message,
  { who, requestId }: { who: string; requestId: string | null },
): Completion {
  if (typeof message !== 'object' || message === null || !Array.isArray(message.content)) {
    throw new ModelError('malformed', `${who} sent something that is not a message`, {
      remedy: 'Check the base URL of the provider; a proxy may have replaced the reply.',
    });
  }
  const cached = message.usage?.cache_read_input_tokens ?? 0;
  const written = message.usage?.cache_creation_input_tokens ?? 0;
  const usage = makeUsage(1, {
    input_tokens: (message.usage?.input_tokens ?? 0) + cached + written,
    output_tokens: message.usage?.output_tokens ?? 0,
    cache_read_tokens: cached,
    cache_write_tokens: written,
    cost_usd: null,
  });
  const details = { requestId, usage };
  const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
  if (message.stop_reason === 'refusal') {
    const said = cleanMessage(message.stop_details?.explanation ?? text);
    throw new ModelError('refusal', `${who} refused${said === '' ? '' : `: ${said}`}`, details);
  }
  if (message.stop_reason === 'max_tokens' || message.stop_reason === 'model_context_window_exceeded') {
    throw new ModelError(
      'truncated',
      `${who} stopped at ${usage.output_tokens} tokens (${message.stop_reason})`,
      details,
    );
  }
  if (text.trim() === '')
    throw new ModelError('empty', `${who} sent an empty reply (${message.stop_reason})`, details);
  return { text, usage, stop_reason: message.stop_reason, request_id: requestId, model: message.model };
}
