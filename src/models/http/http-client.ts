/** Sends requests to model servers, through the proxies that the environment names, and reads each whole reply within limits. */

import type { EnvHttpProxyAgent, request as requestByUndici } from 'undici';
import { type CallOptions, ModelError } from '../../session/ports/provider.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { assertMayLeave } from '../client/call-limit.ts';
import { ConnectionFailure } from './connection-failure.ts';
import { readRequestId } from './failure.ts';

/** Replies are a few kilobytes; a server that sends more than 8 MiB is broken or hostile. */
const mostBytes = 8 * 1024 * 1024;
/** Milliseconds for a connection, TLS included. */
const connect = { timeout: 10_000 };

/** A request: the options of `fetch`, a limit for this request alone, and callbacks. */
export interface HttpRequest extends RequestInit {
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
   * Like `fetch`, but resolves once the whole reply has arrived. Rejects with ModelError `malformed` when it is too long, `bad-request`
   * when the server redirects, and `network` when a proxy's address is wrong; otherwise with a ConnectionFailure or the signal's reason.
   */
  fetch: (url: string | URL, request?: HttpRequest) => Promise<Response>;
  /** Closes all connections at once. */
  close(): void;
}

/** Makes the client. The HTTP library is loaded, and the first connection made, with the first request. `env` is read for proxies. */
export function createHttpClient(env: Readonly<Record<string, string | undefined>>): HttpClient {
  let opened: Promise<{ dispatcher: EnvHttpProxyAgent; request: typeof requestByUndici }> | null = null;
  return {
    async fetch(url, { maxBytes = mostBytes, onPiece, mayLeave, signal, ...init } = {}) {
      signal?.throwIfAborted();
      const target = new URL(url);
      opened ??= open(env);
      const { dispatcher, request } = await opened;
      assertMayLeave({ mayLeave });
      try {
        const reply = await request(target, {
          dispatcher,
          method: (init.method ?? 'GET') as 'POST',
          // Nothing here unpacks a reply, and a few kilobytes need no packing.
          headers: { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' },
          body: init.body as string,
          signal: signal ?? null,
        });
        const { statusCode: status } = reply;
        const headers = new Headers();
        for (const [name, value] of Object.entries(reply.headers))
          for (const one of [value ?? []].flat()) headers.append(name, one);
        // A key must never be sent to another address, and a POST must not turn into a GET.
        if (status >= 300 && status <= 399) throw refuseRedirect(status, headers, target);
        const bytes = await readBytes(reply.body, maxBytes, status === 200 ? onPiece : undefined);
        return new Response(bytes.length === 0 ? null : bytes, { status, headers });
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Error) || error instanceof ModelError) throw error;
        throw new ConnectionFailure(target, error);
      }
    },
    close() {
      opened?.then(({ dispatcher }) => dispatcher.destroy()).catch(() => undefined);
      opened = null;
    },
  };
}

async function open(env: Parameters<typeof createHttpClient>[0]) {
  const proxies = readProxies(env);
  // The default export is the same whether the library is bundled or not.
  const { EnvHttpProxyAgent, request } = (await import('undici')).default;
  // The call itself limits the time until the reply has arrived. Plain HTTP requests go to the proxy without a tunnel, as other programs
  // send them; HTTPS requests are always tunnelled.
  const time = { connect, proxyTls: connect, headersTimeout: 0, bodyTimeout: 0 };
  return { dispatcher: new EnvHttpProxyAgent({ ...proxies, ...time, proxyTunnel: false }), request };
}

function refuseRedirect(status: number, headers: Headers, { host }: URL): ModelError {
  const to = headers.get('location');
  return new ModelError('bad-request', '', {
    ...{ reason: 'redirect', status, host, requestId: readRequestId(headers) },
    about: to === null ? 'nowhere' : cutText(to, 200),
  });
}

async function readBytes(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onPiece: HttpRequest['onPiece'],
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the body, and with it the connection.
    if (size > maxBytes) throw new ModelError('malformed', '', { reason: 'too-long', about: maxBytes });
    chunks.push(chunk);
    onPiece?.(chunk);
  }
  return Buffer.concat(chunks);
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
