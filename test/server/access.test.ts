/** Who is let in: nobody by a foreign name, from a foreign page, without the token, or with more than a request may carry. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { checkPlace, isLoopback } from '../../src/server/access.ts';
import { makeFolder } from '../support/make-folder.ts';
import { serveApp, type TestServer, testToken } from '../support/serve-app.ts';

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
}

/** A request with any name in it, which `fetch` would not send. */
function send({ server }: TestServer, { method = 'GET', path = '/api/sessions', headers = {} }: Sent) {
  return new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: server.port, method, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
        });
      });
      sent.on('error', reject);
      sent.end();
    },
  );
}

const authorization = `Bearer ${testToken}`;

test('a foreign name and a foreign page get nothing, whatever they ask for and whatever they carry', async () => {
  const served = await serveApp();
  const port = String(served.server.port);
  const paths = ['/', '/page.js', '/healthz', '/api/sessions', '/api/openapi.json', '/nothing'];
  const foreign: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: `evil.example:${port}` },
    { host: `127.0.0.1.evil.example:${port}` },
    { host: `localhost.evil.example:${port}` },
    { host: `127.0.0.1:${Number(port) + 1}` },
    { host: '127.0.0.1' },
    { host: `10.0.0.1:${port}` },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `https://127.0.0.1:${port}` },
    { origin: 'http://127.0.0.1' },
    { origin: `http://localhost:${port}` },
  ];
  for (const path of paths) {
    for (const headers of foreign) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, text } = await send(served, { method, path, headers: { authorization, ...headers } });
        expect([status, JSON.parse(text).error.code], `${method} ${path} ${JSON.stringify(headers)}`).toEqual(
          [403, 'FORBIDDEN'],
        );
      }
      served.refill();
    }
  }
  // What is no name at all gets nothing either, wherever that is noticed.
  for (const host of ['user@127.0.0.1', '127.999.1.1', '127.256.0.1', '[:::::]', '127.0.0.1/x', '%00'])
    for (const path of paths) {
      const { status, text } = await send(served, {
        path,
        headers: { authorization, host: `${host}:${port}` },
      });
      expect([host, status, text]).toEqual([host, 400, expect.not.stringMatching(/ at |\.js:/)]);
      served.refill();
    }
  for (const headers of [
    { host: `LOCALHOST:${port}` },
    { host: `[::1]:${port}` },
    { origin: `http://127.0.0.1:${port}` },
  ]) {
    const { status } = await send(served, { headers: { authorization, ...headers } });
    expect(status, JSON.stringify(headers)).toBe(200);
  }
});

test('without the token nothing of the interface answers, with a wrong one neither', async () => {
  const served = await serveApp();
  const wrong = [
    undefined,
    '',
    'Bearer',
    `Bearer ${testToken}a`,
    `Bearer ${testToken.slice(1)}`,
    `Basic ${testToken}`,
    testToken,
  ];
  for (const given of wrong) {
    const headers = given === undefined ? {} : { authorization: given };
    const { status, text, headers: answered } = await send(served, { headers });
    expect(status).toBe(401);
    expect(JSON.parse(text)).toEqual({
      error: { code: 'UNAUTHORIZED', message: expect.any(String), hint: expect.any(String) },
    });
    expect(answered['www-authenticate']).toBe('Bearer');
  }
  // A token in the address would stand in logs.
  expect((await send(served, { path: `/api/sessions?token=${testToken}` })).status).toBe(401);
  expect((await send(served, { path: '/healthz' })).status).toBe(200);
});

test('every answer forbids what a page could do with it', async () => {
  const served = await serveApp();
  for (const [path, status] of [
    ['/', 200],
    ['/healthz', 200],
    ['/api/sessions', 200],
    ['/api/sessions/none', 404],
    ['/nothing', 404],
    ['/../../etc/passwd', 404],
    ['/page.css/../../package.json', 404],
  ] as const) {
    const answer = await send(served, { path, headers: { authorization } });
    expect([path, answer.status]).toEqual([path, status]);
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  }
});

test('a body has a form and a size', async () => {
  const served = await serveApp();
  const headers = (type: string) => ({ headers: { 'content-type': type } });
  for (const [body, extra, status, code] of [
    ['{"topic":"x"}', headers('text/plain'), 415, 'NOT_JSON'],
    ['{"topic":"x"}', headers('application/x-www-form-urlencoded'), 415, 'NOT_JSON'],
    ['{"topic":', {}, 400, 'INVALID_VALUE'],
    ['[]', {}, 400, 'INVALID_VALUE'],
    ['null', {}, 400, 'INVALID_VALUE'],
    [{ topic: '' }, {}, 400, 'INVALID_VALUE'],
    [{ topic: 'x', nothing: 1 }, {}, 400, 'INVALID_VALUE'],
    [{ topic: 'x', max_rounds: 'many' }, {}, 400, 'INVALID_VALUE'],
    [{ topic: 'x', context: ['/etc/passwd'] }, {}, 400, 'INVALID_VALUE'],
    [{ topic: 'x', participants: ['../../secret'] }, {}, 400, 'INVALID_VALUE'],
    [{ topic: 'x'.repeat(1_100_000) }, {}, 413, 'BODY_TOO_LARGE'],
  ] as const) {
    const answer = await served.read('/api/sessions', { body, ...extra });
    expect([answer.status, answer.body.error.code], JSON.stringify(body).slice(0, 80)).toEqual([
      status,
      code,
    ]);
  }
  const free = await served.read('/api/sessions', { body: { topic: 'x', max_cost: 0 } });
  expect(free.body.error.message).toContain('max_cost: must be above 0.');
  expect((await served.read('/api/sessions')).body.total).toBe(0);
});

