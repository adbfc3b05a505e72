/**
 * Calls any server with `/chat/completions`. When a server refuses a part of a request (a schema, a parameter), the call is made again
 * without it, and the model is remembered as not taking it.
 */
import type { Completion, Provider } from '../../domain/provider.ts';
import { buildChatUrl } from '../addresses.ts';
import { askForLess, createMemories } from '../client/ask-for-less.ts';
import { limitAttempt } from '../client/call-limit.ts';
import { listStops } from '../client/flatten-prompt.ts';
import { classifyThrown } from '../http/failure.ts';
import { readAnswer } from '../http/read-answer.ts';
import { readRequestId } from '../http/read-body.ts';
import { watchText } from '../http/watch-text.ts';
import { describeMissingKey, type ProviderParts } from '../provider-kind.ts';
import { type ChatBody, writeBody } from './body.ts';
import { readChatReply } from './reply.ts';

/** Milliseconds above which a reply is streamed even if nobody watches: proxies often cut idle connections. */
const mostPlainMs = 280_000;

/** Makes the provider; the first connection is made with the first call. */
export function createOpenAiProvider(parts: ProviderParts): Provider {
  const { name, config, http, statesCost } = parts;
  const remember = createMemories();
  const url = buildChatUrl(config.base_url ?? '');
  const official = URL.canParse(url) && /(^|\.)openai\.com$/.test(new URL(url).hostname);

  async function complete(...[request, call]: Parameters<Provider['complete']>) {
    const who = `${name} (${call.modelName})`;
    const memory = remember(call.modelName);
    const headers = writeHeaders(parts);
    return limitAttempt({ who, request, call, timeout: config.timeout }, async (signal, timeoutMs) => {
      const { onText } = call;
      const stream = timeoutMs > mostPlainMs || onText !== undefined;
      const settings = {
        model: call.modelName,
        effort: config.effort ?? null,
        stops: listStops(request, config.stop),
        official,
        stream,
        form: call.form ?? 'server',
      };
      const send = async (body: ChatBody): Promise<Completion> => {
        const response = await http.fetch(url, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          signal,
          mayLeave: call.mayLeave,
          // A server opens the stream at once and only then reads the prompt, which is slow on small machines.
          ...(stream ? { idleMs: timeoutMs } : {}),
          ...(onText === undefined ? {} : { onPiece: watchText(onText) }),
        });
        const answer = await readAnswer(response, who);
        const requestId = readRequestId(response.headers);
        const completion = readChatReply(answer, { request, who, statesCost, requestId });
        const isTold = body.response_format?.type !== 'json_schema' || settings.form !== 'server';
        if (request.schema !== null && isTold) call.onFormInPrompt?.();
        return completion;
      };
      return askForLess({
        who,
        memory,
        maxTokens: request.max_output_tokens,
        write: (without) => writeBody(request, { ...settings, without }),
        send: (body) =>
          send(body).catch((error: unknown) => {
            throw classifyThrown(error, who);
          }),
      });
    });
  }

  return { name, type: 'openai', complete };
}

function writeHeaders({ name, config, env, needsKey }: ProviderParts): Headers {
  const variable = config.api_key_env ?? null;
  const key = variable === null ? '' : (env[variable]?.trim() ?? '');
  if (key === '' && needsKey && variable !== null) throw describeMissingKey(name, variable);
  try {
    const headers = new Headers({ ...config.headers, 'content-type': 'application/json' });
    if (key !== '') headers.set('authorization', `Bearer ${key}`);
    return headers;
  } catch (error) {
    throw classifyThrown(error, name);
  }
}
