/** What names a wait is waited for, in whichever place and wording, as long as the time of the call allows. */
import { afterEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../src/domain/provider.ts';
import type { FailureKind } from '../../src/domain/vocabulary.ts';
import { createAsk } from '../../src/models/client/create-ask.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { classifyHttpFailure } from '../../src/models/http/failure.ts';
import { readReset, readRetryAfter, readSpokenWait } from '../../src/models/http/waits.ts';
import { type Answer, type Loopback, startLoopback } from '../support/loopback-server.ts';
import { makeJumpingClock, makeRequest } from '../support/make-request.ts';

describe('a wait in words', () => {
  it.each<[words: string, ms: number | null]>([
    ['Rate limit reached on tokens per min (TPM): Limit 30000, Used 29000. Please try again in 6s.', 6000],
    ['Please try again in 1m30.5s. Visit the limits page.', 90_500],
    ['Please try again in 7m12.3s', 432_300],
    ['try again in 850ms', 850],
    ['Please retry after 20 seconds.', 20_000],
    ['Please retry in 36.904s.', 36_904],
    ['Too many requests, retry after 10', 10_000],
    ['{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"17s"}', 17_000],
    ['{\\"retryDelay\\": \\"17.5s\\"}', 17_500],
    ['{"error":"Model x is currently loading","estimated_time":20.0}', 20_000],
    ['{"retry_after_ms": 1500}', 1500],
    ['retry_after: 5', 5000],
    ['wait 30 seconds before retrying', 30_000],
    ['Please wait for 2 minutes and 5 seconds', 125_000],
    ['Your limit resets in 2h3m', 7_380_000],
    ['We will be back in 5 minutes', 300_000],
    ['Try again in 1,200 ms', 1200],
    ['The queue is full, available again in 1,5 s', 1500],
    ['请在 30 秒后重试', 30_000],
    ['30秒後に再試行してください', 30_000],
    ['5초 후에 다시 시도하세요', 5000],
    ['Bitte versuchen Sie es in 30 Sekunden erneut.', 30_000],
    ['Réessayez dans 2 minutes', 120_000],
    ['Intente de nuevo en 20 segundos', 20_000],
    ['Повторите через 15 секунд', 15_000],
    ['Try again in an hour.', 3_600_000],
    ['try again in a minute', 60_000],
    ['Please retry after 00:00:30', 30_000],
    ['Please slow down, the next request is allowed in 2.5s', 2500],
    ['{"cooldown_seconds": 5}', 5000],
    ['{"resets_in_seconds": 7}', 7000],
    ['{"reset_after": "4s"}', 4000],
    // None of these names one.
    ['Die Anfrage dauerte 30 Sekunden', null],
    ['请稍后重试', null],
    ['It started at 12:30:15', null],
    ['Please try again later', null],
    ['try again in a few seconds', null],
    ['Your limit resets at 3pm', null],
    ['The request took 30 s', null],
    ['Failed in 12 s after 3 tries', null],
    ['retry attempt after 500 errors', null],
    ['the prompt has 9000 tokens, wait', null],
    ['Introduced in 2024', null],
  ])('%j', (words, ms) => {
    expect(readSpokenWait(words)).toBe(ms);
  });
});

const date = 'Fri, 27 Nov 2026 10:00:00 GMT';
const noon = Date.parse(date);

describe('a wait in headers', () => {
  it.each<[headers: Record<string, string>, ms: number | null]>([
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': '6' }, 6000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '6s' }, 6000],
    [{ 'retry-after': '1m30s' }, 90_000],
    [{ 'retry-after': 'Fri, 27 Nov 2026 10:00:30 GMT', date }, 30_000],
    [{ 'retry-after': '2026-11-27T10:00:12Z', date }, 12_000],
    [{ 'retry-after': String(noon / 1000 + 4), date }, 4000],
    [{ 'retry-after': 'PT1M30S' }, 90_000],
    [{ 'retry-after': '30, 60' }, 30_000],
    [{ 'x-ms-retry-after-ms': '1500' }, 1500],
    [{ 'x-retry-after': '3' }, 3000],
    [{ 'x-ratelimit-retry-after': '3' }, 3000],
    [{ 'x-ratelimit-reset-after': '2.5' }, 2500],
    [{ 'retry-after': '00:00:09' }, 9000],
    [{ 'retry-after': 'NaN' }, null],
    [{ 'retry-after': 'Infinity' }, null],
    [{ 'retry-after': '-1' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': 'Fri, 27 Nov 2026 10:00:30 GMT' }, null],
  ])('retry-after %j', (headers, ms) => {
    expect(readRetryAfter(new Headers(headers))).toBe(ms);
  });

  it.each<[headers: Record<string, string>, ms: number | null]>([
    [
      {
        'x-ratelimit-reset-requests': '6m0s',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-tokens': '1s',
        'x-ratelimit-remaining-tokens': '100',
      },
      360_000,
    ],
    [
      {
        'x-ratelimit-reset-requests': '6m0s',
        'x-ratelimit-remaining-requests': '4',
        'x-ratelimit-reset-tokens': '7.66s',
        'x-ratelimit-remaining-tokens': '0',
      },
      7660,
    ],
    [
      {
        'anthropic-ratelimit-tokens-reset': '2026-11-27T10:00:12Z',
        'anthropic-ratelimit-tokens-remaining': '0',
        date,
      },
      12_000,
    ],
    [{ 'x-ratelimit-reset': String(noon / 1000 + 9), date }, 9000],
    [{ 'x-ratelimit-reset': String(noon + 9000), 'x-ratelimit-remaining': '0', date }, 9000],
    [{ 'ratelimit-reset': '45' }, 45_000],
    [{ 'x-ratelimit-reset-tokens': '12ms' }, 12],
    [{ 'x-rate-limit-reset': '30' }, 30_000],
    [{ ratelimit: '"default";r=0;t=30' }, 30_000],
    [{ ratelimit: 'limit=10, remaining=0, reset=30' }, 30_000],
    // What has something left is not what was reached.
    [{ ratelimit: '"default";r=7;t=30' }, null],
    [{ 'x-ratelimit-reset-requests': '12ms', 'x-ratelimit-remaining-requests': '9' }, null],
    [{}, null],
  ])('reset %j', (headers, ms) => {
    expect(readReset(new Headers(headers))).toBe(ms);
  });
});

describe('the kind of a refusal', () => {
  it.each<[status: number, words: string, kind: FailureKind, headers?: Record<string, string>]>([
    [
      429,
      'You exceeded your current quota, please check your plan and billing details. Please retry in 36.9s.',
      'rate-limit',
    ],
    [429, 'insufficient_quota: You exceeded your current quota', 'billing'],
    [429, 'Spend limit reached for this minute', 'rate-limit', { 'retry-after': '20' }],
    [402, 'Payment required; try again in 30 seconds', 'rate-limit'],
    [402, 'Payment required', 'billing'],
    [403, 'You have exceeded a secondary rate limit. Please wait 60 seconds.', 'rate-limit'],
    [400, 'Rate limit reached, try again in 6s', 'rate-limit'],
    [500, 'Too many requests', 'rate-limit'],
    [503, 'Loading model', 'overloaded'],
    [503, 'Service Unavailable', 'overloaded'],
    [529, 'Overloaded', 'overloaded'],
    [500, 'llm server loading model', 'overloaded'],
    [400, 'Model llama-3 is still being loaded', 'overloaded'],
    [404, 'The model "qwen" is currently loading, please retry', 'overloaded'],
    [500, 'The instance is starting up', 'overloaded'],
    [404, 'No models loaded. Please load a model.', 'unknown-model'],
    [500, 'error loading model: out of memory', 'server'],
    [400, 'Your credit balance is too low', 'billing'],
    // Servers of other countries.
    [400, '您的账户已欠费，请充值后重试', 'billing'],
    [429, '账户余额不足', 'billing'],
    [429, '您当前使用该API的并发数过高，请降低并发', 'rate-limit'],
    [400, '请求过于频繁', 'rate-limit'],
    [400, 'リクエストが多すぎます', 'rate-limit'],
    [400, '模型不存在，请检查模型代码', 'unknown-model'],
    [400, 'モデルが見つかりません', 'unknown-model'],
    [400, 'Das Modell "qwen" existiert nicht', 'unknown-model'],
    [400, '输入长度超过模型最大上下文长度', 'too-large'],
    [403, '无效的 API Key', 'auth'],
    [400, '无效的令牌', 'auth'],
    [500, '服务器繁忙，请稍后再试', 'overloaded'],
    [400, '系统检测到输入或生成内容可能包含不安全或敏感内容', 'refusal'],
    // Kinds under statuses that say something else.
    [403, 'Daily limit exceeded', 'rate-limit'],
    [403, 'You have exceeded your monthly spending cap', 'billing'],
    [429, 'Your credits are exhausted', 'billing'],
    [400, 'quota exceeded', 'rate-limit'],
    [400, 'The model `mixtral-8x7b` has been decommissioned and is no longer supported.', 'unknown-model'],
    [410, 'The model `x` has been deprecated', 'unknown-model'],
    [400, 'Requested model not found', 'unknown-model'],
    [403, 'Project does not have access to model gpt-5', 'unknown-model'],
    [400, 'Please reduce the length of the messages or completion.', 'too-large'],
    [400, 'Prompt exceeds max length', 'too-large'],
    [400, 'data_inspection_failed: Input data may contain inappropriate content.', 'refusal'],
    [400, 'Content Exists Risk', 'refusal'],
    [400, 'User location is not supported for the API use.', 'forbidden'],
    [400, 'This organization has been disabled.', 'forbidden'],
    [451, 'Unavailable For Legal Reasons', 'forbidden'],
    [407, 'Proxy Authentication Required', 'network'],
    [424, 'Failed dependency', 'server'],
    [499, '', 'server'],
    [410, 'Gone', 'bad-request'],
    // What only speaks of a model blames the request.
    [400, '`temperature` is deprecated for this model', 'bad-request'],
    [400, 'With this model, `top_p` is deprecated', 'bad-request'],
  ])('%i %j is %s', (status, message, kind, headers = {}) => {
    const failure = classifyHttpFailure({
      status,
      message,
      code: null,
      type: null,
      headers: new Headers(headers),
      requestId: null,
      who: 'x',
    });
    expect(failure.kind).toBe(kind);
  });
});

let server: Loopback | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** Asks a server that gives these answers, one after the other, with a clock in which waiting takes no time. */
async function ask(answers: Answer[], timeoutMs = 180_000) {
  server = await startLoopback({ reply: () => answers.shift() ?? '{"position":"at last"}' });
  const clock = makeJumpingClock({ jumpsMs: 100_000 });
  const providers = createProviders({
    config: { local: { type: 'openai', base_url: `${server.url}/v1` } },
    env: {},
  });
  const waited: { kind: FailureKind; waitMs: number }[] = [];
  const call = createAsk({
    providers,
    clock,
    random: () => 0,
    redact: (text) => text,
    onRetry: (_, retry) => waited.push(retry),
  });
  const request = makeRequest('local/some', { timeout_ms: timeoutMs });
  const reply = await call(request, { signal: new AbortController().signal });
  providers.end();
  return { reply, waited, requests: server.requests.length, passed: clock.elapsed() };
}

function refuse(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return { fault: 'status', status, headers, body };
}

describe('a call', () => {
  it.each<[name: string, refusal: Answer, waitMs: number]>([
    ['in the text', refuse(429, { error: { message: 'Please try again in 6s.' } }), 6000],
    [
      'in the details of the body',
      refuse(429, {
        error: {
          message: 'Resource exhausted, check your plan and billing',
          details: [{ '@type': 'RetryInfo', retryDelay: '17s' }],
        },
      }),
      17_000,
    ],
    [
      'in a field of its own',
      refuse(503, { error: 'Model m is currently loading', estimated_time: 20 }),
      20_000,
    ],
    ['in a header', refuse(429, { error: { message: 'slow down' } }, { 'retry-after': '31' }), 31_000],
    [
      'as the reset of the limit that was reached',
      refuse(
        429,
        { error: { message: 'slow down' } },
        {
          'x-ratelimit-reset-tokens': '1m30s',
          'x-ratelimit-remaining-tokens': '0',
        },
      ),
      90_000,
    ],
  ])('waits as long as is named %s', async (_, refusal, waitMs) => {
    const { reply, waited } = await ask([refusal]);
    expect(reply).toMatchObject({ ok: true });
    expect(waited.map((one) => one.waitMs)).toEqual([waitMs]);
  });

  it('waits more than three times, while its time lasts', async () => {
    const busy = refuse(529, { error: { message: 'Overloaded' } });
    const { reply, requests, passed } = await ask(Array.from({ length: 9 }, () => busy));
    expect(reply).toMatchObject({ ok: true, usage: { calls: 10 } });
    expect(requests).toBe(10);
    expect(passed).toBeLessThan(180_000);
  });

  it('gives up when the time of the call is over, and says for what it waited', async () => {
    const busy = refuse(429, { error: { message: 'Please try again in 50s.' } });
    const { reply, requests, passed } = await ask(Array.from({ length: 20 }, () => busy));
    expect(reply).toMatchObject({ ok: false, kind: 'rate-limit' });
    expect(reply.ok ? '' : reply.message).toContain('to be tried again in 50 s');
    expect(requests).toBe(4);
    expect(passed).toBeLessThanOrEqual(180_000);
  });

  it('does not ask again at once where no wait at all is asked for', async () => {
    const now = refuse(429, { error: { message: 'busy' } }, { 'retry-after': '0' });
    const { requests } = await ask(Array.from({ length: 5_000 }, () => now));
    expect(requests).toBeLessThan(60);
  });

  it('that was called off is no failed call', async () => {
    const stop = new AbortController();
    const call = createAsk({
      providers: {
        find: () => ({
          modelName: 'm',
          provider: {
            name: 'p',
            type: 'openai',
            complete: async () => {
              stop.abort();
              throw new ModelError('cancelled', 'stopped');
            },
          },
        }),
      },
      clock: makeJumpingClock(),
      random: () => 0,
      redact: (text) => text,
    });
    const reply = await call(makeRequest('p/m', { timeout_ms: 100_000 }), { signal: stop.signal });
    expect(reply).toMatchObject({ ok: false, kind: 'cancelled', usage: { calls: 0 } });
  });
});
