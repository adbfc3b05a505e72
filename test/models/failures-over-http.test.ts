import { describe, expect, it } from 'vitest';
import { createAsk } from '../../src/models/client/create-ask.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import type { FailureKind } from '../../src/session/vocabulary.ts';
import { createRedactor } from '../../src/text/secrets/redactor.ts';
import type { Answer, Fault, LoopbackOptions } from '../support/loopback-server.ts';
import { makeRealClock, makeRequest } from '../support/make-request.ts';
import { serveModel } from '../support/serve-model.ts';

const secretKey = 'sk-ant-test-0123456789abcdefghij';
const protocols = ['anthropic', 'openai'] as const;

async function setUp(options: LoopbackOptions, { tries = 1 } = {}) {
  const server = await serveModel(options);
  const env = {
    ANTHROPIC_API_KEY: secretKey,
    OPENAI_API_KEY: secretKey,
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_BASE_URL: `${server.url}/v1`,
  };
  const providers = createProviders({ config: {}, env });
  const redact = createRedactor(providers.secrets);
  const ask = createAsk({ providers, clock: makeRealClock(), random: () => 0, redact, tries });
  return { server, ask };
}

function status(code: number, body: unknown, headers?: Record<string, string>): Fault {
  return { fault: 'status', status: code, body, ...(headers === undefined ? {} : { headers }) };
}

const anthropicError = (type: string, message: string) => ({ type: 'error', error: { type, message } });
const openaiError = (message: string, code: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
});

const anthropicFaults: [name: string, answer: Answer, kind: FailureKind, words: string][] = [
  [
    'a rejected key',
    status(401, anthropicError('authentication_error', 'invalid x-api-key')),
    'auth',
    'invalid x-api-key',
  ],
  ['no credit', status(402, anthropicError('billing_error', 'Pay first')), 'billing', 'Pay first'],
  [
    'a model that is not there',
    status(404, anthropicError('not_found_error', 'model: nope')),
    'unknown-model',
    'model: nope',
  ],
  [
    'something not allowed',
    status(403, anthropicError('permission_error', 'Not for this key')),
    'forbidden',
    'Not for this key',
  ],
  [
    'a wrong request',
    status(400, anthropicError('invalid_request_error', 'messages: wrong')),
    'bad-request',
    'messages: wrong',
  ],
  [
    'a fault that only its words name',
    status(400, anthropicError('invalid_request_error', 'Your credit balance is too low')),
    'bad-request',
    'credit balance',
  ],
  ['a long prompt', status(413, anthropicError('request_too_large', 'Too large')), 'too-large', 'Too large'],
  ['a rate limit', status(429, anthropicError('rate_limit_error', 'Slow down')), 'rate-limit', 'Slow down'],
  ['overload', status(529, anthropicError('overloaded_error', 'Overloaded')), 'overloaded', 'Overloaded'],
  ['a fault of the server', status(500, anthropicError('api_error', 'Internal')), 'server', 'Internal'],
  [
    'an HTML error page',
    status(502, '<html><body>Bad gateway</body></html>', { 'content-type': 'text/html' }),
    'server',
    'answered 502',
  ],
  ['a refusal', { text: 'No.', stopReason: 'refusal' }, 'refusal', 'refused'],
  ['a cut reply', { text: '{"position": "x', stopReason: 'max_tokens' }, 'truncated', 'max_tokens'],
  ['an empty reply', '', 'empty', 'empty'],
];

