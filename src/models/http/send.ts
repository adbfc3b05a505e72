/**
 * One request over node's own HTTP client, its reply read whole. The client behind `fetch` takes half a millisecond longer
 * for each call, most of it for streams that nobody needs here: with twenty seats that is a third of what a round adds
 * to its models. What `fetch` would do for us and a model call needs is here: connections that are used again, compressed
 * bodies, redirects within a host, and an end for whatever stands still.
 */
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ModelError } from '../../domain/provider.ts';
import type { HttpLimits, HttpReply, HttpRequest, ReplyHeaders, SendHttp } from './port.ts';

const defaultConnectMs = 10_000;
/** Milliseconds that a connection is kept without a request: one that was dropped on the way in silence would hang the next. */
const keptMs = 30_000;
const mostRedirects = 5;
/** A timer above this fires at once. */
const mostTimerMs = 2 ** 31 - 1;

const agents: { http?: HttpAgent; https?: HttpsAgent } = {};

/** Sends over node's client, on connections that all calls of the process share. */
export const sendHttp: SendHttp = async (url, request) => {
  let target = new URL(url);
  await request.ready?.();
  request.signal.throwIfAborted();
  for (let count = 0; ; count += 1) {
    const reply = await sendOnce(target, request);
    if (reply.status < 300 || reply.status > 399) return reply;
    const next = findRedirect(target, reply);
    if (next === null) throw describeRedirect(target, reply);
    if (count >= mostRedirects)
      throw new ModelError('bad-request', `${target.host} redirects in a circle.`, { status: reply.status });
    target = next;
  }
};

/** Where the same request may go instead: another path of the same host, or the same host with TLS. */
function findRedirect(from: URL, { status, headers }: HttpReply): URL | null {
  const location = headers.get('location');
  if (location === null || (status !== 307 && status !== 308) || !URL.canParse(location, from.href))
    return null;
  const next = new URL(location, from);
  const isSafer = from.protocol === 'http:' && next.protocol === 'https:';
  return next.hostname === from.hostname && (isSafer || next.origin === from.origin) ? next : null;
}

/** A key must not follow to another host, and a request that was to be answered must not become a look. */
function describeRedirect(from: URL, { status, headers }: HttpReply): ModelError {
  const to = headers.get('location');
  return new ModelError(
    'bad-request',
    `${from.host} answered ${status}${to === null ? '' : ` and sends the request to ${to.slice(0, 200)}`}`,
    {
      status,
      requestId: headers.get('request-id') ?? headers.get('x-request-id'),
      remedy: 'If that is the right place, name its address as the base URL of the provider.',
    },
  );
}

function sendOnce(url: URL, { method, headers, body, signal, limits }: HttpRequest): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const sent = { 'user-agent': 's2s', ...headers };
    // The signal is listened to for as long as the reply is read; aborting destroys the connection.
    const options = { method, headers: sent, signal };
    // The time is that of connections without a request: one with a request is not ended by it.
    agents.https ??= new HttpsAgent({ keepAlive: true, timeout: keptMs });
    agents.http ??= new HttpAgent({ keepAlive: true, timeout: keptMs });
    const request = isSecure
      ? requestHttps(url, { ...options, agent: agents.https })
      : requestHttp(url, { ...options, agent: agents.http });
    request.on('error', reject);
    limitConnecting(request, { host: url.host, isSecure, connectMs: limits.connectMs ?? defaultConnectMs });
    let hasReply = false;
    request.on('response', (response) => {
      hasReply = true;
      readBody(response, limits)
        .then((bytes) => resolve({ status: response.statusCode ?? 0, headers: readHeaders(response), bytes }))
        .catch((error: unknown) => {
          response.destroy();
          reject(error);
        });
    });
    // Where a server changes the protocol there is neither a reply nor an error.
    request.on('close', () => {
      if (!hasReply) reject(Object.assign(new Error('closed before a reply came'), { code: 'ECONNRESET' }));
    });
    if (body === null) request.end();
    else {
      request.setHeader('content-length', Buffer.byteLength(body));
      request.end(body);
    }
  });
}

function limitConnecting(
  request: ClientRequest,
  { host, isSecure, connectMs }: { host: string; isSecure: boolean; connectMs: number },
): void {
  request.on('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      const error = new Error(`there was no connection to ${host} after ${connectMs / 1000} s`);
      request.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }, connectMs);
    const done = (): void => clearTimeout(timer);
    socket.once(isSecure ? 'secureConnect' : 'connect', done);
    socket.once('close', done);
  });
}

function readBody(response: IncomingMessage, limits: HttpLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const firstMs = Math.min(limits.firstMs ?? limits.idleMs, mostTimerMs);
    const timer = setTimeout(giveUp, firstMs, firstMs);
    let idle: NodeJS.Timeout | null = null;
    function giveUp(ms: number): void {
      fail(new ModelError('timeout', `The reply began and then stood still for ${ms / 1000} s.`));
    }
    function stop(): void {
      clearTimeout(timer);
      if (idle !== null) clearTimeout(idle);
    }
    function fail(error: unknown): void {
      stop();
      reject(error);
    }
    const body = unpack(response, fail);
    response.on('error', fail);
    response.on('data', () => {
      clearTimeout(timer);
      if (idle === null) idle = setTimeout(giveUp, limits.idleMs, limits.idleMs);
      else idle.refresh();
    });
    body.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= limits.maxBytes) chunks.push(chunk);
      else
        fail(
          new ModelError('malformed', `The reply was longer than ${limits.maxBytes} bytes and was given up.`),
        );
    });
    body.on('end', () => {
      stop();
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
  });
}

/** The body as it was before it was packed for the way. */
function unpack(response: IncomingMessage, fail: (error: unknown) => void): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return response;
  const make = unpackers[encoding];
  if (make === undefined) {
    fail(
      new ModelError(
        'malformed',
        `The reply is packed in a way that is not known: ${encoding.slice(0, 40)}.`,
      ),
    );
    return response;
  }
  const unpacked = make();
  unpacked.on('error', (error) =>
    fail(new ModelError('malformed', `The reply could not be unpacked (${encoding}): ${error.message}`)),
  );
  return response.pipe(unpacked);
}

const unpackers: Readonly<Record<string, () => Readable & NodeJS.WritableStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function readHeaders({ headers }: IncomingMessage): ReplyHeaders {
  const join = (value: string | string[] | undefined): string | null =>
    Array.isArray(value) ? value.join(', ') : (value ?? null);
  return {
    get: (name) => join(headers[name.toLowerCase()]),
    entries: () =>
      Object.entries(headers).map(([name, value]): [string, string] => [name, join(value) ?? '']),
  };
}
