/** Base URLs as people write them lead to the place that they mean. */
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildChatUrl, findAddressProblem, splitBaseUrl } from '../../src/models/addresses.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { findUnusable } from '../../src/models/find-unusable.ts';
import { ConnectionFailure } from '../../src/models/http/connection-failure.ts';
import { classifyThrown } from '../../src/models/http/failure.ts';
import { sayFailure, sayRemedy } from '../../src/models/say-failure.ts';
import { ModelError } from '../../src/session/ports/provider.ts';
import { makeRequest } from '../support/make-request.ts';

const host = 'https://h';

describe('the address of chat completions', () => {
  it.each([
    ['', '/chat/completions'],
    ['/v1', '/v1/chat/completions'],
    ['/v1//', '/v1/chat/completions'],
    ['/v1/chat/completions/', '/v1/chat/completions'],
    ['/d/?api-version=1&x=a%20b', '/d/chat/completions?api-version=1&x=a%20b'],
    ['/d/chat/completions?key=a&key=b', '/d/chat/completions?key=a&key=b'],
    ['/v1#part', '/v1/chat/completions'],
    ['/V1/Chat/Completions', '/V1/chat/completions'],
    ['//v1/  ', '/v1/chat/completions'],
    ['/a%2Fb/v1', '/a%2Fb/v1/chat/completions'],
  ])('%j is %j', (base, address) => {
    expect(buildChatUrl(`${host}${base}`)).toBe(`${host}${address}`);
  });
});

describe('the address that the client of the vendor is given', () => {
  it.each([
    ['', '', {}],
    ['/v1/', '', {}],
    ['/anthropic/v1/messages/', '/anthropic', {}],
    ['//v1/ ', '', {}],
    ['/anthropic?api-version=1', '/anthropic', { 'api-version': '1' }],
  ])('%j is %j with %j', (base, address, defaultQuery) => {
    expect(splitBaseUrl(`${host}${base}`)).toEqual({ baseURL: `${host}${address}`, defaultQuery });
  });
});

describe('an address', () => {
  it.each<[address: string, problem: RegExp | null]>([
    ['http://localhost:11434/v1', null],
    ['http://[::1]:8080/v1', null],
    ['https://example.com?api-version=1', null],
    ['  https://example.com/v1  ', null],
    ['HTTP://LOCALHOST:1', null],
    ['localhost:11434/v1', /begin with http/],
    ['127.0.0.1:8000', /not an address|begin with http/],
    ['https://', /not an address/],
    ['', /not an address/],
    ['ftp://example.com', /begin with http/],
    ['https://user:secret@example.com/v1', /user name or a password/],
    ['https://token@example.com', /user name or a password/],
  ])('%j has the problem %s', (address, problem) => {
    const found = findAddressProblem(address);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
    expect(found ?? '').not.toContain('secret');
  });

  it.each([
    ['openai/gpt', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://me:secret@proxy.example/v1' }],
    ['anthropic/claude', { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'proxy.example' }],
  ])('of the environment is refused before a call to %s', async (reference, env) => {
    const reason = await findUnusable(reference, { config: {}, env });
    expect(reason).toContain('its base URL cannot be used');
    expect(reason).not.toContain('secret');
  });
});

/** A server that answers each connection with these bytes, or ends it. */
async function listen(answer: string | null): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => (answer === null ? socket.destroy() : socket.end(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('a connection that fails', () => {
  /** Asks both protocols, and gives back what each says. */
  async function fail(address: string): Promise<{ message: string; remedy: string }[]> {
    const providers = createProviders({
      config: {
        plain: { type: 'openai', base_url: address },
        vendor: { type: 'anthropic', base_url: address, api_key_env: 'OWN_KEY' },
      },
      env: { OWN_KEY: 'a-key-of-some-length' },
    });
    onTestFinished(() => providers.end());
    const { signal } = new AbortController();
    return Promise.all(
      ['plain/m', 'vendor/m'].map(async (reference) => {
        const failure: unknown = await providers
          .find(reference)
          .provider.complete(makeRequest(reference), { modelName: 'm', signal })
          .catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(ModelError);
        return { message: sayFailure(failure as ModelError), remedy: sayRemedy(failure as ModelError) };
      }),
    );
  }

  it.each<[name: string, address: () => Promise<string>, message: RegExp, remedy: RegExp]>([
    [
      'nobody listens',
      async () => 'http://localhost:1/v1',
      /connection refused by localhost:1 /,
      /server started.*port/,
    ],
    [
      'there is no such host',
      async () => 'http://no-such-host.invalid/v1',
      /(no host named|looked up at the moment:) no-such-host\.invalid /,
      /address|name server/,
    ],
    [
      'TLS is asked of plain HTTP',
      async () => `https://127.0.0.1:${await listen('HTTP/1.1 400 Bad Request\r\n\r\n')}`,
      /no TLS is spoken by 127/,
      /http:\/\/ instead of https/,
    ],
    [
      'the other end hangs up',
      async () => `http://127.0.0.1:${await listen(null)}`,
      /cut by 127\.0\.0\.1:\d+/,
      /https:\/\//,
    ],
  ])('because %s says so', async (_name, address, message, remedy) => {
    for (const failure of await fail(await address())) {
      expect(failure.message).toMatch(message);
      expect(failure.remedy).toMatch(remedy);
    }
  });

  it.each<[code: string, message: string, remedy: string]>([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not trusted of h:1', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'has expired at h:1', 'Renew'],
    ['CERT_NOT_YET_VALID', 'not valid yet at h:1', 'clock'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'another host than h:1', 'base_url'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'agreed on with h:1', 'client certificate'],
    ['EHOSTUNREACH', 'no route to h:1', 'VPN'],
    ['EAI_AGAIN', 'looked up at the moment: h:1', 'name server'],
    ['EACCES', 'does not allow a connection to h:1', 'firewall'],
    ['UND_ERR_CONNECT_TIMEOUT', 'no connection in time to h:1', 'VPN'],
    ['E_NEW', 'what the system says', 'Check the connection'],
  ])('%s is named', (code, message, remedy) => {
    const cause = Object.assign(new Error('what the system says'), { code });
    const failure = classifyThrown(new ConnectionFailure(new URL('https://h:1/v1'), cause));
    expect(failure).toMatchObject({ kind: 'network', facts: { code, host: 'h:1' } });
    expect(sayFailure(failure)).toContain(message);
    expect(sayRemedy(failure)).toContain(remedy);
  });
});
