/** Turns failures of HTTP servers and connections into a kind, the provider's words and a remedy. */

import { ModelError } from '../../domain/provider.ts';
import type { FailureKind } from '../../domain/vocabulary.ts';
import { describeConnection, findNetworkRemedy } from './connection-failure.ts';
import { readReset, readWait } from './waits.ts';

/** A failure that a server reported. `code` and `type` are its machine-readable words, if it gave any. */
export interface HttpFailure {
  status: number;
  code: string | null;
  type: string | null;
  message: string;
  /** The whole answer, which may name a wait that the message does not. */
  body?: string;
  headers: Pick<Headers, 'get'> | null;
  requestId: string | null;
  /** Who is asked, for messages: `openai (gpt-5)`. */
  who: string;
}

/** Words that take precedence over the status, since servers report the same failure under different statuses. */
const wordRules: readonly [pattern: RegExp, kind: FailureKind][] = [
  [
    /insufficient_quota|billing_error|credit balance|credits? (?:(?:is|are|has been|have been) )?(?:exhausted|depleted|used up)|spending (?:cap|limit)|欠费|余额不足|充值|额度(?:不足|已用)|残高|Guthaben|solde insuffisant|saldo insuficiente|spend_limit|spend limit|exceeded your current quota|insufficient (?:credits|balance|funds)|specified api usage limits|payment required|hard limit has been reached|out of credits/i,
    'billing',
  ],
  [
    /context_length_exceeded|request_too_large|context length|context window|context size|prompt is too long|maximum context|too many (?:input )?tokens|input is too long|reduce the length of the (?:messages|prompt|input)|prompt exceeds|(?:prompt|input) (?:is )?too (?:large|long)|上下文|(?:输入|提示)[^。]{0,20}(?:过长|超过|超出)/i,
    'too-large',
  ],
  [
    /invalid_api_key|authentication_error|(?:incorrect|invalid|missing|no) (?:api[ _-]?key|auth)|api[ _-]?key (?:not valid|is invalid|is missing|expired)|invalid x-api-key|no auth credentials|^\s*authentication error\b|(?:无效|错误)的?\s?(?:api\s?key|令牌|密钥)|api\s?key\s?(?:无效|错误|不正确)|鉴权失败|身份验证失败|APIキーが(?:無効|正しくありません)|ungültiger? api|clé (?:d['’])?api (?:invalide|incorrecte)|clave (?:de )?api (?:no válida|inválida)/i,
    'auth',
  ],
  [
    /model_not_found|model ['"`]?[^'"`]{0,200}['"`]? (?:was )?not found|model .{0,200}(?:does not exist|doesn't exist|not exist)|not a valid model|unknown model|invalid model|no models? loaded|no endpoints found|try pulling it|model_decommissioned|model ['"`]?\S{1,80}['"`]? (?:has been|was|is) (?:decommissioned|retired|shut down)|model ['"`]?\S{1,80}['"`]? has been deprecated|(?:requested|specified) model (?:was )?not found|no such model|model (?:is )?not loaded|not have access to (?:the )?model|模型[^。]{0,40}(?:不存在|未找到|已下线)|モデルが?[^。]{0,40}(?:見つかりません|存在しません)|Modell\b.{0,80}(?:existiert nicht|nicht gefunden)|modèle\b.{0,80}(?:introuvable|n['’]existe pas)|modelo\b.{0,80}no existe/i,
    'unknown-model',
  ],
  [
    /content_filter|content_policy|content management policy|responsibleai|flagged by|data_inspection_failed|inappropriate content|content exists risk|(?:blocked|rejected|stopped) (?:by|due to|because of) .{0,40}(?:safety|moderation|content)|prohibited_content|敏感(?:内容|词|信息)|不安全/i,
    'refusal',
  ],
  [
    /(?:location|country|region|territory) (?:is )?not (?:supported|available)|(?:organization|account) .{0,40}(?:has been|is) (?:disabled|suspended|deactivated)|organization must be verified/i,
    'forbidden',
  ],
  [
    /overloaded_error|^\s*overloaded\b|engine.{0,40}overloaded|(?:currently|model is) overloaded|at capacity|servers? (?:is |are )?busy|繁忙|负载过高|過負荷|混雑|überlastet|surchargé|sobrecargad/i,
    'overloaded',
  ],
  [
    /(?<!no |failed |error )\bloading (?:the )?model\b(?!.{0,30}\bfail)|\bmodel\b.{0,120}\bis (?:currently |still )*(?:being )?(?:loading|loaded|starting|warming|initiali[sz]ing)\b(?! (?:in|on|at|with)\b)|warming up|starting up|cold start|\bmodel\b.{0,60}\bnot (?:yet )?ready/i,
    'overloaded',
  ],
  [
    /rate_limit|rate limit|too many requests|(?:daily|hourly|request|usage|token) limit (?:has been |was )?(?:exceeded|reached)|quota (?:has been )?exceeded|过于频繁|限流|频率(?:过高|超限)|并发|リクエストが多すぎ|zu viele Anfragen|trop de requêtes|demasiadas (?:solicitudes|peticiones)/i,
    'rate-limit',
  ],
];

/** Classifies a refusal by a server. */
export function classifyHttpFailure(failure: HttpFailure): ModelError {
  const { headers, status } = failure;
  const words = `${failure.code ?? ''} ${failure.type ?? ''} ${failure.message}`;
  const named = readWait({ headers, text: `${failure.message}\n${failure.body ?? ''}` });
  const kind = findKind(status, { words, namesWait: named !== null });
  const said = cleanMessage(failure.message);
  const message = `${failure.who} answered ${failure.status}${said === '' ? '' : `: ${said}`}`;
  return new ModelError(kind, message, {
    requestId: failure.requestId,
    status: failure.status,
    retryAfterMs: named ?? (kind === 'rate-limit' && headers !== null ? readReset(headers) : null),
    remedy: findRemedy(kind, { status, words }),
  });
}

/** Finds the kind by status and words. A `billing` or `forbidden` failure that names a wait will pass, so it counts as `rate-limit`. */
function findKind(status: number, { words, namesWait }: { words: string; namesWait: boolean }): FailureKind {
  const kind = findPlainKind(status, words);
  return namesWait && (kind === 'billing' || kind === 'forbidden') ? 'rate-limit' : kind;
}

function findPlainKind(status: number, words: string): FailureKind {
  if (status === 401) return 'auth';
  if (status === 402) return 'billing';
  if (status === 413) return 'too-large';
  // The proxy asks for a name and password.
  if (status === 407) return 'network';
  const told = wordRules.find(([pattern]) => pattern.test(words))?.[1] ?? null;
  if (status >= 500) {
    if (told === 'overloaded' || status === 503 || status === 529) return 'overloaded';
    return told === 'unknown-model' || told === 'too-large' || told === 'rate-limit' ? told : 'server';
  }
  if (status === 429) return told === 'billing' ? 'billing' : 'rate-limit';
  if (told !== null) return told;
  // An error with a status of success.
  if (status < 400) return 'server';
  if (status === 403 || status === 451) return 'forbidden';
  if (status === 404 || status === 410)
    return /\bmodel\b|not_found_error/i.test(words) ? 'unknown-model' : 'bad-request';
  if (status === 408) return 'timeout';
  // Conflict, failed dependency, too early, or closed by a gateway: none of them blames the request.
  if ([409, 424, 425, 499].includes(status)) return 'server';
  return 'bad-request';
}

function findRemedy(kind: FailureKind, { status, words }: { status: number; words: string }): string | null {
  if (/plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|requires? TLS\b/i.test(words))
    return 'The server speaks TLS on this port: write https:// instead of http:// in `base_url`.';
  if (status === 407) return findNetworkRemedy(null, 'proxy');
  if (kind === 'bad-request' && (status === 404 || status === 405)) {
    return 'Nothing answers at this address: check `base_url` of the provider (for OpenAI-compatible servers it ends in /v1).';
  }
  return null;
}

/** Classifies an error thrown by `fetch` or while a body was read. A ModelError in the chain of causes is returned as it is. */
export function classifyThrown(error: unknown, who: string): ModelError {
  const chain = listCauses(error);
  const known = chain.find((link) => link instanceof ModelError);
  if (known instanceof ModelError) return known;
  if (chain.some((link) => link instanceof RangeError))
    return new ModelError('malformed', `${who} sent a reply that is nested too deeply`, { cause: error });
  const code = chain.map(readCode).find((found) => found !== null) ?? null;
  const words = chain
    .map((link) => (link instanceof Error ? link.message : String(link)))
    // The message under which the vendor's client wraps each failure.
    .filter((text) => text !== '' && text !== 'Connection error.');
  const reason = cleanMessage(describeConnection(chain, code) ?? [...new Set(words)].join(': '));
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
    remedy: findNetworkRemedy(code, reason),
    cause: error,
  });
}

/** The provider's words on one line, without control characters, cut to 500 characters. */
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