const openaiFaults: [name: string, answer: Answer, kind: FailureKind, words: string][] = [
  [
    'a rejected key',
    status(401, openaiError('Incorrect API key provided', 'invalid_api_key')),
    'auth',
    'Incorrect API key',
  ],
  [
    'no quota (429)',
    status(429, openaiError('You exceeded your current quota', 'insufficient_quota')),
    'billing',
    'quota',
  ],
  [
    'no credits (402)',
    status(402, { error: { message: 'Insufficient credits', code: 402 } }),
    'billing',
    'credits',
  ],
  [
    'an unknown model (OpenAI)',
    status(404, openaiError('The model `x` does not exist', 'model_not_found')),
    'unknown-model',
    'does not exist',
  ],
  [
    'an unknown model (Ollama)',
    status(404, openaiError('model "x" not found', null, 'not_found_error')),
    'unknown-model',
    'not found',
  ],
  [
    'an unknown model (vLLM)',
    status(404, {
      object: 'error',
      message: 'The model `x` does not exist.',
      type: 'NotFoundError',
      code: 404,
    }),
    'unknown-model',
    'does not exist',
  ],
  [
    'an unknown model that only words name',
    status(400, { error: { message: 'x is not a valid model ID', code: 400 } }),
    'bad-request',
    'not a valid model',
  ],
  ['a wrong address', status(404, '404 page not found'), 'bad-request', '404'],
  ['something not allowed', status(403, openaiError('Country not supported')), 'forbidden', 'Country'],
  ['a wrong request', status(400, openaiError('messages is wrong')), 'bad-request', 'messages is wrong'],
  [
    'a detail list (FastAPI)',
    status(422, { detail: [{ loc: ['body'], msg: 'field required', input: 'the prompt' }] }),
    'bad-request',
    'answered 422: field required',
  ],
  [
    'details of a problem (RFC 9457)',
    status(403, { type: 'about:blank', title: 'Forbidden', detail: 'Not from here', status: 403 }),
    'forbidden',
    'Forbidden: Not from here',
  ],
  ['a conflict', status(409, openaiError('Try again')), 'server', 'Try again'],
  [
    'a request that took too long to arrive',
    status(408, openaiError('Slow')),
    'server',
    'answered 408: Slow',
  ],
  [
    'a long prompt',
    status(400, openaiError("This model's maximum context length is 8192", 'context_length_exceeded')),
    'too-large',
    'maximum context',
  ],
  ['a rate limit', status(429, openaiError('Rate limit reached')), 'rate-limit', 'Rate limit'],
  ['overload', status(503, openaiError('The engine is currently overloaded')), 'overloaded', 'overloaded'],
  ['a fault of the server', status(500, { error: 'something broke' }), 'server', 'something broke'],
  [
    'a code of OAuth with its description',
    status(401, { error: 'invalid_token', error_description: 'The access token expired' }),
    'auth',
    'invalid_token: The access token expired',
  ],
  [
    'an error inside a success',
    status(200, {
      error: { code: 429, message: 'Provider returned error', metadata: { raw: 'upstream is busy' } },
    }),
    'rate-limit',
    'upstream is busy',
  ],
  [
    'an error inside a choice',
    status(200, { choices: [{ error: { code: 502, message: 'Upstream gone' } }] }),
    'server',
    'Upstream gone',
  ],
  [
    'a refusal in its own field',
    status(200, { choices: [{ message: { content: null, refusal: 'I will not' }, finish_reason: 'stop' }] }),
    'refusal',
    'I will not',
  ],
  ['a content filter', { text: 'x', stopReason: 'refusal' }, 'refusal', 'filter'],
  ['a cut reply', { text: '{"position": "x', stopReason: 'max_tokens' }, 'truncated', 'length'],
  ['an empty reply', '', 'empty', 'empty'],
  ['a reply without choices', status(200, { id: 'x' }), 'malformed', 'without a message'],
];

const commonFaults: [name: string, answer: Answer, kind: FailureKind, words: string][] = [
  ['a web page instead of a reply', { fault: 'html' }, 'malformed', 'not JSON'],
  ['broken JSON', { fault: 'broken-json' }, 'malformed', 'not JSON'],
  ['an empty body', status(200, ''), 'empty', 'empty body'],
  ['a body that breaks off', { fault: 'drop-body' }, 'network', 'was cut by 127.0.0.1'],
  ['a connection that is cut', { fault: 'drop' }, 'network', 'was cut by 127.0.0.1'],
  ['a body without end', { fault: 'endless' }, 'malformed', 'longer than'],
];

const table = [
  ...anthropicFaults.map((fault) => ['anthropic', ...fault] as const),
  ...openaiFaults.map((fault) => ['openai', ...fault] as const),
  ...protocols.flatMap((protocol) => commonFaults.map((fault) => [protocol, ...fault] as const)),
];

