/** Sends requests to model servers, through the proxies that the environment names, and reads each whole reply within limits. */

import type { Readable } from 'node:stream';
import type { Dispatcher, EnvHttpProxyAgent, request as requestByUndici } from 'undici';
import { type CallOptions, ModelError } from '../../session/ports/provider.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { assertMayLeave } from '../client/call-limit.ts';
import { ConnectionFailure, readCode } from './connection-failure.ts';
import { readRequestId } from './failure.ts';

/** Limits of a request, in addition to the time limit of the call. */
export interface HttpLimits {
  /** Milliseconds for a connection, TLS included. */
  connectMs: number;
  /** Milliseconds without a byte after which a reply that has begun counts as stalled. */
  idleMs: number;
  /** The most bytes of a reply; a longer reply is refused. */
  maxBytes: number;
}

/** Replies are a few kilobytes; a server that sends more than 8 MiB is broken or hostile. */
export const defaultHttpLimits: HttpLimits = {
  connectMs: 10_000,
  idleMs: 60_000,
  maxBytes: 8 * 1024 * 1024,
};

/** A request: the options of `fetch`, limits for this request alone, and callbacks. */
export interface HttpRequest extends RequestInit {
  idleMs?: number;
  /** The most bytes of this reply, when it may be longer than others. */
  maxBytes?: number;
  /** Called for each piece of a successful reply as it arrives; must not throw. */
  onPiece?: ((bytes: Uint8Array) => void) | undefined;
  /** As in `CallOptions`: called before the request is made. */
  mayLeave?: CallOptions['mayLeave'];
}

/** A client that all providers of a run share, with its connections. */
export interface HttpClient {
  /**
   * Like `fetch`, but resolves once the whole reply has arrived. Rejects with ModelError `timeout` when a body stalls,
   * `malformed` when it is too long, `bad-request` when the server redirects, and `network` when a proxy's address is wrong;
   * otherwise with a ConnectionFailure or the signal's reason.
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
    // Nothing here unpacks a reply, and a few kilobytes need no packing.
    const own = { 'user-agent': 's2s', 'accept-encoding': 'identity' };
    const headers = { ...own, ...type, ...Object.fromEntries(sent.headers) };
    const body = text ?? (sent.body === null ? null : new Uint8Array(await sent.arrayBuffer()));
    assertMayLeave({ mayLeave });
    try {
      const reply = await request(url, {
        dispatcher,
        method: sent.method as 'POST',
        headers,
        body,
        signal: signal ?? null,
        // The call itself limits the time until the headers arrive.
        headersTimeout: 0,
        bodyTimeout: idleMs,
      });
      const isSuccess = reply.statusCode === 200;
      return makeResponse(reply, await readBytes(reply.body, maxBytes, isSuccess ? onPiece : undefined));
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Error) || error instanceof ModelError) throw error;
      if (readCode(error) === 'UND_ERR_BODY_TIMEOUT')
        throw new ModelError('timeout', '', { reason: 'stalled', about: idleMs / 1000 });
      throw new ConnectionFailure(url, error);
    }
  }

  return {
    async fetch(url, request = {}) {
      request.signal?.throwIfAborted();
      const target = new URL(url);
      const response = await sendOnce(target, request);
      // A key must never be sent to another address, and a POST must not turn into a GET.
      if (response.status < 300 || response.status > 399) return response;
      const to = response.headers.get('location');
      throw new ModelError('bad-request', '', {
        reason: 'redirect',
        status: response.status,
        host: target.host,
        about: to === null ? 'nowhere' : cutText(to, 200),
        requestId: readRequestId(response.headers),
      });
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

async function readBytes(
  body: Readable,
  maxBytes: number,
  onPiece: HttpRequest['onPiece'],
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop destroys the body, and with it the connection.
    if (size > maxBytes) throw new ModelError('malformed', '', { reason: 'too-long', about: maxBytes });
    chunks.push(chunk);
    onPiece?.(chunk);
  }
  return Buffer.concat(chunks);
}

function makeResponse(
  { statusCode, headers }: Dispatcher.ResponseData,
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  if (statusCode < 200 || statusCode > 599)
    throw new ModelError('malformed', '', { reason: 'answered', status: statusCode });
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) kept.append(name, one);
  const isEmpty = [204, 205, 304].includes(statusCode);
  return new Response(isEmpty ? null : bytes, { status: statusCode, headers: kept });
}

/** Addresses in the form that the client takes; empty when there is none. */
export interface Proxies {
  httpProxy: string;
  httpsProxy: string;
  /** Hosts that are reached without a proxy, separated by commas; a domain covers its subdomains. */
  noProxy: string;
}

/**
 * Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`; the lowercase name of each takes precedence. The client falls back from
 * `httpsProxy` to `httpProxy`.
 * Throws ModelError `network` for a value that is not an address.
 */
export function readProxies(env: Readonly<Record<string, string | undefined>>): Proxies {
  const read = (name: string): string => (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  return {
    httpProxy: readAddress('HTTP_PROXY', read('HTTP_PROXY')),
    httpsProxy: readAddress('HTTPS_PROXY', read('HTTPS_PROXY')),
    noProxy: read('NO_PROXY'),
  };
}

function readAddress(variable: string, value: string): string {
  if (value === '') return '';
  // `proxy:8080` is as common as `http://proxy:8080`.
  const address = /^[a-z0-9+.-]+:\/\//i.test(value) ? value : `http://${value}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  // The value may hold a password, so it is not repeated.
  throw new ModelError('network', '', { reason: 'proxy', about: variable });
}
