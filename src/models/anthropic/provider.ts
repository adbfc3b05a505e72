/**
 * The vendor's API through its official client: it knows the API's version, the ways to a credential and the address. It is
 * loaded with the first call. Sending, limits, repeats and the reading of replies are the same as for other servers.
 */
import type Anthropic from '@anthropic-ai/sdk';
import { ModelError, type ModelFacts, type Provider } from '../../domain/provider.ts';
import { limitAttempt } from '../client/call-limit.ts';
import { splitBaseUrl } from '../http/addresses.ts';
import { cleanMessage } from '../http/failure.ts';
import type { HttpRequest } from '../http/http-client.ts';
import { readAnswer } from '../http/read-answer.ts';
import { readRequestId } from '../http/read-body.ts';
import type { ProviderParts } from '../provider-kind.ts';
import { isFields, readText } from '../replies/json-values.ts';
import { findRefusedFeature, writeMessageBody } from './body.ts';
import { defaultKeyVariable, ownCredentialVariables } from './credentials.ts';
import { classifyClientError } from './errors.ts';
import { joinEvents } from './join-events.ts';
import { readMessage } from './message.ts';

/** Above either a reply is streamed: the client refuses longer ones, and idle connections are often cut by proxies. */
const mostPlainTokens = 21_333;
const mostPlainMs = 280_000;

/** Makes the provider; no connection and no client until the first call. */
export function createAnthropicProvider(parts: ProviderParts): Provider {
  const { name, config } = parts;
  let loading: Promise<Anthropic> | null = null;
  /** What a model refused before, by model: it is not tried again. */
  const refused = new Map<string, Set<'format' | 'effort'>>();

  function load(who: string): Promise<Anthropic> {
    loading ??= createClient(parts);
    return loading.catch((error: unknown) => {
      loading = null;
      throw classifyClientError(error, who);
    });
  }

  async function complete(...[request, call]: Parameters<Provider['complete']>) {
    const who = `${name} (${call.modelName})`;
    const without = refused.get(call.modelName) ?? new Set();
    refused.set(call.modelName, without);
    const client = await load(who);
    return limitAttempt({ who, request, call, timeout: config.timeout }, async (signal, timeoutMs) => {
      for (;;) {
        const body = writeMessageBody(request, { model: call.modelName, config, without });
        const stream = body.max_tokens > mostPlainTokens || timeoutMs > mostPlainMs;
        // Our own limit ends the call; the client's would end only the wait for the headers.
        const timeout = timeoutMs + 60_000;
        const fetchOptions: HttpRequest = stream ? { idleMs: timeoutMs } : {};
        try {
          const settings = { signal, timeout, fetchOptions: fetchOptions as object };
          const sending = stream
            ? client.messages.create({ ...body, stream }, settings)
            : client.messages.create(body, settings);
          const response = await sending.asResponse();
          const message = await readAnswer(response, { who, joinEvents });
          return readMessage(message, { who, requestId: readRequestId(response.headers) });
        } catch (error) {
          const failure = classifyClientError(error, who);
          const feature = findRefusedFeature(failure, body);
          if (feature === null) throw failure;
          without.add(feature);
        }
      }
    });
  }

  async function inspect(modelName: string, { signal }: { signal: AbortSignal }): Promise<ModelFacts | null> {
    const who = `${name} (${modelName})`;
    const client = await load(who);
    try {
      const facts = await client.models.retrieve(modelName, undefined, { signal, timeout: 15_000 });
      if (!isFields(facts)) return null;
      const read = (value: unknown): string | null => readText(value)?.slice(0, 40) ?? null;
      return { retires_at: read(facts.retires_at), lifecycle: read(facts.lifecycle) };
    } catch (error) {
      throw classifyClientError(error, who);
    }
  }

  return { name, type: 'anthropic', complete, inspect };
}

async function createClient({ config, env, name, http, log }: ProviderParts): Promise<Anthropic> {
  const keyVariable = config.api_key_env ?? defaultKeyVariable;
  const apiKey = env[keyVariable]?.trim() || null;
  const authToken = keyVariable === defaultKeyVariable ? env['ANTHROPIC_AUTH_TOKEN']?.trim() || null : null;
  if (apiKey === null && authToken === null && !ownCredentialVariables.some((variable) => env[variable])) {
    throw new ModelError('auth', `${name}: there is no key, the variable ${keyVariable} is not set`, {
      remedy: `Set ${keyVariable} to a key, name another model, or add --dry-run for a rehearsal without a model.`,
    });
  }
  const { default: Client } = await import('@anthropic-ai/sdk');
  const write = (message: string): void => log(cleanMessage(message));
  return new Client({
    ...(apiKey !== null ? { apiKey } : authToken !== null ? { authToken } : {}),
    ...splitBaseUrl(config.base_url || env['ANTHROPIC_BASE_URL'] || 'https://api.anthropic.com'),
    maxRetries: 0,
    ...(config.headers ? { defaultHeaders: config.headers } : {}),
    fetch: http.fetch as typeof fetch,
    logger: { debug: write, info: write, warn: write, error: write },
  });
}
