/** Finds the refusal in an answer, in one of the many forms in use, even with status 200. */
import { isMapping } from '../../domain/is-mapping.ts';
import type { ModelError } from '../../domain/provider.ts';
import { readAt, readText } from '../replies/json-values.ts';
import { classifyHttpFailure } from './failure.ts';
import { isPage, readRequestId } from './read-body.ts';

/** A response with its body, parsed if it is JSON. */
export interface HttpAnswer {
  status: number;
  headers: Pick<Headers, 'get'>;
  text: string;
  /** Undefined when the text is not JSON. */
  json: unknown;
}

/** Returns the refusal in an answer, or null when the answer is a success. */
export function readRefusal(answer: HttpAnswer, who: string): ModelError | null {
  const { json, headers } = answer;
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const error = findError(json);
  if (isSuccess && error === null) return null;
  return classifyHttpFailure({
    status: isSuccess ? (findStatus(error) ?? answer.status) : answer.status,
    code: readText(readAt(error, 'code')) ?? readText(readAt(error, 'details', 'error_code')),
    type: readText(readAt(error, 'type')),
    message: describeError(error, answer),
    body: json === undefined ? answer.text : JSON.stringify(json),
    headers,
    requestId: readRequestId(headers) ?? readText(readAt(json, 'id')),
    who,
  });
}

/**
 * Finds `{error: {…}}` and `{error: "…"}`, an error in place of a choice, and a bare error: `{object: "error", message}`,
 * `{message, code}`, `{detail}`. Null when there is none.
 */
export function findError(json: unknown): unknown {
  const wrapped = errorPlaces.map((path) => readAt(json, ...path)).find(isFilled);
  if (wrapped) return wrapped;
  const status = readAt(json, 'base_resp', 'status_code');
  if (typeof status === 'number' && status !== 0)
    return { code: String(status), message: readAt(json, 'base_resp', 'status_msg') };
  if (!isMapping(json) || 'choices' in json || 'content' in json) return null;
  // Gateways may add a code or message of success to the data that they pass on.
  const isFine =
    json['success'] === true || [json['code'], json['status']].some((word) => fine.includes(String(word)));
  if (isFine && ['data', 'result', 'output', 'response'].some((name) => isFilled(json[name]))) return null;
  const isMarked = json['object'] === 'error' || json['type'] === 'error';
  const isTold = ['message', 'msg', 'error_msg', 'error_message'].some(
    (name) => typeof json[name] === 'string',
  );
  return isMarked || isTold || 'detail' in json ? json : null;
}

const fine = ['0', '200', '20000', 'ok', 'OK', 'success', 'SUCCESS', 'succeeded'];

/** Whether a field holds anything: `{}`, `{code: 0, message: ""}` and an empty list mean that there is no error. */
function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).some(isFilled) : Boolean(value);
}

/** Where servers put an error, even with status 200. */
const errorPlaces: readonly (string | number)[][] = [
  ['error'],
  ['choices', 0, 'error'],
  ['Error'],
  ['errors', 0],
  ['data', 'error'],
  ['response', 'error'],
];

/** Statuses by the vendor's error types, for errors without a status. */
const statusOfType: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  api_error: 500,
  rate_limit_error: 429,
  timeout_error: 408,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  invalid_request_error: 400,
};

/** The status that an error states or that its type implies; null when there is neither. */
function findStatus(error: unknown): number | null {
  const stated = Number(readAt(error, 'code') ?? readAt(error, 'status') ?? readAt(error, 'status_code'));
  if (stated >= 400 && stated < 600) return stated;
  return statusOfType[String(readAt(error, 'type'))] ?? null;
}

/** Describes `{loc: ["body", "max_tokens"], msg, input}` without `input`, which would repeat the whole request. */
function describeDetail(detail: unknown): string {
  const place = readAt(detail, 'loc');
  const words = readText(readAt(detail, 'msg'));
  return words === null ? JSON.stringify(detail) : `${Array.isArray(place) ? place.join('.') : ''}: ${words}`;
}

function describeError(error: unknown, { json, text }: HttpAnswer): string {
  if (typeof error === 'string') {
    // Server frameworks put the kind of error into `error`, and what happened into a field beside it.
    const beside = ['message', 'detail', 'error_description'].map((name) => readText(readAt(json, name)));
    const told = beside.find((words) => words !== null && !error.includes(words)) ?? null;
    return told === null ? error : told.includes(error) ? told : `${error}: ${told}`;
  }
  const words =
    [error, json]
      .flatMap((place) =>
        ['message', 'msg', 'error_msg', 'error_message'].map((name) => readText(readAt(place, name))),
      )
      .find((found) => found !== null) ?? null;
  const upstream = readText(readAt(error, 'metadata', 'raw'));
  const parameter = readText(readAt(error, 'param'));
  const more = [upstream, parameter].filter((text) => text !== null && words?.includes(text) === false);
  if (words !== null) return more.length === 0 ? words : `${words} (${more.join(', ')})`;
  const detail = readAt(json, 'detail');
  if (Array.isArray(detail)) return detail.map(describeDetail).join('; ');
  if (detail !== undefined) return typeof detail === 'string' ? detail : JSON.stringify(detail);
  return isPage(text) ? 'an HTML page instead of a reply' : text;
}
