import { describe, expect, it } from 'vitest';
import { createAsk } from '../../src/models/client/create-ask.ts';
import { estimateRequestTokens } from '../../src/models/client/estimate.ts';
import { makeUsage } from '../../src/models/client/prices.ts';
import { chooseWait, retriedKinds } from '../../src/models/client/retry.ts';
import { S2sError } from '../../src/session/errors.ts';
import type { Completion, Provider } from '../../src/session/ports/provider.ts';
import { ModelError } from '../../src/session/ports/provider.ts';
import { failureKinds } from '../../src/session/vocabulary.ts';
import { makeJumpingClock, makeRealClock, makeRequest } from '../support/make-request.ts';

const completion: Completion = {
  text: '{"position":"x"}',
  usage: makeUsage(1, { input_tokens: 1000, output_tokens: 100, cost_usd: null }),
  stop_reason: 'stop',
  request_id: 'r-1',
  model: 'm',
};
const signal = new AbortController().signal;

function script(...steps: (Completion | Error)[]): { provider: Provider; left: () => number } {
  const provider: Provider = {
    name: 'scripted',
    type: 'openai',
    complete: () => {
      const step = steps.shift();
      if (step === undefined) return Promise.reject(new Error('one call too many'));
      return step instanceof Error ? Promise.reject(step) : Promise.resolve(step);
    },
  };
  return { provider, left: () => steps.length };
}

function makeAsk(provider: Provider, options: Partial<Parameters<typeof createAsk>[0]> = {}) {
  return createAsk({
    providers: { find: () => ({ provider, modelName: 'm' }) },
    clock: makeJumpingClock(),
    random: () => 0.5,
    redact: (text) => text,
    ...options,
  });
}

/** A failed connection, as the client of HTTP tells of it. */
function broken(code: string): ModelError {
  return new ModelError('network', 'gone', { reason: 'connection', code });
}

const request = makeRequest('anthropic/claude-sonnet-5-5', { timeout_ms: 100_000 });

