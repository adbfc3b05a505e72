/** Sends requests to model servers, through the proxies that the environment names, and reads each whole reply within limits. */

import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher, EnvHttpProxyAgent, request as requestByUndici } from 'undici';
import { type CallOptions, ModelError } from '../../domain/provider.ts';
import { assertMayLeave } from '../client/call-limit.ts';
import { ConnectionFailure } from './connection-failure.ts';
import { readProxies } from './proxies.ts';
import { describeTooLong, toUtf8, unpack } from './unpack.ts';

/** Limits of a request, in addition to the time limit of the call. */
export interface HttpLimits {
  /** Milliseconds for a connection, TLS included. */
  connectMs: number;
  /** Milliseconds without a byte after which a reply that has begun counts as stalled. */
  idleMs: number;
  /** Milliseconds without a byte after which a stream counts as ended if it has said why it ends but stays open. */
  lingerMs: number;
  /** The most bytes of a reply, after decompression; a longer reply is refused. */
  maxBytes: number;
}

/** Replies are a few kilobytes; a server that sends more than 8 MiB is broken or hostile. */
export const defaultHttpLimits: HttpLimits = {
  connectMs: 10_000,
  idleMs: 60_000,
  lingerMs: 5_000,
  maxBytes: 8 * 1024 * 1024,
};

/** A request: the options of `fetch`, limits for this request alone, and callbacks. */
export interface HttpRequest extends RequestInit {
  idleMs?: number;
  /** The most bytes of this reply, when it may be longer than others. */
  maxBytes?: number;
  /** Called for each piece of an uncompressed reply as it arrives; must not throw. */
  onPiece?: ((bytes: Uint8Array) => void) | undefined;
  /** As in `CallOptions`: called once the connection is made, before the first byte is sent. */
  mayLeave?: CallOptions['mayLeave'];
}

/** A client that all providers of a run share, with its connections. */
export interface HttpClient {
  /**
   * Like `fetch`, but resolves once the whole reply has arrived. Rejects with ModelError `timeout` when a body stalls,
   * `malformed` when it is too long, `bad-request` when the server redirects to another host, and `network` when a proxy's
   * address is wrong; otherwise with the connection's error or the signal's reason.
   */
  fetch: (url: string | URL, request?: HttpRequest) => Promise<Response>;
  /** Closes all connections at once. */
  close(): void;
}

/** What making a client requires. */
export interface HttpClientOptions {
  /** Read for `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. */
  env: Readonly<Record<string, string | undefined>>;
  limits?: Partial<HttpLimits>;
}

const mostRedirects = 5;

/** Makes the client. The HTTP library is loaded, and the first connection made, with the first request. */
export function createHttpClient({ env, limits: given }: HttpClientOptions): HttpClient {
  const limits = { ...defaultHttpLimits, ...given };
  let opened: Promise<Opened> | null = null;

  async function sendOnce(
    url: URL,
    { idleMs = limits.idleMs, maxBytes = limits.maxBytes, signal, onPiece, mayLeave, ...init }: HttpRequest,
  ): Promise<Response> {
    opened ??= open(env, limits);
    const { dispatcher, request } = await opened;
    // `Request` settles what `fetch` would: the method, the type of the body, and whether the headers are valid.
    const text = typeof init.body === 'string' ? init.body : null;
    const sent = new Request(url, text === null ? init : { ...init, body: null });
    const type = text === null ? {} : { 'content-type': 'text/plain;charset=UTF-8' };
    const headers = { 'user-agent': 's2s', ...type, ...Object.fromEntries(sent.headers) };
    const body = text ?? (sent.body === null ? null : new Uint8Array(await sent.arrayBuffer()));
    const reply = await request(url, {
      dispatcher: dispatcher.compose(stopLate(mayLeave)),
      method: sent.method as 'POST',
      headers,
      body,
      signal: signal ?? null,
      // The call itself limits the time until the headers arrive.
      headersTimeout: 0,
      bodyTimeout: idleMs,
    }).catch((error: Error) => {
      signal?.throwIfAborted();
      // A refusal by a proxy is reported as an abort, which the vendor's client would mistake for the caller's.
      throw error.name === 'AbortError'
        ? new Error(error.message, { cause: error })
        : new ConnectionFailure(url, error);
    });
    try {
      const encoding = reply.headers['content-encoding'];
      const isPlain = encoding === undefined && reply.statusCode === 200;
      const limit = { maxBytes, lingerMs: limits.lingerMs };
      const packed = await readBody(reply.body, limit, isPlain ? onPiece : undefined);
      const bytes = unpack(packed, String(encoding ?? ''), maxBytes);
      return makeResponse(reply, toUtf8(bytes, String(reply.headers['content-type'] ?? '')));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'UND_ERR_BODY_TIMEOUT')
        throw new ModelError('timeout', `The reply began and then stalled for ${idleMs / 1000} s.`);
      throw error;
    }
  }

  return {
    async fetch(url, request = {}) {
      request.signal?.throwIfAborted();
      let target = new URL(url);
      for (let count = 0; ; count += 1) {
        const response = await sendOnce(target, request);
        if (response.status < 300 || response.status > 399) return response;
        const next = findRedirect(target, response);
        if (next === null) throw describeRedirect(target, response);
        if (count >= mostRedirects)
          throw new ModelError('bad-request', `${target.host} redirects in a circle.`, {
            status: response.status,
          });
        target = next;
      }
    },
    close() {
      opened?.then(({ dispatcher }) => dispatcher.destroy()).catch(() => undefined);
      opened = null;
    },
  };
}

