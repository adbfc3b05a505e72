/** Calls any server with `/chat/completions`. */
import type { Completion, Provider } from '../../session/ports/provider.ts';
import { buildChatUrl } from '../addresses.ts';
import { askInForm, createMemories, type FormWay } from '../client/ask-in-form.ts';
import { classifyThrown, readRequestId } from '../http/failure.ts';
import { readResponse, watchText } from '../http/read-response.ts';
import type { ProviderParts } from '../provider-kind.ts';
import { readKey, requireKey } from '../read-key.ts';
import { optionalParameters, writeChatBody } from './body.ts';
import { createChunkJoiner } from './join-chunks.ts';
import { readChatReply } from './reply.ts';

/** Milliseconds above which a reply is streamed even if nobody watches: proxies often cut idle connections. */
const mostPlainMs = 280_000;

/** Makes the provider; the first connection is made with the first call. */
export function createOpenAiProvider(parts: ProviderParts): Provider {
  const { name, config, http, statesCost } = parts;
  const remember = createMemories();
  const url = buildChatUrl(config.base_url ?? '');
  const official = URL.canParse(url) && /(^|\.)openai\.com$/.test(new URL(url).hostname);

  async function complete(...[request, call]: Parameters<Provider['complete']>): Promise<Completion> {
    const { onText, signal, mayLeave } = call;
    const memory = remember(call.modelName);
    const send = async (way: FormWay): Promise<Completion> => {
      const body = writeChatBody(request, {
        model: call.modelName,
        effort: config.effort ?? null,
        maxTokens: config.max_output_tokens ?? Number.POSITIVE_INFINITY,
        official,
        stream: request.timeout_ms > mostPlainMs || onText !== undefined,
        way,
        unsupported: memory.unsupported,
      });
      const response = await http.fetch(url, {
        method: 'POST',
        headers: writeHeaders(parts),
        body: JSON.stringify(body),
        signal,
        mayLeave,
        ...(onText === undefined ? {} : { onPiece: watchText(createChunkJoiner(), onText) }),
      });
      const answer = await readResponse(response, createChunkJoiner());
      const requestId = readRequestId(response.headers);
      return readChatReply(answer, { request, statesCost, requestId });
    };
    return askInForm(request, {
      memory,
      optional: optionalParameters,
      send: (way) =>
        send(way).catch((error: unknown) => {
          throw classifyThrown(error);
        }),
    });
  }

  const isOwnServer = !config.api_key_env || !parts.env[config.api_key_env]?.trim();
  return { name, type: 'openai', isOwnServer, complete };
}

function writeHeaders({ config, env, needsKey }: ProviderParts): Headers {
  const variable = config.api_key_env ?? null;
  const key = variable === null ? null : readKey(env, variable);
  if (key === null && needsKey && variable !== null) throw requireKey(variable);
  const headers = new Headers({ 'user-agent': 's2s', ...config.headers, 'content-type': 'application/json' });
  if (key !== null && config.api_key_header) headers.set(config.api_key_header, key);
  else if (key !== null) headers.set('authorization', `Bearer ${key}`);
  return headers;
}