describe('retries', () => {
  it('are told of with the time until the next one, and only where there is one', async () => {
    const told: unknown[] = [];
    const busy = new ModelError('rate-limit', 'too many calls', { retryAfterMs: 7_000 });
    const { provider } = script(busy, new ModelError('network', 'gone'), new ModelError('refusal', 'no'));
    const ask = makeAsk(provider, { onRetry: ({ seat }, retry) => told.push([seat, retry]) });
    await ask(request, { signal });
    expect(told).toEqual([
      [request.seat, { kind: 'rate-limit', waitMs: 7_125 }],
      [request.seat, { kind: 'network', waitMs: 750 }],
    ]);
  });

  // A call of the kind `budget` is not made at all.
  it.each(failureKinds.filter((kind) => kind !== 'budget'))(
    '%s is tried as often as its rule says',
    async (kind) => {
      const passes = kind === 'rate-limit' || kind === 'overloaded';
      const tries = passes ? 20 : retriedKinds.includes(kind) ? 3 : 1;
      const { provider, left } = script(...Array<Error>(40).fill(new ModelError(kind, 'no')), completion);
      const reply = await makeAsk(provider)(request, { signal });
      expect(left()).toBe(41 - tries);
      expect(reply).toMatchObject({ ok: false, kind, usage: { calls: tries } });
      expect(reply.ok ? null : reply.facts).toMatchObject({ said: 'no', tries, wait_ms: null });
    },
  );

  it('wait longer each time, spread by chance, or as long as was asked', async () => {
    const clock = makeJumpingClock();
    const busy = new ModelError('overloaded', 'busy');
    const asked = new ModelError('rate-limit', 'later', { retryAfterMs: 30_000 });
    const { provider } = script(busy, asked, busy, completion);
    await makeAsk(provider, { clock, tries: 4 })(request, { signal });
    expect(clock.waits).toEqual([375, 30_125, 1500]);
    expect(chooseWait(busy, 20, 0.999)).toBeLessThanOrEqual(8000);
    expect(chooseWait(busy, 1, 0)).toBe(250);
  });

  it('begin no wait that the call cannot hold', async () => {
    const { provider, left } = script(
      new ModelError('rate-limit', 'later', { retryAfterMs: 99_990, requestId: 'r-9' }),
      completion,
    );
    const reply = await makeAsk(provider)(request, { signal });
    expect(reply).toMatchObject({ ok: false, kind: 'rate-limit', request_id: 'r-9' });
    expect(reply.ok ? '' : reply.message).toBe('later; it asks to wait 100 s, longer than the call may take');
    expect(left()).toBe(1);
  });

  it('end when the run is stopped during a wait', async () => {
    const stop = new AbortController();
    const { provider, left } = script(
      new ModelError('overloaded', 'busy', { retryAfterMs: 3000 }),
      completion,
    );
    const asked = makeAsk(provider, { clock: makeRealClock() })(request, { signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(asked).resolves.toMatchObject({ ok: false, kind: 'cancelled' });
    expect(left()).toBe(1);
  });
});

describe('a call of a session that another process may take', () => {
  function makeProof(lostAt: number) {
    const lost = new AbortController();
    let asked = 0;
    const renew = (): Promise<void> => {
      asked += 1;
      if (asked < lostAt) return Promise.resolve();
      lost.abort();
      return Promise.reject(new S2sError('LEASE_LOST', 'It was taken.'));
    };
    return { lost: lost.signal, renew, isSure: () => !lost.signal.aborted, readAsked: () => asked };
  }

  it('is made while it is sure to be held, and asks before each attempt', async () => {
    const { provider, left } = script(new ModelError('network', 'gone'), completion);
    const proof = makeProof(9);
    expect(await makeAsk(provider, { proof })(request, { signal })).toMatchObject({ ok: true });
    expect([left(), proof.readAsked()]).toEqual([0, 3]);
  });

  it.each([
    ['before it', 1, 2],
    ['between its attempts', 3, 1],
  ])('is not made once it is lost %s', async (_when, lostAt, unused) => {
    const { provider, left } = script(new ModelError('network', 'gone'), completion);
    const asking = makeAsk(provider, { proof: makeProof(lostAt) })(request, { signal });
    if (lostAt === 1) await expect(asking).rejects.toMatchObject({ code: 'LEASE_LOST' });
    else expect(await asking).toMatchObject({ ok: false, kind: 'cancelled' });
    expect(left()).toBe(unused);
  });

  it('ends at once when it is lost while it runs, and its provider is told', async () => {
    const lost = new AbortController();
    let isTold = false;
    const provider: Provider = {
      name: 'scripted',
      type: 'openai',
      complete: (_request, { signal: ending, mayLeave }) =>
        new Promise(() => {
          ending.addEventListener('abort', () => (isTold = mayLeave?.() === false));
          lost.abort();
        }),
    };
    const proof = { lost: lost.signal, renew: () => Promise.resolve(), isSure: () => !lost.signal.aborted };
    expect(await makeAsk(provider, { proof })(request, { signal })).toMatchObject({ kind: 'cancelled' });
    expect(isTold).toBe(true);
  });
});

describe('a call', () => {
  it('has its attempts, tokens and cost added up', async () => {
    const paid = new ModelError('server', 'half way', {
      usage: makeUsage(1, { input_tokens: 1000, cost_usd: null }),
    });
    const { provider } = script(paid, completion);
    const reply = await makeAsk(provider)(request, { signal });
    expect(reply.usage).toEqual({ ...makeUsage(2), input_tokens: 2000, output_tokens: 100, cost_usd: 0.005 });
  });

  it.each<[name: string, failure: ModelError, isCounted: boolean]>([
    ['no answer in time', new ModelError('timeout', 'late'), true],
    ['an empty reply', new ModelError('empty', 'nothing'), true],
    ['a reply that cannot be read', new ModelError('malformed', 'what'), true],
    ['a stream without an end', new ModelError('network', '', { reason: 'broke-off' }), true],
    ['a connection that was cut', broken('ECONNRESET'), true],
    ['a gateway that did not wait', new ModelError('server', 'late', { status: 504 }), true],
    ['a program that ended badly', new ModelError('server', 'ended', { status: 1 }), true],
    ['a connection that was refused', broken('ECONNREFUSED'), false],
    ['a host that is not there', broken('ENOTFOUND'), false],
    ['a certificate', broken('CERT_HAS_EXPIRED'), false],
    ['a server at fault', new ModelError('server', 'fault', { status: 500 }), false],
    ['a refused key', new ModelError('auth', 'no', { status: 401 }), false],
    ['a limit of calls', new ModelError('rate-limit', 'later', { status: 429 }), false],
    ['a prompt that is too large', new ModelError('too-large', 'no', { status: 413 }), false],
  ])(
    'that failed for %s has its input estimated where a model may have read it',
    async (_, failure, isCounted) => {
      const { provider } = script(failure);
      const { usage } = await makeAsk(provider, { tries: 1 })(request, { signal });
      const input = isCounted ? estimateRequestTokens(request) : 0;
      expect(usage).toMatchObject({ calls: 1, input_tokens: input, output_tokens: 0 });
      expect(usage.estimated_calls ?? 0).toBe(isCounted ? 1 : 0);
      expect(usage.cost_usd).toBeCloseTo((input * 2) / 1e6, 9);
    },
  );

  it('ends at its limit even when the provider never does', async () => {
    const deaf: Provider = { name: 'deaf', type: 'openai', complete: () => new Promise(() => undefined) };
    const short = makeRequest('deaf/m', { timeout_ms: 50 });
    const reply = await makeAsk(deaf, { clock: makeRealClock() })(short, { signal });
    expect(reply).toMatchObject({
      ok: false,
      kind: 'timeout',
      message: 'no answer within 0.05 s',
    });
  });

  it('lets a bug in a provider be a bug', async () => {
    const { provider } = script(new TypeError('undefined is not a function'));
    await expect(makeAsk(provider)(request, { signal })).rejects.toThrow('undefined is not a function');
  });
});
