/** What servers answer, streamed or not: a reply, or a refusal in one of the many forms in use, also under status 200. */
import { ModelError } from '../../domain/provider.ts';
import { type Fields, isFields, readAt, readText } from '../replies/json-values.ts';
import { classifyHttpFailure } from './failure.ts';
import { isPage, readBody, readRequestId, type StreamEvent } from './read-body.ts';

/** A streamed reply in the shape that it would have had unstreamed. */
export interface JoinedReply {
  json: Fields;
  /** Whether the stream came to its end; false when it broke off. */
  isComplete: boolean;
}

/** How a protocol is read. */
export interface AnswerOptions {
  /** Who was asked, for messages: `openai (gpt-5)`. */
  who: string;
  joinEvents: (events: readonly StreamEvent[]) => JoinedReply;
}

/** Reads a response as the JSON of a reply. Throws ModelError for refusals, for streams that broke off, and for web pages. */
export async function readAnswer(response: Response, { who, joinEvents }: AnswerOptions): Promise<Fields> {
  const text = await response.text();
  const { status, headers } = response;
  const { json, events } = readBody(text);
  const failed = events.find(isError)?.data;
  const failure = failed === undefined || isFields(failed) ? failed : { error: failed };
  const refusal = readRefusal({ status, headers, text, json: failure ?? json }, who);
  if (refusal !== null) throw refusal;
  if (json !== undefined) return json;
  const requestId = readRequestId(headers);
  if (events.length === 0) {
    const what = isPage(text) ? 'an HTML page' : 'something that is not JSON';
    throw new ModelError('malformed', `${who} sent ${what} instead of a reply`, {
      requestId,
      status,
      remedy: 'Check `base_url` of the provider: it seems to lead to a web page or a proxy.',
    });
  }
  const joined = joinEvents(events);
  if (!joined.isComplete)
    throw new ModelError('network', `${who}: the reply broke off before its end`, { requestId });
  return joined.json;
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
    body: json === undefined ? answer.text : JSON.stringify(json),
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

function describeError(error: unknown, { json, text }: HttpAnswer): string {
  if (typeof error === 'string') return error;
  const words = readText(readAt(error, 'message')) ?? readText(readAt(json, 'message'));
  const upstream = readText(readAt(error, 'metadata', 'raw'));
  if (words !== null) return upstream === null ? words : `${words} (${upstream})`;
  const detail = readAt(json, 'detail');
  if (detail !== undefined) return typeof detail === 'string' ? detail : JSON.stringify(detail);
  return isPage(text) ? 'an HTML page instead of a reply' : text;
}
