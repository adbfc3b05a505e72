/** Turns what HTTP servers and connections say about a failure into one kind, the provider's words and a remedy. */

import { ModelError } from '../../domain/provider.ts';
import type { FailureKind } from '../../domain/vocabulary.ts';

/** What a server said. `code` and `type` are its machine-readable words, where it has them. */
export interface HttpFailure {
  status: number;
  code: string | null;
  type: string | null;
  message: string;
  headers: Pick<Headers, 'get'> | null;
  requestId: string | null;
  /** Who is asked, for messages: `openai (gpt-5)`. */
  who: string;
}

/** Words that count more than the status: servers report the same failure under different statuses. */
const wordRules: readonly [pattern: RegExp, kind: FailureKind][] = [
  [
    /insufficient_quota|billing_error|credit balance|spend_limit|spend limit|exceeded your current quota|insufficient (?:credits|balance|funds)|payment required|hard limit has been reached|out of credits/i,
    'billing',
  ],
  [
    /context_length_exceeded|request_too_large|context length|context window|context size|prompt is too long|maximum context|too many (?:input )?tokens|input is too long/i,
    'too-large',
  ],
  [
    /invalid_api_key|authentication_error|(?:incorrect|invalid|missing|no) (?:api[ _-]?key|auth)|api[ _-]?key (?:not valid|is invalid|is missing|expired)|invalid x-api-key|no auth credentials/i,
    'auth',
  ],
  [
    /model_not_found|model ['"`]?[^'"`]{0,200}['"`]? (?:was )?not found|model .{0,200}(?:does not exist|doesn't exist|not exist)|not a valid model|unknown model|invalid model|no models? loaded|no endpoints found|try pulling it/i,
    'unknown-model',
  ],
  [/content_filter|content_policy|content management policy|responsibleai|flagged by/i, 'refusal'],
  [
    /overloaded_error|engine.{0,40}overloaded|currently overloaded|at capacity|model is (?:currently )?loading|server busy/i,
    'overloaded',
  ],
  [/rate_limit|rate limit|too many requests/i, 'rate-limit'],
];

/** Classifies a refusal by a server. */
export function classifyHttpFailure(failure: HttpFailure): ModelError {
  const words = `${failure.code ?? ''} ${failure.type ?? ''} ${failure.message}`;
  const kind = findKind(failure.status, words);
  const said = cleanMessage(failure.message);
  const message = `${failure.who} answered ${failure.status}${said === '' ? '' : `: ${said}`}`;
  return new ModelError(kind, message, {
    requestId: failure.requestId,
    status: failure.status,
    retryAfterMs: failure.headers === null ? null : readRetryAfter(failure.headers),
    remedy: findRemedy(kind, failure.status),
  });
}

/** Kinds that are recognised under any status; the others only under statuses that blame the client. */
function findKind(status: number, words: string): FailureKind {
  if (status === 401) return 'auth';
  if (status === 402) return 'billing';
  if (status === 413) return 'too-large';
  const told = wordRules.find(([pattern]) => pattern.test(words))?.[1] ?? null;
  if (status >= 500) {
    if (told === 'overloaded' || status === 503 || status === 529) return 'overloaded';
    return told === 'unknown-model' || told === 'too-large' ? told : 'server';
  }
  if (status === 429) return told === 'billing' ? 'billing' : 'rate-limit';
  if (told !== null) return told;
  // An error under the status of a success.
  if (status < 400) return 'server';
  if (status === 403) return 'forbidden';
  if (status === 404) return /\bmodel\b|not_found_error/i.test(words) ? 'unknown-model' : 'bad-request';
  if (status === 408) return 'timeout';
  if (status === 409) return 'server';
  return 'bad-request';
}

function findRemedy(kind: FailureKind, status: number): string | null {
  if (kind === 'bad-request' && (status === 404 || status === 405)) {
    return 'Nothing answers at this address: check `base_url` of the provider (for OpenAI-compatible servers it ends in /v1).';
  }
  return null;
}

/**
 * Milliseconds to wait from `retry-after-ms`, or `retry-after` in seconds or as a date (compared with the server's own
 * `date`, so no clock is needed). Null when absent or unreadable.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>): number | null {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  if (value.trim() !== '' && Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : null;
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isFinite(wait) && wait >= 0 ? wait : null;
}

const untrusted =
  'The certificate is not trusted here: put the authority that signed it into a PEM file and name that file in NODE_EXTRA_CA_CERTS.';

const refusedByProxy =
  'The proxy refused: check HTTPS_PROXY and HTTP_PROXY with their name and password, or name the host in NO_PROXY.';

/** What to do about what the network layer reports, by its code. */
const networkRemedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: is the server started, and is the port right?',
  ENOTFOUND: 'The name of the host cannot be found: check the address and the connection.',
  EAI_AGAIN: 'Names of hosts cannot be looked up at the moment: check the connection.',
  ECONNRESET: 'The connection was cut; try again.',
  UND_ERR_SOCKET: 'The connection was cut; try again.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  CERT_NOT_YET_VALID: 'The certificate of the server is not valid yet: check the clock of this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate belongs to another host: check the host in `base_url`.',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  ERR_SSL_WRONG_VERSION_NUMBER:
    'The server does not speak TLS: write http:// instead of https:// in `base_url`.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG:
    'The server does not speak TLS: write http:// instead of https:// in `base_url`.',
  HPE_INVALID_CONSTANT:
    'The server does not speak HTTP: check the port, and whether `base_url` needs https://.',
  ERR_INVALID_URL: 'The base URL of the provider is not an address.',
  UND_ERR_ABORTED:
    'A proxy refused to connect: check HTTPS_PROXY and HTTP_PROXY, or name the host in NO_PROXY.',
};

/** Classifies an error thrown by `fetch` or while a body was read. Errors that are classified already pass through. */
export function classifyThrown(error: unknown, who: string): ModelError {
  const chain = listCauses(error);
  const known = chain.find((link) => link instanceof ModelError);
  if (known instanceof ModelError) return known;
  const code = chain.map(readCode).find((found) => found !== null) ?? null;
  const words = chain
    .map((link) => (link instanceof Error ? link.message : String(link)))
    // The vendor's client wraps each failure into these.
    .filter((text) => text !== '' && text !== 'Connection error.');
  const reason = cleanMessage([...new Set(words)].join(': '));
  if (code !== null && /TIMEOUT|ETIMEDOUT/.test(code)) {
    return new ModelError('timeout', `${who} did not answer in time (${reason})`, { cause: error });
  }
  if (/ByteString|invalid header value|Headers\.append|header content/i.test(reason)) {
    // The reason would quote the header, and with it the key.
    return new ModelError('auth', `${who}: the key holds characters that cannot be sent`, {
      remedy: 'Copy the key again: it must be plain Latin letters, digits and signs, without line breaks.',
    });
  }
  return new ModelError('network', `${who} could not be reached: ${reason}`, {
    remedy: /\bproxy\b/i.test(reason) ? refusedByProxy : (networkRemedies[code ?? ''] ?? null),
    cause: error,
  });
}

/** The provider's words on one line, without control characters, at most 500 characters. */
export function cleanMessage(text: string): string {
  const line = text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim();
  return line.length > 500 ? `${line.slice(0, 499)}…` : line;
}

function listCauses(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let link = error; link !== undefined && link !== null && chain.length < 6; ) {
    chain.push(link);
    if (link instanceof AggregateError) chain.push(...link.errors.slice(0, 2));
    link = link instanceof Error ? link.cause : undefined;
  }
  return chain;
}

function readCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
