/** Base URLs as people write them lead to the place that they mean. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProviders } from '../../src/models/create-providers.ts';
import { makeRequest } from '../support/make-request.ts';

/** Asks a server at a base URL; returns the path that was asked for. */
async function findPath(type: 'anthropic' | 'openai', path: string): Promise<string | undefined> {
  const paths: (string | undefined)[] = [];
  const server = createServer((incoming, response) => {
    paths.push(incoming.url);
    incoming.resume();
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const providers = createProviders({
    config: { own: { type, base_url: url, ...(type === 'anthropic' ? { api_key_env: 'OWN_KEY' } : {}) } },
    env: { OWN_KEY: 'a-key-of-some-length' },
  });
  onTestFinished(() => {
    providers.end();
    server.closeAllConnections();
    server.close();
  });
  const { signal } = new AbortController();
  const asking = providers
    .find('own/m')
    .provider.complete(makeRequest('own/m', { schema: null }), { modelName: 'm', signal });
  await expect(asking).rejects.toMatchObject({ kind: 'bad-request' });
  return paths[0];
}

describe('the address of chat completions', () => {
  it.each([
    ['', '/chat/completions'],
    ['/', '/chat/completions'],
    ['/v1', '/v1/chat/completions'],
    ['/v1/', '/v1/chat/completions'],
    ['/v1//', '/v1/chat/completions'],
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['/v1/chat/completions/', '/v1/chat/completions'],
    [
      '/openai/deployments/d?api-version=2026-01-01',
      '/openai/deployments/d/chat/completions?api-version=2026-01-01',
    ],
    [
      '/openai/deployments/d/?api-version=1&x=a%20b',
      '/openai/deployments/d/chat/completions?api-version=1&x=a%20b',
    ],
    ['/d/chat/completions?api-version=1', '/d/chat/completions?api-version=1'],
    ['/v1#part', '/v1/chat/completions'],
  ])('%j is %j', async (base, path) => {
    expect(await findPath('openai', base)).toBe(path);
  });
});

describe('the address of messages', () => {
  it.each([
    ['', '/v1/messages'],
    ['/', '/v1/messages'],
    ['/v1', '/v1/messages'],
    ['/v1/', '/v1/messages'],
    ['/v1/messages', '/v1/messages'],
    ['/anthropic', '/anthropic/v1/messages'],
    ['/anthropic/v1/messages/', '/anthropic/v1/messages'],
    ['/anthropic?api-version=1', '/anthropic/v1/messages?api-version=1'],
  ])('%j is %j', async (base, path) => {
    expect(await findPath('anthropic', base)).toBe(path);
  });
});