test('an id is matched before anything is opened', async () => {
  const served = await serveApp();
  for (const [id, status] of [
    ['..%2f..%2fetc%2fpasswd', 400],
    ['A', 400],
    ['a'.repeat(200), 400],
    ['a%00b', 400],
    ['none', 404],
  ] as const) {
    for (const rest of ['', '/events', '/documents/adr', '/calls']) {
      const { status: answered, body } = await served.read(`/api/sessions/${id}${rest}`);
      expect([id, answered], JSON.stringify(body)).toEqual([id, status]);
    }
    expect((await served.read(`/api/discussions/${id}`)).status).toBe(status);
    const commanded = await served.read(`/api/sessions/${id}/commands`, { body: { command: 'skip' } });
    expect(commanded.status).toBe(status);
  }
});

const reached = { token: testToken, port: 4870, publicUrl: null };

test.for([
  ['127.0.0.1', 'localhost:4870', true],
  ['127.0.0.1', '192.168.1.4:4870', false],
  ['192.168.1.4', '192.168.1.4:4870', true],
  ['192.168.1.4', '192.168.1.5:4870', false],
  ['box.lan', 'box.lan:4870', true],
  ['box.lan', 'other.lan:4870', false],
  ['0.0.0.0', '192.168.1.4:4870', true],
  ['0.0.0.0', 'evil.example:4870', false],
  ['::', '[2001:db8::1]:4870', true],
  ['::', 'evil.example:4870', false],
] as const)('a server on %s answers to the name %s: %s', ([host, name, isLetIn]) => {
  const check = (): void =>
    checkPlace({ host: name, origin: undefined, authorization: undefined }, { ...reached, host });
  if (isLetIn) expect(check).not.toThrow();
  else expect(check).toThrow('This host name does not belong to this server');
});

test('behind a proxy its name and origin are let in, and no other', () => {
  const rules = { ...reached, host: '127.0.0.1', publicUrl: new URL('https://s2s.example.org') };
  const check = (host: string, origin?: string) => () =>
    checkPlace({ host, origin, authorization: undefined }, rules);
  expect(check('s2s.example.org', 'https://s2s.example.org')).not.toThrow();
  expect(check('127.0.0.1:4870', 'https://s2s.example.org')).not.toThrow();
  expect(check('s2s.example.org', 'https://evil.example')).toThrow();
  expect(check('evil.example', 'https://s2s.example.org')).toThrow();
});

test.for([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['128.0.0.1', false],
  ['127.0.0.1.evil.example', false],
] as const)('%s is this machine alone: %s', ([host, expected]) => expect(isLoopback(host)).toBe(expected));

test('an address may end with a stroke, and a query names its faults', async () => {
  const served = await serveApp();
  const ask = (method: string, path: string) => send(served, { method, path, headers: { authorization } });
  expect((await ask('GET', '/api/sessions/')).status).toBe(200);
  expect((await ask('PUT', '/api/sessions')).status).toBe(404);
  const { text } = await ask('GET', '/api/sessions?limit=0&status=gone&foo=1');
  expect(JSON.parse(text).error.message).toBe(
    'The request cannot be used: status: must be active, paused, completed or closed; limit: must be at least 1; unknown field "foo".',
  );
});

test('a file that a request names passes the same door as a look-up', async () => {
  const root = await makeFolder({
    ...{
      '.s2s/config.yaml': 'name: x\n',
      '.s2s/sessions/20250101-000000-a.yaml': 'x',
      '.s2signore': 'own.md\n',
    },
    ...{
      'ok.md': 'ok',
      'own.md': 'own',
      '.env': 'A=1',
      '.gitignore': 'ignored.md\n',
      'ignored.md': 'ignored',
    },
  });
  const served = await serveApp({ root });
  const ask = (context: readonly string[]) =>
    served.read('/api/sessions', {
      body: { topic: 'Which queue?', dry_run: true, max_rounds: 1, min_rounds: 1, context },
    });
  const closed = ['own.md', '.env', 'ignored.md', '.s2s/sessions/20250101-000000-a.yaml'];
  const { error } = (await ask(['ok.md', ...closed])).body;
  expect(error).toMatchObject({ code: 'FILE_REFUSED', message: expect.not.stringContaining('ok.md') });
  for (const file of closed) expect(error.message).toContain(`${file} (`);
  const session = await served.app.get({ session: (await ask(['ok.md'])).body.session_id });
  expect(session.context_files).toMatchObject([{ path: 'ok.md', note: 'whole' }]);
});
