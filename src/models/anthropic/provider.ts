/**
 * Calls the vendor's API through its official client, which knows the API's version, the sources of credentials and the address.
 * The client is loaded with the first call. Sending, limits, retries and the reading of replies are the same as for other servers.
 */

import type Anthropic from '@anthropic-ai/sdk';
import { isMapping } from '../../session/is-mapping.ts';
import type { Completion, ModelFacts, Provider } from '../../session/ports/provider.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { splitBaseUrl } from '../addresses.ts';
import { askInForm, createMemories, type FormWay } from '../client/ask-in-form.ts';
import { cleanMessage, readRequestId } from '../http/failure.ts';
import type { HttpRequest } from '../http/http-client.ts';
import { readResponse, watchText } from '../http/read-response.ts';
import type { ProviderParts } from '../provider-kind.ts';
import { readKey, requireKey } from '../read-key.ts';
import { readText } from '../replies/json-values.ts';
import { createBatches, readBatched } from './batches.ts';
import { writeMessageBody } from './body.ts';
import { classifyClientError } from './errors.ts';
import { createMessageJoiner } from './join-events.ts';
import { defaultKeyVariable, ownCredentialVariables } from './kind.ts';
import { readMessage } from './message.ts';

/**
 * Above either limit a reply is streamed even if nobody watches: the client refuses longer calls, and
 * proxies often cut idle connections.
 */
const mostPlainTokens = 21_333;
const mostPlainMs = 280_000;

/** Makes the provider; the client is loaded, and a connection made, with the first call. */
export function createAnthropicProvider(parts: ProviderParts): Provider {
  const { name, config } = parts;
  let loading: Promise<Anthropic> | null = null;
  const remember = createMemories();

  function load(): Promise<Anthropic> {
    loading ??= createClient(parts);
    return loading.catch((error: unknown) => {
      loading = null;
      throw classifyClientError(error);
    });
  }

  async function complete(...[request, call]: Parameters<Provider['complete']>): Promise<Completion> {
    const { sendBody, onText, mayLeave, signal } = call;
    const memory = remember(call.modelName);
    const client = await load();
    const write = (way: FormWay) => writeMessageBody(request, { model: call.modelName, config, way });
    const inForm = { memory, optional: [] };
    if (sendBody !== undefined) {
      const send = async (way: FormWay) => readBatched(await sendBody(write(way)), request);
      return askInForm(request, { ...inForm, send });
    }
    const send = async (way: FormWay): Promise<Completion> => {
      const body = write(way);
      const isLong = body.max_tokens > mostPlainTokens || request.timeout_ms > mostPlainMs;
      const stream = isLong || onText !== undefined;
      const onPiece = onText === undefined ? undefined : watchText(createMessageJoiner(), onText);
      const fetchOptions: HttpRequest = { mayLeave, onPiece };
      // The signal ends the call first; the client's timeout covers only the wait for the headers.
      const timeout = request.timeout_ms + 60_000;
      const settings = { signal, timeout, fetchOptions: fetchOptions as object };
      const sending = stream
        ? client.messages.create({ ...body, stream }, settings)
        : client.messages.create(body, settings);
      const response = await sending.asResponse();
      const answer = await readResponse(response, createMessageJoiner());
      return readMessage(answer, { request, requestId: readRequestId(response.headers) });
    };
    return askInForm(request, {
      ...inForm,
      send: (way) =>
        send(way).catch((error: unknown) => {
          throw classifyClientError(error);
        }),
    });
  }

  async function inspect(modelName: string, { signal }: { signal: AbortSignal }): Promise<ModelFacts | null> {
    const client = await load();
    try {
      const facts = await client.models.retrieve(modelName, undefined, { signal, timeout: 15_000 });
      if (!isMapping(facts)) return null;
      const read = (value: unknown): string | null => cutText(readText(value) ?? '', 40) || null;
      return { retires_at: read(facts.retires_at), lifecycle: read(facts.lifecycle) };
    } catch (error) {
      throw classifyClientError(error);
    }
  }

  const openBatches = async () => createBatches(await load());
  return { name, type: 'anthropic', complete, inspect, openBatches };
}

async function createClient({ config, env, http, log }: ProviderParts): Promise<Anthropic> {
  const keyVariable = config.api_key_env ?? defaultKeyVariable;
  const apiKey = readKey(env, keyVariable);
  const authToken = keyVariable === defaultKeyVariable ? readKey(env, 'ANTHROPIC_AUTH_TOKEN') : null;
  if (apiKey === null && authToken === null && !ownCredentialVariables.some((variable) => env[variable]))
    throw requireKey(keyVariable);
  const { default: Client } = await import('@anthropic-ai/sdk');
  const write = (message: string): void => log(cleanMessage(message));
  return new Client({
    ...(apiKey !== null ? { apiKey } : authToken !== null ? { authToken } : {}),
    ...splitBaseUrl(config.base_url || env['ANTHROPIC_BASE_URL'] || 'https://api.anthropic.com'),
    maxRetries: 0,
    defaultHeaders: {
      ...config.headers,
      ...(config.api_key_header && apiKey !== null
        ? { authorization: null, 'x-api-key': null, [config.api_key_header]: apiKey }
        : {}),
    },
    fetch: http.fetch as typeof fetch,
    logger: { debug: write, info: write, warn: write, error: write },
  });
}