interface Opened {
  dispatcher: EnvHttpProxyAgent;
  request: typeof requestByUndici;
}

async function open(env: HttpClientOptions['env'], { connectMs }: HttpLimits): Promise<Opened> {
  const proxies = readProxies(env);
  // The default export is the same whether the library is bundled or not.
  const { EnvHttpProxyAgent, request } = (await import('undici')).default;
  const connect = { timeout: connectMs };
  // Plain HTTP requests go to the proxy without a tunnel, as other programs send them; HTTPS requests are always tunnelled.
  const settings = { ...proxies, connect, proxyTls: connect, proxyTunnel: false };
  return { dispatcher: new EnvHttpProxyAgent(settings), request };
}

/** Checks `mayLeave` once more when the connection is made, since the process may have been suspended meanwhile. */
function stopLate(mayLeave: CallOptions['mayLeave']): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (...start) => {
        assertMayLeave({ mayLeave });
        handler.onRequestStart?.(...start);
      },
      onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
      onResponseStart: (...response) => handler.onResponseStart?.(...response),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...error) => handler.onResponseError?.(...error),
    });
}

/** The last event of a stream. Some servers leave the connection open after it. */
const lastEvent = /(?:^|\n)data: ?(?:\[DONE\]|\{"type": ?"message_stop"\})\s*\n\s*$/;
/** The reason why a reply ended. Some servers send it, but no last event. */
const reason = /(?<!\\)"(?:finish_reason|done_reason|finishReason)": ?"\w+"/;
const tailLength = 2000;

async function readBody(
  body: Readable,
  { maxBytes, lingerMs }: Pick<HttpLimits, 'maxBytes' | 'lingerMs'>,
  onPiece: HttpRequest['onPiece'],
): Promise<Buffer> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  const chunks: Uint8Array[] = [];
  let size = 0;
  let tail = '';
  try {
    for (;;) {
      const coming = pieces.next();
      const next = reason.test(tail) ? await takeSoon(coming, lingerMs) : await coming;
      if (next === null || next.done === true) break;
      const chunk = next.value;
      size += chunk.length;
      if (size > maxBytes) throw describeTooLong(maxBytes);
      chunks.push(chunk);
      onPiece?.(chunk);
      tail = (tail + Buffer.from(chunk.subarray(-tailLength)).toString('latin1')).slice(-tailLength);
      if (lastEvent.test(tail.slice(-80))) break;
    }
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks);
}

/** The next piece, or null when none arrives in time. */
async function takeSoon<Piece>(coming: Promise<Piece>, milliseconds: number): Promise<Piece | null> {
  const timer = new AbortController();
  const late = wait(milliseconds, null, { signal: timer.signal }).catch(() => null);
  try {
    return await Promise.race([coming, late]);
  } finally {
    timer.abort();
    // Closing the connection rejects a piece that is no longer awaited.
    coming.catch(() => undefined);
  }
}

function makeResponse({ statusCode, headers }: Dispatcher.ResponseData, bytes: Uint8Array): Response {
  if (statusCode < 200 || statusCode > 599)
    throw new ModelError('malformed', `The server answered ${statusCode}, which no server should.`);
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'content-encoding' || name === 'content-length') continue;
    for (const one of [value ?? []].flat()) kept.append(name, one);
  }
  const isEmpty = [204, 205, 304].includes(statusCode);
  return new Response(isEmpty ? null : new Uint8Array(bytes), { status: statusCode, headers: kept });
}

/** Where the request may be redirected: to another path of the same host, or to the same host with TLS. */
function findRedirect(from: URL, { status, headers }: Response): URL | null {
  const location = headers.get('location');
  if (location === null || (status !== 307 && status !== 308) || !URL.canParse(location, from.href))
    return null;
  const next = new URL(location, from);
  const isSafer = from.protocol === 'http:' && next.protocol === 'https:';
  return next.hostname === from.hostname && (isSafer || next.origin === from.origin) ? next : null;
}

/** A key must never be sent to another host, and a POST must not turn into a GET. */
function describeRedirect(from: URL, { status, headers }: Response): ModelError {
  const to = headers.get('location');
  return new ModelError(
    'bad-request',
    `${from.host} answered ${status}${to === null ? '' : ` and sends the request to ${to.slice(0, 200)}`}`,
    {
      status,
      requestId: headers.get('request-id') ?? headers.get('x-request-id'),
      remedy: 'If that is the right place, set it as `base_url` of the provider.',
    },
  );
}
