/** The proxies of the environment: what goes through them, what goes past them, and what is said when they refuse. */
import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProviders } from '../../src/models/create-providers.ts';
import { makeRequest } from '../support/make-request.ts';
import { serveModel } from '../support/serve-model.ts';
import { certificate, certificateKey } from './certificate.ts';

/** A proxy that forwards plain requests and opens tunnels; `seen` holds what it was asked for. */
async function startProxy({ refuses = false } = {}) {
  const seen: string[] = [];
  const credentials: (string | undefined)[] = [];
  const note = (incoming: IncomingMessage): void => {
    seen.push(`${incoming.method} ${incoming.url}`);
    credentials.push(incoming.headers['proxy-authorization']);
  };
  const proxy = createServer((incoming, response) => {
    note(incoming);
    if (refuses) return void response.writeHead(407).end();
    const { method = 'GET', headers } = incoming;
    const onward = forward(incoming.url ?? '', { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    incoming.pipe(onward);
  });
  proxy.on('connect', (incoming, socket, head) => {
    note(incoming);
    if (refuses) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const [host, port] = (incoming.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen, credentials };
}

/** A server with a certificate that nobody signed. */
async function startSecure() {
  const server = createSecureServer({ cert: certificate, key: certificateKey }, (incoming, response) => {
    incoming.resume();
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const startServer = () => serveModel({ reply: () => 'ready' });

/** Asks a model of a server in an environment. */
async function ask(reference: string, server: string, env: Record<string, string>) {
  const providers = createProviders({
    config: {
      anthropic: { type: 'anthropic', base_url: server, api_key_env: 'ANTHROPIC_API_KEY' },
      local: { type: 'openai', base_url: `${server}/v1` },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef', ...env },
  });
  onTestFinished(() => providers.end());
  const { provider, modelName } = providers.find(reference);
  const { signal } = new AbortController();
  return provider.complete(makeRequest(reference, { schema: null }), { modelName, signal });
}

const references = ['anthropic/some', 'local/some'];

describe.each(references)('a request to %s', (reference) => {
  it.each(['HTTP_PROXY', 'http_proxy'])('goes through the proxy that %s names', async (variable) => {
    const [proxy, server] = await Promise.all([startProxy(), startServer()]);
    const { text } = await ask(reference, server.url, { [variable]: proxy.url });
    expect(text).toBe('ready');
    expect(proxy.seen).toHaveLength(1);
    expect(proxy.seen[0]).toMatch(new RegExp(`^POST ${server.url}/v1/`));
    expect(server.requests).toHaveLength(1);
  });

  it.each(['127.0.0.1', 'other.example, 127.0.0.1', '*'])(
    'goes past it where NO_PROXY is %j',
    async (none) => {
      const [proxy, server] = await Promise.all([startProxy(), startServer()]);
      await ask(reference, server.url, { HTTP_PROXY: proxy.url, NO_PROXY: none });
      expect(proxy.seen).toEqual([]);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('is tunnelled through HTTPS_PROXY where it has TLS, and an untrusted certificate is named', async () => {
    const [proxy, url] = await Promise.all([startProxy(), startSecure()]);
    const failing = ask(reference, url, { HTTPS_PROXY: proxy.url });
    await expect(failing).rejects.toMatchObject({
      kind: 'network',
      facts: { code: expect.stringContaining('SELF_SIGNED'), host: url.slice('https://'.length) },
    });
    expect(proxy.seen).toEqual([`CONNECT ${url.slice('https://'.length)}`]);
  });

  it('says that the proxy refused, with and without TLS', async () => {
    const [proxy, server, secure] = await Promise.all([
      startProxy({ refuses: true }),
      startServer(),
      startSecure(),
    ]);
    for (const url of [server.url, secure]) {
      await expect(ask(reference, url, { HTTP_PROXY: proxy.url })).rejects.toMatchObject({
        kind: 'network',
        message: expect.stringContaining('407'),
      });
    }
    expect(server.requests).toEqual([]);
  });
});

describe('proxies', () => {
  it('take the name and password of their address, and an address without a scheme', async () => {
    const [proxy, server] = await Promise.all([startProxy(), startServer()]);
    const address = proxy.url.replace('http://', 'mary:secret@');
    await ask('local/some', server.url, { HTTP_PROXY: address });
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('mary:secret').toString('base64')}`]);
  });

  it('with an address that is none are said by their variable, and their password is not', async () => {
    const server = await startServer();
    const failing = ask('local/some', server.url, { HTTP_PROXY: 'http://mary:secret@:8080' });
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'network', facts: { reason: 'proxy', about: 'HTTP_PROXY' } });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  it('of the process itself are not read: only the environment that is handed in counts', async () => {
    const server = await startServer();
    const before = process.env['HTTP_PROXY'];
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
    onTestFinished(() => {
      if (before === undefined) delete process.env['HTTP_PROXY'];
      else process.env['HTTP_PROXY'] = before;
    });
    expect((await ask('local/some', server.url, {})).text).toBe('ready');
  });
});
