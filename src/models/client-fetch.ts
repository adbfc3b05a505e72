/** What the vendor's client takes for `fetch`: our own way to send, and replies that are there as a whole. */
import type { HttpLimits, HttpReply, SendHttp } from './http-port.ts';
import { ModelError } from './provider.ts';

/** A fetch that sends within limits, and turns away successes that are not replies. */
export function createClientFetch(send: SendHttp, limits: HttpLimits): typeof fetch {
  return async (input, init) => {
    const { url, method, headers, body, signal } = await readRequest(input, init);
    const reply = await send(url, { method, headers, body, signal, limits });
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
    return makeResponse(reply, type);
  };
}

interface PlainRequest {
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
): Promise<PlainRequest> {
  const body = init?.body ?? null;
  const headers = init?.headers;
  const isPlain = typeof input === 'string' && (body === null || typeof body === 'string');
  if (isPlain && headers instanceof Headers && init?.signal) {
    return {
      url: input,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(headers),
      body,
      signal: init.signal,
    };
  }
  const request = new Request(input, init);
  return {
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
    signal: request.signal,
  };
}

function makeResponse(reply: HttpReply, type: string): Response {
  const { status, headers } = reply;
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) return new Response(null, { status, headers });
  // A stream is taken apart by the client as one.
  if (/event-stream/i.test(type)) return new Response(new Uint8Array(reply.bytes), { status, headers });
  return new WholeResponse(reply);
}

/** A response whose body is a text that is already there: without the streams that others make of it. */
class WholeResponse extends Response {
  readonly #bytes: Buffer;

  constructor({ status, headers, bytes }: HttpReply) {
    super(null, { status, headers });
    this.#bytes = bytes;
  }

  override readonly text = async (): Promise<string> => new TextDecoder().decode(this.#bytes);

  override readonly json = async (): Promise<unknown> => JSON.parse(await this.text());
}
