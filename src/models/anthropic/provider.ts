/**
 * Calls the vendor's API through its official client, which knows the API's version, the sources of credentials and the address.
 * The client is loaded with the first call. Sending, limits, retries and the reading of replies are the same as for other servers.
 */

import type Anthropic from '@anthropic-ai/sdk';
import { isMapping } from '../../domain/is-mapping.ts';
import type { Completion, ModelFacts, Provider } from '../../domain/provider.ts';
import { splitBaseUrl } from '../addresses.ts';
import { askForLess, type Concessions, createMemories } from '../client/ask-for-less.ts';
import { limitAttempt } from '../client/call-limit.ts';
import { cleanMessage } from '../http/failure.ts';
import type { HttpRequest } from '../http/http-client.ts';
import { readAnswer } from '../http/read-answer.ts';
import { readRequestId } from '../http/read-body.ts';
import { watchText } from '../http/watch-text.ts';
import { describeMissingKey, type ProviderParts } from '../provider-kind.ts';
import { readText } from '../replies/json-values.ts';
import { createBatches, readBatched } from './batches.ts';
import { writeMessageBody } from './body.ts';
import { defaultKeyVariable, ownCredentialVariables } from './credentials.ts';
import { classifyClientError } from './errors.ts';
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

  function load(who: string): Promise<Anthropic> {
    loading ??= createClient(parts);
    return loading.catch((error: unknown) => {
      loading = null;
      throw classifyClientError(error, who);
    });
  }

  async function complete(...[request, call]: Parameters<Provider['complete']>) {
    const who = `${name} (${call.modelName})`;
    const memory = remember(call.modelName);
    const client = await load(who);
    const { sendBody } = call;
    const form = call.form ?? 'server';
    const writeBody = (without: Concessions) =>
      writeMessageBody(request, { model: call.modelName, config, without, form });
    const noteForm = (body: ReturnType<typeof writeBody>): void => {
      const isTold = body.output_config?.format === undefined || form !== 'server';
      if (request.schema !== null && isTold) call.onFormInPrompt?.();
    };
    if (sendBody !== undefined) {
      // No search for the refused part: each of its attempts would be a batch of its own.
      memory.searched = true;
      const send = async (body: ReturnType<typeof writeBody>): Promise<Completion> => {
        const completion = readBatched(await sendBody(body), { request, who });
        noteForm(body);
        return completion;
      };
      return askForLess({ who, memory, maxTokens: request.max_output_tokens, write: writeBody, send });
    }
    return limitAttempt({ who, request, call, timeout: config.timeout }, (signal, timeoutMs) => {
      // Our own limit ends the call first; the client's timeout covers only the wait for the headers.
      const timeout = timeoutMs + 60_000;
      const send = async ({ stream, ...body }: ReturnType<typeof write>): Promise<Completion> => {
        const onPiece = call.onText === undefined ? undefined : watchText(call.onText);
        const { mayLeave } = call;
        const fetchOptions: HttpRequest = { mayLeave, ...(stream ? { idleMs: timeoutMs, onPiece } : {}) };
        const settings = { signal, timeout, fetchOptions: fetchOptions as object };
        const sending = stream
          ? client.messages.create({ ...body, stream }, settings)
          : client.messages.create(body, settings);
        const response = await sending.asResponse();
        const answer = await readAnswer(response, who);
        const requestId = readRequestId(response.headers);
        const completion = readMessage(answer, { request, who, requestId });
        noteForm(body);
        return completion;
      };
      const write = (without: Concessions) => {
        const body = writeBody(without);
        const isLong = body.max_tokens > mostPlainTokens || timeoutMs > mostPlainMs;
        const isStreamed = isLong || call.onText !== undefined;
        return { ...body, stream: isStreamed && !without.names.has('stream') };
      };
      return askForLess({
        who,
        memory,
        maxTokens: request.max_output_tokens,
        write,
        send: (body) =>
          send(body).catch((error: unknown) => {
            throw classifyClientError(error, who);
          }),
      });
    });
  }

  async function inspect(modelName: string, { signal }: { signal: AbortSignal }): Promise<ModelFacts | null> {
    const who = `${name} (${modelName})`;
    const client = await load(who);
    try {
      const facts = await client.models.retrieve(modelName, undefined, { signal, timeout: 15_000 });
      if (!isMapping(facts)) return null;
      const read = (value: unknown): string | null => readText(value)?.slice(0, 40) ?? null;
      return { retires_at: read(facts.retires_at), lifecycle: read(facts.lifecycle) };
    } catch (error) {
      throw classifyClientError(error, who);
    }
  }

  const openBatches = async () => createBatches(await load(name), name);
  return { name, type: 'anthropic', complete, inspect, openBatches };
}

async function createClient({ config, env, name, http, log }: ProviderParts): Promise<Anthropic> {
  const keyVariable = config.api_key_env ?? defaultKeyVariable;
  const apiKey = env[keyVariable]?.trim() || null;
  const authToken = keyVariable === defaultKeyVariable ? env['ANTHROPIC_AUTH_TOKEN']?.trim() || null : null;
  if (apiKey === null && authToken === null && !ownCredentialVariables.some((variable) => env[variable])) {
    throw describeMissingKey(name, keyVariable);
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
