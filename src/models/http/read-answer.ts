/** What servers answer, streamed or not: a reply, or a refusal in one of the many forms in use, also under status 200. */
import { ModelError } from '../../domain/provider.ts';
import { isFields, readAt, readText } from '../replies/json-values.ts';
import { classifyHttpFailure } from './failure.ts';
import { type JoinedReply, joinEvents } from './join-events.ts';
import { isPage, readBody, readRequestId, type StreamEvent } from './read-body.ts';

/**
 * Reads a response as the JSON of a reply. `who` was asked, for messages: `openai (gpt-5)`. A body that is only a text
 * is a reply under `reply`. Throws ModelError for refusals and for web pages.
 */
export async function readAnswer(response: Response, who: string): Promise<JoinedReply> {
  const text = await response.text();
  const { status, headers } = response;
  const { json, events } = readBody(text);
  const place = events.findIndex(isError);
  const before = joinEvents(place === -1 ? events : events.slice(0, place));
  // What fails once the reply has come to its end takes nothing from it.
  const failed = place === -1 || before.isComplete ? undefined : events[place]?.data;
  const failure = failed === undefined || isFields(failed) ? failed : { error: failed };
  const refusal = readRefusal({ status, headers, text, json: failure ?? json }, who);
  if (refusal !== null) throw refusal;
  if (json !== undefined) return { json, isComplete: true };
  if (events.length > 0) return before;
  if (isPlainReply(response, text)) return { json: { reply: text }, isComplete: true };
  const what = isPage(text) ? 'an HTML page' : 'something that is not JSON';
  throw new ModelError('malformed', `${who} sent ${what} instead of a reply`, {
    requestId: readRequestId(headers),
    status,
    remedy: 'Check `base_url` of the provider: it seems to lead to a web page or a proxy.',
  });
}

/** Whether a body is the bare text of a reply, and says so. */
function isPlainReply({ headers }: Response, text: string): boolean {
  return /^text\/(?:plain|markdown)/i.test(headers.get('content-type') ?? '') && !/^\s*[<{[]/.test(text);
}

/** A response with its body, parsed where it is JSON. */
export interface HttpAnswer {
  status: number;
  headers: Pick<Headers, 'get'>;
  text: string;
  /** Undefined when the text is not JSON. */
  json: unknown;
}

/** The refusal that an answer holds, or null when it is a success. */
export function readRefusal(answer: HttpAnswer, who: string): ModelError | null {
  const { json, headers } = answer;
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const error = findError(json);
  if (isSuccess && error === null) return null;
  return classifyHttpFailure({
    status: isSuccess ? findStatus(error) : answer.status,
    code: readText(readAt(error, 'code')) ?? readText(readAt(error, 'details', 'error_code')),
    type: readText(readAt(error, 'type')),
    message: describeError(error, answer),
    headers,
    requestId: readRequestId(headers) ?? readText(readAt(json, 'id')),
    who,
  });
}

function isError({ event, data }: StreamEvent): boolean {
  return event === 'error' || findError(data) !== null;
}

/**
 * `{error: {…}}` and `{error: "…"}`, an error in the place of a choice, and the error itself without anything around it:
 * `{object: "error", message}`, `{message, code}`, `{detail}`. Null when there is none.
 */
function findError(json: unknown): unknown {
  const wrapped = readAt(json, 'error') || readAt(json, 'choices', 0, 'error');
  if (wrapped) return wrapped;
  if (!isFields(json) || 'choices' in json || 'content' in json) return null;
  const isMarked = json['object'] === 'error' || json['type'] === 'error';
  return isMarked || typeof json['message'] === 'string' || 'detail' in json ? json : null;
}

/** Statuses by the vendor's error types, for errors that come without one. */
const statusOfType: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  timeout_error: 408,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  invalid_request_error: 400,
};

function findStatus(error: unknown): number {
  const stated = Number(readAt(error, 'code') ?? readAt(error, 'status'));
  if (stated >= 400 && stated < 600) return stated;
  return statusOfType[String(readAt(error, 'type'))] ?? 500;
}

/** `{loc: ["body", "max_tokens"], msg, input}`: the input would repeat the whole request. */
function describeDetail(detail: unknown): string {
  const place = readAt(detail, 'loc');
  const words = readText(readAt(detail, 'msg'));
  return words === null ? JSON.stringify(detail) : `${Array.isArray(place) ? place.join('.') : ''}: ${words}`;
}

function describeError(error: unknown, { json, text }: HttpAnswer): string {
  if (typeof error === 'string') return error;
  const words = readText(readAt(error, 'message')) ?? readText(readAt(json, 'message'));
  const upstream = readText(readAt(error, 'metadata', 'raw'));
  const parameter = readText(readAt(error, 'param'));
  const more = [upstream, parameter].filter((text) => text !== null && words?.includes(text) === false);
  if (words !== null) return more.length === 0 ? words : `${words} (${more.join(', ')})`;
  const detail = readAt(json, 'detail');
  if (Array.isArray(detail)) return detail.map(describeDetail).join('; ');
  if (detail !== undefined) return typeof detail === 'string' ? detail : JSON.stringify(detail);
  return isPage(text) ? 'an HTML page instead of a reply' : text;
}
