/** What the vendor's client takes for `fetch`: our own way to send, and replies that are there as a whole. */

import { ModelError } from '../../domain/provider.ts';
import type { HttpLimits, HttpReply, HttpRequest, ReplyHeaders, SendHttp } from './port.ts';

/** What the client hands through to `fetch` with a request that is to leave when `ready` resolves. */
interface Waiting {
  ready?: HttpRequest['ready'];
}

/** Its form as an option of a call. */
export function waitFor(ready: HttpRequest['ready']): object {
  return { ready } satisfies Waiting;
}

/** A fetch that sends within limits, and turns away successes that are not replies. */
export function createClientFetch(send: SendHttp, limits: HttpLimits): typeof fetch {
  return async (input, init) => {
    const { isPlain, url, method, headers, body, signal } = await readRequest(input, init);
    const { ready } = (init ?? {}) as Waiting;
    const reply = await send(url, { method, headers, body, signal, limits, ready });
    const type = reply.headers.get('content-type') ?? '';
    if (reply.status < 300 && !/json|event-stream/i.test(type)) {
      throw new ModelError(
        'malformed',
        `The server sent ${type === '' ? 'an untyped page' : type.split(';')[0]} instead of a reply`,
        {
          status: reply.status,
          requestId: reply.headers.get('request-id'),
          remedy: 'Check the base URL of the provider; it seems to lead to a web page or a proxy.',
        },
      );
    }
    if (reply.status < 200 || reply.status > 599)
      throw new ModelError('malformed', `The server answered ${reply.status}, which no server should.`);
    // What the client asks of models it reads by a few parts; a whole `Response`, with its streams, is dear, and for the rest.
    if (isPlain && reply.status === 200 && !/event-stream/i.test(type))
      return new WholeReply(reply) as unknown as Response;
    return makeResponse(reply);
  };
}

interface ReadRequest {
  /** An address and a text, as a call to a model is. */
  isPlain: boolean;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  signal: AbortSignal;
}

/** The client's own calls are an address and a text; whatever else it may come to ask takes the long way. */
async function readRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<ReadRequest> {
  const body = init?.body ?? null;
  const headers = init?.headers;
  const isPlain = typeof input === 'string' && (body === null || typeof body === 'string');
  if (isPlain && headers instanceof Headers && init?.signal) {
    return {
      isPlain,
      url: input,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(headers),
      body,
      signal: init.signal,
    };
  }
  const request = new Request(input, init);
  return {
    isPlain: false,
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
    signal: request.signal,
  };
}

function makeResponse({ status, headers, bytes }: HttpReply): Response {
  const isEmpty = status === 204 || status === 205 || status === 304;
  const body = isEmpty ? null : new Uint8Array(bytes);
  return new Response(body, { status, headers: [...headers.entries()] });
}

/** What the client reads of a response whose body is there already. */
class WholeReply implements Pick<Response, 'ok' | 'status' | 'url' | 'body' | 'text' | 'json'> {
  readonly ok = true;
  readonly status: number;
  readonly url = '';
  readonly body = null;
  readonly headers: ReplyHeaders;
  readonly #bytes: Buffer;

  constructor({ status, headers, bytes }: HttpReply) {
    this.status = status;
    this.headers = headers;
    this.#bytes = bytes;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(this.#bytes);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}
