/** Errors in the place of an answer: from proxies with status 200, and from programs that end well. */
import { afterEach, describe, expect, it } from 'vitest';
import type { FailureKind } from '../../src/domain/vocabulary.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { type Loopback, startLoopback } from '../support/loopback-server.ts';
import { makeRequest } from '../support/make-request.ts';

let server: Loopback | undefined;
afterEach(() => server?.close());

/** Asks servers of both protocols and a program for a plain reply, or for a form. */
async function ask(text: string, { plain = true, by = 'openai' as 'openai' | 'anthropic' | 'program' } = {}) {
  server = await startLoopback({ reply: () => text });
  const print = `process.stdout.write(${JSON.stringify(text)})`;
  const { provider } = createProviders({
    config: {
      anthropic: { type: 'anthropic', base_url: server.url },
      openai: { type: 'openai', base_url: `${server.url}/v1` },
      program: { type: 'command', command: [process.execPath, '-e', print] },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef' },
  }).find(by === 'program' ? by : `${by}/some`);
  const request = makeRequest(`${by}/some`, plain ? { schema: null } : {});
  const call = { modelName: by === 'program' ? '' : 'some', signal: AbortSignal.timeout(20_000) };
  return (await provider.complete(request, call)).text;
}

const errors: readonly [text: string, kind: FailureKind][] = [
  [
    'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    'overloaded',
  ],
  ['API Error: Rate limit reached', 'rate-limit'],
  ['API Error: 500 terminated', 'server'],
  ['API Error (Connection error.)', 'network'],
  ['API Error: Request timed out.', 'network'],
  ['Failed to authenticate. API Error: 401 {"error":{"message":"OAuth token has expired"}}', 'auth'],
  ['[API Error: You have exhausted your daily quota on this model.]', 'rate-limit'],
  ["You've hit your limit · resets 1pm (Europe/Lisbon)", 'rate-limit'],
  ['Claude AI usage limit reached|1749924000', 'rate-limit'],
  ['5-hour limit reached ∙ resets 3pm', 'rate-limit'],
  ['Usage limit reached. Try again tomorrow.', 'rate-limit'],
  ['Rate limit exceeded. Please wait.', 'rate-limit'],
  ['Too many requests, please slow down.', 'rate-limit'],
  ['429 Too Many Requests', 'rate-limit'],
  ['Invalid API key · Please run /login', 'auth'],
  ['Not logged in · Please run /login', 'auth'],
  ['Incorrect API key provided: sk-x.', 'auth'],
  ['Credit balance is too low', 'billing'],
  ['Insufficient balance', 'billing'],
  ['Error: 402 Payment Required', 'billing'],
  ['❌ Error: the model is overloaded. Please try again later.', 'overloaded'],
  ['**Error:** Service temporarily unavailable', 'overloaded'],
  ['The server is busy. Please try again later.', 'overloaded'],
  ['The model is currently loading, please wait', 'overloaded'],
  ['503 Service Unavailable', 'overloaded'],
  ['upstream connect error or disconnect/reset before headers. reset reason: connection timeout', 'network'],
  ['upstream request timeout', 'network'],
  ['stream error: stream disconnected before completion', 'network'],
  ['Error code: 524', 'server'],
  ['HTTP 502', 'server'],
  ['An unexpected error occurred. Please try again.', 'server'],
  ['Something went wrong.', 'server'],
  ['Execution error', 'server'],
  ['Prompt is too long', 'too-large'],
  ['Your session has expired. Please log in.', 'auth'],
  ['The model gpt-9-mini does not exist', 'unknown-model'],
  ['openai.RateLimitError: Error code: 429', 'rate-limit'],
  [
    "There's an issue with the selected model (opus-9). It may not exist or you may not have access to it.",
    'unknown-model',
  ],
  ['{"error":{"message":"Rate limit exceeded","code":429}}', 'rate-limit'],
  ['{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'overloaded'],
  ['{"detail":"Invalid API key"}', 'auth'],
  ['<html><head><title>502 Bad Gateway</title></head><body></body></html>', 'server'],
  ['<!DOCTYPE html><html><h1>Too many requests</h1></html>', 'rate-limit'],
  ['<think>Hm.</think>API Error: 529 Overloaded', 'overloaded'],
  ['[ERROR] Rate limit exceeded', 'rate-limit'],
  ['Error\nRate limit exceeded', 'rate-limit'],
  ['You have exhausted your capacity on this model.', 'rate-limit'],
  ['Free tier limit reached', 'rate-limit'],
  ['Please wait a few minutes before you try again', 'rate-limit'],
  ['Please set an Auth method in your settings', 'auth'],
  ['Failed to login. Message: no browser', 'auth'],
  ['Service temporarily unavailable', 'overloaded'],
  ["I'm sorry, an error occurred.", 'server'],
  ['Oops! Something went wrong', 'server'],
  ['Unknown error', 'server'],
  ['429', 'rate-limit'],
  ['ReadTimeout', 'network'],
  ['The read operation timed out', 'network'],
  ['connect ECONNREFUSED 127.0.0.1:11434', 'network'],
  ['getaddrinfo ENOTFOUND api.example', 'network'],
  ['CUDA out of memory. Tried to allocate 2 GiB.', 'server'],
  [
    'Traceback (most recent call last):\n  File "a.py", line 1\n  File "b.py"\n  File "c.py"\nRateLimitError: 429',
    'rate-limit',
  ],
  ['panic: runtime error: index out of range', 'server'],
  ['bash: line 1: claude: command not found', 'server'],
  ['Segmentation fault (core dumped)', 'server'],
  ['Context length exceeded', 'too-large'],
  ["This model's maximum context length is 8192 tokens.", 'too-large'],
  ['Reached max turns (1)', 'server'],
  ['(no content)', 'server'],
  ['Your trial has ended.', 'billing'],
  ['This request requires more credits', 'billing'],
  ['Es ist ein Fehler aufgetreten.', 'server'],
  ['Une erreur est survenue', 'server'],
  ['Se ha producido un error inesperado', 'server'],
  ['エラーが発生しました', 'server'],
  ['请求过于频繁，请稍后再试', 'rate-limit'],
  ['服务器繁忙，请稍后再试。', 'overloaded'],
  ['余额不足', 'billing'],
];

const answers: readonly string[] = [
  'Rate limit each tenant to 100 requests a minute.',
  'Rate limits belong at the gateway, not in the queue.',
  'Error handling: one place, and every message says what to do next.',
  'Errors are values here.',
  'Name the error: what happened, why, and what to type next.',
  'Every request error: shown once, with its cause.',
  'Timeouts of 30 s are enough.',
  'Overloaded servers should shed load early.',
  'Invalid API keys must be rejected before the body is read.',
  'The server is the place for this rule.',
  'A 429 is better than a slow answer.',
  'Too many requests are made for one page: batch them.',
  'Usage limits should be reached slowly, so warn at 80 %.',
  'Connection pooling.',
  'The model layer does not exist yet: build it first.',
  'Prompt is too long a word for this column.',
  'Fatal errors end the job; others are tried again.',
  'Forbidden words are kept in a list.',
  'Yes.',
  'The server is busy only at noon, so keep the queue.',
  'Unauthorized users see nothing.',
  'Access to this model is restricted to admins; keep it so.',
  'Killed processes restart.',
  'Bad request bodies are refused.',
  'Upgrade to PostgreSQL 17 to continue with partitions.',
  'Context length exceeded errors must be shown.',
  'Null is fine.',
  'No response is better than a wrong one.',
  'Trial expired users keep their data.',
  '服务器繁忙时应当排队。',
  '错误应当重试。',
  '{"position": "Use a queue."}',
  `API Error: 529 was what the old client printed. ${'I would show the cause and the remedy instead. '.repeat(10)}`,
  'Rate limit exceeded\n\nis what they will see.\n\nI would rather queue.\n\nThe queue is there.\n\nIt needs no new code.',
];

describe('an error in the place of an answer', () => {
  it.each(errors)('%s is a failure: %s', async (text, kind) => {
    await expect(ask(text)).rejects.toMatchObject({ kind });
    await server?.close();
    await expect(ask(text, { plain: false, by: 'anthropic' })).rejects.toMatchObject({ kind });
  });

  it.each(errors.filter((_, index) => index % 8 === 0))(
    '%s, printed by a program, is a failure: %s',
    async (text, kind) => {
      await expect(ask(text, { by: 'program' })).rejects.toMatchObject({ kind, usage: { calls: 1 } });
    },
  );

  it.each(answers)('is not what this answer is: %s', async (text) => {
    expect(await ask(text)).toBe(text);
  });

  it('is not an answer in the form asked for, whatever that says', async () => {
    const text = '{"position": "API Error: 529 Overloaded", "confidence": 1}';
    expect(await ask(text, { plain: false })).toBe(text);
  });

  it.each<[name: string, body: unknown, kind: FailureKind, type?: string]>([
    ['without a code', { error: { message: 'Rate limit exceeded' } }, 'rate-limit'],
    ['as a text', { error: 'Incorrect API key provided' }, 'auth'],
    [
      'in a list',
      { success: false, errors: [{ code: 10_000, message: 'Authentication error: no API key' }] },
      'auth',
    ],
    ['by another name', { error_code: 18, error_msg: 'Too many requests' }, 'rate-limit'],
    ['by a third name', { code: 1302, msg: 'rate limit' }, 'rate-limit'],
    [
      'with a status in words',
      { error: { status: 'UNAVAILABLE', message: 'The model is overloaded', code: 503 } },
      'overloaded',
    ],
    ['inside a wrapper', { data: { error: { message: 'insufficient_quota' } } }, 'billing'],
    [
      'as a page',
      '<html><title>503 Service Temporarily Unavailable</title></html>',
      'overloaded',
      'text/html',
    ],
    ['as a page that names nothing', '<html><title>Welcome</title></html>', 'malformed', 'text/html'],
    ['as a bare text', 'upstream request timeout', 'network', 'text/plain'],
  ])(
    'with status 200 and a body %s is a failure of its kind',
    async (_, body, kind, type = 'application/json') => {
      server = await startLoopback({
        reply: () => ({ fault: 'status', status: 200, body, headers: { 'content-type': type } }),
      });
      const { provider } = createProviders({
        config: { openai: { type: 'openai', base_url: `${server.url}/v1` } },
        env: {},
      }).find('openai/some');
      const call = { modelName: 'some', signal: AbortSignal.timeout(20_000) };
      await expect(
        provider.complete(makeRequest('openai/some', { schema: null }), call),
      ).rejects.toMatchObject({ kind });
    },
  );
});