describe('failures over HTTP', () => {
  it.each(table)('%s: %s', async (protocol, _, answer, kind, words) => {
    const { server, ask } = await setUp({ reply: () => answer });
    const reply = await ask(makeRequest(`${protocol}/some-model`, { schema: null }), {
      signal: new AbortController().signal,
    });
    expect(reply).toMatchObject({ ok: false, kind, provider: protocol });
    if (reply.ok) return;
    expect(reply.message).toContain(words);
    expect(reply.remedy).not.toBe('');
    expect(reply.usage.calls).toBe(1);
    expect(reply.facts).toMatchObject({ tries: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it.each(protocols)(
    '%s: gives up on headers that never come, and closes the connection',
    async (protocol) => {
      const { server, ask } = await setUp({ reply: () => ({ fault: 'stall-headers' }) }, { tries: 3 });
      const request = makeRequest(`${protocol}/some-model`, { timeout_ms: 200 });
      const reply = await ask(request, { signal: new AbortController().signal });
      expect(reply).toMatchObject({ ok: false, kind: 'timeout' });
      expect(server.requests).toHaveLength(1);
      await expect.poll(() => server.abandoned()).toBe(1);
    },
  );

  it.each(protocols)(
    '%s: keeps the request id, and the tokens of a reply that could not be used',
    async (protocol) => {
      const { ask } = await setUp({
        reply: () => ({
          text: 'cut',
          stopReason: 'max_tokens',
          usage: { input: 100, output: 50 },
          requestId: 'req_77',
        }),
      });
      const reply = await ask(makeRequest(`${protocol}/some-model`), {
        signal: new AbortController().signal,
      });
      expect(reply).toMatchObject({
        request_id: 'req_77',
        usage: { calls: 1, input_tokens: 100, output_tokens: 50, cost_usd: null },
      });
    },
  );

  it.each(protocols)(
    '%s: sends no NUL and no half of a character, and cuts words between characters',
    async (protocol) => {
      const family = '👨‍👩‍👧';
      const { server, ask } = await setUp({
        reply: () =>
          status(403, { error: { type: 'permission_error', message: `${'a'.repeat(495)}${family}bc` } }),
      });
      const broken = 'a queue 🧵'.slice(0, -1);
      const request = makeRequest(`${protocol}/some-model`, {
        system: [{ text: `You are ${broken}.`, cache: false }],
        prompt: [{ text: `Which\0 ${broken}?`, cache: false }],
        stop_sequences: [broken],
        schema: {
          name: 'x',
          json: { type: 'object', properties: { a: { type: 'string', description: broken } } },
        },
      });
      const reply = await ask(request, { signal: new AbortController().signal });
      const sent = JSON.stringify(server.requests[0]?.body);
      expect(sent).not.toMatch(/\\ud[89a-f]|\\u0000|\0/i);
      expect(sent.match(/a queue \ufffd/g)?.length).toBeGreaterThanOrEqual(3);
      expect(reply.ok ? '' : reply.facts?.said).toBe(`${'a'.repeat(495)}…`);
    },
  );

  it.each([
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['openai', 'OPENAI_API_KEY'],
  ])('%s: a key that is missing, or cannot be sent, is no call', async (protocol, variable) => {
    const server = await serveModel();
    const config = {
      anthropic: { type: 'anthropic' as const, base_url: server.url },
      openai: { type: 'openai' as const, base_url: `${server.url}/v1`, api_key_env: 'OPENAI_API_KEY' },
    };
    for (const [env, words] of [
      [{}, variable],
      [{ [variable]: 'schlüssel-für-日本-0123456789' }, 'characters'],
    ] as const) {
      const providers = createProviders({ config, env });
      const redact = createRedactor(providers.secrets);
      const ask = createAsk({ providers, clock: makeRealClock(), random: () => 0, redact });
      const reply = await ask(makeRequest(`${protocol}/some-model`), {
        signal: new AbortController().signal,
      });
      expect(reply).toMatchObject({ ok: false, kind: 'auth' });
      expect(reply.ok ? '' : reply.message).toContain(words);
      expect(JSON.stringify(reply)).not.toContain('schlüssel');
    }
    expect(server.requests).toHaveLength(0);
  });
});
