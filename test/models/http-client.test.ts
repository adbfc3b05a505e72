/** Sending: what a server may do to a request, and what becomes of it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { classifyThrown } from '../../src/models/http/failure.ts';
import { createHttpClient, type HttpRequest } from '../../src/models/http/http-client.ts';

const json = '{"position":"Keep the table – it is there"}';

interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A server that answers as told; what it saw, and the connections that were made to it. */
async function serve(answer: (request: Seen, response: ServerResponse) => void) {
  const seen: Seen[] = [];
  const connections = new Set<Socket>();
  const read = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    seen.push(request);
    answer(request, response);
  };
  const server: Server = createServer((incoming, response) => {
    read(incoming, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => connections.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, connections };
}

/** A client of the test's own, and the usual request. */
function makeClient() {
  const client = createHttpClient({});
  onTestFinished(() => client.close());
  return client;
}

function makeRequest(changes: HttpRequest = {}): HttpRequest {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'a-key' },
    body: '{"say":"größer"}',
    ...changes,
  };
}

/** Sends one request with a client of its own. */
async function send(url: string, changes: HttpRequest = {}) {
  return makeClient().fetch(url, makeRequest(changes));
}

describe('a request', () => {
  it('that may not leave any more is not sent', async () => {
    const { url, seen } = await serve((_, response) => response.end(json));
    const client = makeClient();
    const mayLeave = (isAllowed: boolean) => () => isAllowed;
    const stopped = client.fetch(url, makeRequest({ mayLeave: mayLeave(false) }));
    await expect(stopped.catch((error: unknown) => classifyThrown(error))).resolves.toMatchObject({
      kind: 'network',
      message: expect.stringContaining('suspended'),
    });
    expect(seen).toEqual([]);
    expect((await client.fetch(url, makeRequest({ mayLeave: mayLeave(true) }))).status).toBe(200);
    expect(seen).toHaveLength(1);
  });

  it('arrives as it was given, and its reply comes whole, with every header', async () => {
    const { url, seen } = await serve((_, response) => {
      response.writeHead(201, [
        ...['Content-Type', 'application/json', 'Request-Id', 'req_1'],
        ...['X-Part', 'one', 'X-Part', 'two'],
      ]);
      response.write(json.slice(0, 30));
      setImmediate(() => response.end(json.slice(30)));
    });
    const reply = await send(`${url}/v1/messages?beta=true`);
    expect(reply.status).toBe(201);
    expect(await reply.text()).toBe(json);
    expect(reply.headers.get('request-id')).toBe('req_1');
    expect(reply.headers.get('x-part')).toBe('one, two');
    expect(seen).toMatchObject([
      {
        method: 'POST',
        path: '/v1/messages?beta=true',
        body: '{"say":"größer"}',
        headers: { 'x-api-key': 'a-key', 'content-length': '18' },
      },
    ]);
  });

  it.each([
    ['another server', 307, (other: string) => `${other}/v1`],
    ['another path', 308, () => '/v1/'],
    ['a look instead of an answer', 302, () => '/login'],
    ['nowhere', 307, () => null],
  ] as const)('does not follow to %s, and sends no key there', async (_, status, locate) => {
    const other = await serve((__, response) => void response.end(json));
    const location = locate(other.url);
    const { url } = await serve((__, response) => {
      response.writeHead(status, location === null ? {} : { location }).end();
    });
    await expect(send(url)).rejects.toMatchObject({
      kind: 'bad-request',
      facts: { reason: 'redirect', status, about: location ?? 'nowhere' },
    });
    expect(other.seen).toEqual([]);
  });

  it('ends with its signal, before, while it waits, and in the middle of a reply', async () => {
    const { url, seen, connections } = await serve(({ path }, response) => {
      if (path === '/middle') response.writeHead(200).write('{');
    });
    await expect(send(url, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(seen).toHaveLength(0);
    for (const path of ['/wait', '/middle']) {
      const controller = new AbortController();
      const before = seen.length;
      const sending = send(`${url}${path}`, { signal: controller.signal });
      const failing = expect(sending).rejects.toThrow(/abort/i);
      while (seen.length === before) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      await failing;
      await new Promise<void>((resolve) => {
        const [socket] = [...connections].slice(-1);
        if (socket === undefined || socket.destroyed) resolve();
        else socket.once('close', () => resolve());
      });
    }
  });
});
