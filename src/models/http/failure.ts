/** Turns failures of HTTP servers and connections into ModelErrors, by status, codes and types that the vendors document. */

import { ModelError } from '../../session/ports/provider.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import type { FailureKind } from '../../session/vocabulary.ts';
import { readAt, readText } from '../replies/json-values.ts';
import { ConnectionFailure, readCode } from './connection-failure.ts';

/** A response with its body, parsed if it is JSON. */
export interface HttpAnswer {
  status: number;
  headers: Pick<Headers, 'get'>;
  text: string;
  /** Undefined when the text is not JSON. */
  json: unknown;
}

/** Kinds by the codes and types in the errors of OpenAI and Anthropic, whatever the status. */
const kindOfCode: Readonly<Record<string, FailureKind>> = {
  // OpenAI, and servers that speak its protocol.
  context_length_exceeded: 'too-large',
  insufficient_quota: 'billing',
  invalid_api_key: 'auth',
  model_not_found: 'unknown-model',
  rate_limit_exceeded: 'rate-limit',
  content_filter: 'refusal',
  content_policy_violation: 'refusal',
  server_error: 'server',
  // Anthropic.
  authentication_error: 'auth',
  billing_error: 'billing',
  permission_error: 'forbidden',
  invalid_request_error: 'bad-request',
  not_found_error: 'unknown-model',
  request_too_large: 'too-large',
  rate_limit_error: 'rate-limit',
  api_error: 'server',
  timeout_error: 'server',
  overloaded_error: 'overloaded',
  // vLLM.
  NotFoundError: 'unknown-model',
};

/** Kinds by status. A 407 comes from a proxy; 408, 409, 424, 425 and 499 do not blame the request. */
const kindOfStatus: Readonly<Record<number, FailureKind>> = {
  401: 'auth',
  402: 'billing',
  403: 'forbidden',
  407: 'network',
  408: 'server',
  409: 'server',
  413: 'too-large',
  424: 'server',
  425: 'server',
  429: 'rate-limit',
  451: 'forbidden',
  499: 'server',
  503: 'overloaded',
  529: 'overloaded',
};

/** Returns the failure in an answer, or null when the answer is a success. An error counts with the status of a success too. */
export function readFailure(answer: HttpAnswer): ModelError | null {
  const { status, headers, json } = answer;
  const error = findError(json);
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && error === null) return null;
  const codes = [readAt(error, 'code'), readAt(error, 'type')];
  const stated = isSuccess ? Number(codes[0]) : status;
  const code = codes.map(readText).find((one) => one !== null) ?? null;
  const real = stated >= 400 && stated < 600 ? stated : null;
  return new ModelError(classifyCodes(real, codes), cleanMessage(findWords(error, answer)), {
    reason: 'answered',
    code,
    status: real,
    about: readText(readAt(error, 'param')),
    requestId: readRequestId(headers) ?? readText(readAt(json, 'request_id')),
    retryAfterMs: readRetryAfter(headers),
  });
}

function classifyCodes(status: number | null, codes: readonly unknown[]): FailureKind {
  for (const code of codes) {
    const isKnown = typeof code === 'string' && Object.hasOwn(kindOfCode, code);
    const kind = isKnown ? kindOfCode[code] : undefined;
    // A status that says enough counts more than a type; but 429 is also the status of an empty account.
    if (kind !== undefined && (status === null || kind === 'billing' || kindOfStatus[status] === undefined))
      return kind;
  }
  if (status === null) return 'server';
  return kindOfStatus[status] ?? (status >= 500 ? 'server' : 'bad-request');
}

/** The error in a body: `{error: …}`, that of a choice, or a body that is marked as an error. Null when there is none. */
export function findError(json: unknown): unknown {
  const error = readAt(json, 'error') ?? readAt(json, 'choices', 0, 'error');
  if (error) return error;
  return readAt(json, 'object') === 'error' || readAt(json, 'type') === 'error' ? json : null;
}

/** The words of an error; beside it OAuth (RFC 6749), Problem Details (RFC 9457), FastAPI and OpenRouter put more. */
function findWords(error: unknown, { json, text }: HttpAnswer): string {
  const detail = readAt(json, 'detail');
  const details = Array.isArray(detail) ? detail.map((one: unknown) => readAt(one, 'msg')) : [detail];
  const words = [
    ...[error, readAt(error, 'message'), readAt(error, 'metadata', 'raw')],
    ...['title', 'message', 'error_description'].map((name) => readAt(json, name)),
    ...details,
  ].flatMap((one) => readText(one) ?? []);
  if (words.length > 0) return [...new Set(words)].join(': ');
  // A web page says in markup what its status says.
  return text.trimStart().startsWith('<') ? '' : text;
}

/** Classifies an error thrown while a request was sent or its body was read. A ModelError in the chain of causes is returned as it is. */
export function classifyThrown(error: unknown): ModelError {
  for (let link = error; link instanceof Error; link = link.cause) {
    if (link instanceof ModelError) return link;
    if (!(link instanceof ConnectionFailure)) continue;
    const { code, host, said } = link;
    return new ModelError('network', cleanMessage(said), { reason: 'connection', code, host });
  }
  const said = cleanMessage(error instanceof Error ? error.message : String(error));
  return new ModelError('network', said, { reason: 'connection', code: readCode(error), cause: error });
}

/** The most characters of a message. */
const mostCharacters = 500;

/** Words of the other end on one line, without control characters. */
export function cleanMessage(text: string): string {
  const line = text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim();
  return cutText(line, mostCharacters);
}

/** The id that the server gave to the request, or null. */
export function readRequestId(headers: Pick<Headers, 'get'>): string | null {
  return headers.get('request-id') ?? headers.get('x-request-id') ?? null;
}

/**
 * The wait that a server asks for, in milliseconds, or null: `retry-after-ms` of OpenAI and Azure, else `retry-after` in seconds or as
 * a date (RFC 9110). A date is compared with the server's own `date` header, since the clocks may differ.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>): number | null {
  const exact = readNumber(headers.get('retry-after-ms'));
  if (exact !== null) return exact;
  const text = headers.get('retry-after');
  const seconds = readNumber(text);
  if (seconds !== null) return seconds * 1000;
  const wait = Date.parse(text ?? '') - Date.parse(headers.get('date') ?? '');
  return wait >= 0 ? wait : null;
}

function readNumber(text: string | null): number | null {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return number >= 0 ? number : null;
}
