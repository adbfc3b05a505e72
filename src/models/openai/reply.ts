/** What chat completion servers answer: replies, streamed replies, and errors in their many dresses. */

import type { Completion } from '../../domain/provider.ts';
import { ModelError } from '../../domain/provider.ts';
import type { Usage } from '../../domain/records.ts';
import { makeUsage } from '../client/prices.ts';
import { classifyHttpFailure, cleanMessage } from '../http/failure.ts';
import type { ReplyHeaders } from '../http/port.ts';
import { joinStream } from './read-event-stream.ts';

/** A response as it is judged: its body read whole. */
export interface HttpAnswer {
  status: number;
  headers: ReplyHeaders;
  text: string;
}

type Loose = { [key: string]: unknown };

/** The refusal that an answer holds, or null when it is a success. Routers put errors into bodies with status 200. */
export function readRefusal(answer: HttpAnswer, who: string): ModelError | null {
  const body = parse(answer.text);
  const ok = answer.status >= 200 && answer.status < 300;
  const inside = isLoose(body) ? (body['error'] ?? at(body, 'choices', 0, 'error') ?? null) : null;
  if (ok && (inside === null || inside === false)) return null;
  const error = isLoose(inside) ? inside : {};
  const stated = Number(error['code']);
  const status = ok ? (stated >= 400 && stated < 600 ? stated : 500) : answer.status;
  return classifyHttpFailure({
    status,
    code: typeof error['code'] === 'string' ? error['code'] : null,
    type: typeof error['type'] === 'string' ? error['type'] : null,
    message: describeError(inside, body, answer),
    headers: answer.headers,
    requestId: readRequestId(answer, body),
    who,
  });
}

/** OpenAI `{error: {message}}`, Ollama and LM Studio `{error: "…"}`, vLLM `{message}` or `{detail}`, proxies HTML. */
function describeError(inside: unknown, body: unknown, answer: HttpAnswer): string {
  if (typeof inside === 'string') return inside;
  const upstream = at(inside, 'metadata', 'raw');
  const words = [at(inside, 'message'), at(body, 'message'), at(body, 'detail')].find(
    (part) => typeof part === 'string',
  );
  if (typeof words === 'string') return typeof upstream === 'string' ? `${words} (${upstream})` : words;
  const detail = at(body, 'detail');
  if (detail !== undefined) return JSON.stringify(detail);
  return isPage(answer) ? 'an HTML page instead of a reply' : answer.text;
}

/** Reads a success. Throws ModelError where it holds no usable text. */
export function readChatReply(
  answer: HttpAnswer,
  { who, statesCost }: { who: string; statesCost: boolean },
): Completion {
  const streamed = /^\s*(?:data|event|:)/.test(answer.text) && !answer.text.trimStart().startsWith('{');
  const body = streamed ? joinStream(answer.text) : parse(answer.text);
  const requestId = readRequestId(answer, body);
  if (streamed) {
    const inside = isLoose(body) ? body['error'] : undefined;
    if (inside !== undefined) {
      const refusal = readRefusal({ ...answer, text: JSON.stringify(body) }, who);
      if (refusal !== null) throw refusal;
    }
    if (at(body, 'complete') === false) {
      throw new ModelError('network', `${who}: the reply broke off before its end`, { requestId });
    }
  }
  if (!isLoose(body)) {
    const what = isPage(answer) ? 'an HTML page' : 'something that is not JSON';
    throw new ModelError('malformed', `${who} sent ${what} instead of a reply`, {
      requestId,
      status: answer.status,
      remedy: 'Check `base_url` of the provider: it seems to lead to a web page or a proxy.',
    });
  }
  const choice = at(body, 'choices', 0);
  const message = at(choice, 'message');
  if (!isLoose(message)) {
    throw new ModelError('malformed', `${who} sent a reply without a message`, {
      requestId,
      status: answer.status,
    });
  }
  const usage = readUsage(at(body, 'usage'), statesCost);
  const details = { requestId, usage, status: answer.status };
  const finish = at(choice, 'finish_reason');
  const text = readContent(message['content']);
  const refused = message['refusal'];
  if (typeof refused === 'string' && refused !== '') {
    throw new ModelError('refusal', `${who} refused: ${cleanMessage(refused)}`, details);
  }
  if (finish === 'content_filter')
    throw new ModelError('refusal', `${who}: the reply was stopped by a content filter`, details);
  if (finish === 'length') {
    throw new ModelError('truncated', `${who} stopped at ${usage.output_tokens} tokens (length)`, details);
  }
  if (text.trim() === '') throw new ModelError('empty', `${who} sent an empty reply`, details);
  return {
    text,
    usage,
    stop_reason: typeof finish === 'string' ? finish : null,
    request_id: requestId,
    model: typeof body['model'] === 'string' && body['model'] !== '' ? body['model'] : who,
  };
}

function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => at(part, 'text'))
    .filter((part) => typeof part === 'string')
    .join('');
}

function readUsage(usage: unknown, statesCost: boolean): Usage {
  const cost = at(usage, 'cost');
  return makeUsage(1, {
    input_tokens: count(at(usage, 'prompt_tokens')),
    output_tokens: count(at(usage, 'completion_tokens')),
    cache_read_tokens: count(at(usage, 'prompt_tokens_details', 'cached_tokens')),
    cache_write_tokens: count(at(usage, 'prompt_tokens_details', 'cache_write_tokens')),
    cost_usd: statesCost && typeof cost === 'number' && cost >= 0 ? cost : null,
  });
}

function readRequestId(answer: HttpAnswer, body: unknown): string | null {
  const id = answer.headers.get('x-request-id') ?? answer.headers.get('request-id') ?? at(body, 'id');
  return typeof id === 'string' && id !== '' ? id.slice(0, 200) : null;
}

function isPage(answer: HttpAnswer): boolean {
  return (
    /html/i.test(answer.headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html)/i.test(answer.text)
  );
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof step === 'number') found = Array.isArray(found) ? (found as unknown[])[step] : undefined;
    else found = isLoose(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
