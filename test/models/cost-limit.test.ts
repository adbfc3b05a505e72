/** The cost limit of a session: what an attempt may cost is set aside before it is made. */
import { describe, expect, it } from 'vitest';
import { createCostLimit } from '../../src/models/client/cost-limit.ts';
import { createAsk } from '../../src/models/client/create-ask.ts';
import { makeUsage } from '../../src/models/client/prices.ts';
import { type Completion, ModelError, type Provider } from '../../src/session/ports/provider.ts';
import { makeJumpingClock, makeRequest } from '../support/make-request.ts';

const { signal } = new AbortController();
/** The longest reply costs four cents, the prompt as good as nothing. */
const request = makeRequest('p/m', { max_output_tokens: 4000, timeout_ms: 100_000 });
const prices = { 'p/m': { input: 0.001, output: 10 } };
const open = (limitUsd: number, spentUsd = 0) => createCostLimit({ limitUsd, spentUsd, prices });
const reserve = (limit: ReturnType<typeof open>, factor = 1) => limit.reserve(request, { factor, signal });

describe('a cost limit', () => {
  it.each<[name: string, limit: number, spent: number, factor: number, fits: boolean]>([
    ['fits', 0.05, 0, 1, true],
    ['is too dear', 0.03, 0, 1, false],
    ['is too dear for what is left', 0.09, 0.06, 1, false],
    ['fits at half the price', 0.03, 0, 0.5, true],
    ['comes after the limit', 0.05, 0.05, 0, false],
  ])('knows an attempt that %s', async (_, limit, spent, factor, fits) => {
    const asked = reserve(open(limit, spent), factor);
    if (fits) await expect(asked).resolves.toMatchObject({ mostUsd: expect.closeTo(0.04 * factor) });
    else await expect(asked).rejects.toMatchObject({ kind: 'budget', facts: { reason: 'cost-limit' } });
  });

  it('lets an attempt wait that fits once another has given back what it did not use', async () => {
    const limit = open(0.07);
    const first = await reserve(limit);
    let isIn = false;
    const second = reserve(limit).then((done) => {
      isIn = true;
      return done;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIn).toBe(false);
    first.settle(0.01);
    (await second).settle(null);
    // Five cents are counted: one that is known, and four that may have been spent.
    await expect(reserve(limit)).rejects.toMatchObject({ kind: 'budget' });
  });

  it('ends a wait with the call', async () => {
    const limit = open(0.07);
    await reserve(limit);
    const stop = new AbortController();
    const waiting = limit.reserve(request, { factor: 1, signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('sets aside the dearest attempt so far where a provider states costs afterwards', async () => {
    const limit = createCostLimit({ limitUsd: 1, spentUsd: 0 });
    (await reserve(limit)).settle(0.6);
    await expect(reserve(limit)).rejects.toMatchObject({ kind: 'budget' });
  });
});

describe('a call under a cost limit', () => {
  const usage = makeUsage(1, { input_tokens: 10, output_tokens: 3000, cost_usd: null });
  const completion: Completion = { text: 'x', usage, stop_reason: 'stop', request_id: 'r', model: 'm' };
  const empty = new ModelError('empty', '', { reason: 'no-text', usage });
  const busy = new ModelError('overloaded', '', { reason: 'answered', status: 529 });
  const late = new ModelError('server', '', { reason: 'answered', status: 504 });

  function script(limitUsd: number, steps: readonly (Completion | ModelError)[]) {
    const left = [...steps];
    const provider: Provider = {
      name: 'p',
      type: 'openai',
      complete: async () => {
        const step = left.shift();
        if (step instanceof ModelError || step === undefined) throw step ?? new Error('one call too many');
        return step;
      },
    };
    const noted: number[] = [];
    const ask = createAsk({
      noteAttempt: async (_, mostUsd) => void noted.push(mostUsd),
      ...{ providers: { find: () => ({ provider, modelName: 'm' }) }, prices, costLimit: open(limitUsd) },
      ...{ clock: makeJumpingClock(), random: () => 0, redact: (text: string) => text },
    });
    return { ask: (stop = signal) => ask(request, { signal: stop }), left, noted };
  }

  it.each<[name: string, limit: number, steps: (Completion | ModelError)[], made: number, least: string]>([
    ['replies', 0.08, [completion, completion, completion], 2, '0.1000'],
    ['empty replies', 0.08, [empty, empty, empty], 2, '0.1000'],
    ['refusals that cost nothing', 0.05, [busy, busy, completion, completion], 3, '0.0700'],
    ['attempts that may have cost all of it', 0.05, [late, late, late], 1, '0.0800'],
  ])('is not made after %s that left too little', async (_, limit, steps, made, least) => {
    const { ask, left } = script(limit, steps);
    let reply = await ask();
    while (reply.ok || reply.kind !== 'budget') reply = await ask();
    expect(steps.length - left.length).toBe(made);
    expect(reply).toMatchObject({ kind: 'budget', remedy: expect.stringContaining('--max-cost') });
    expect(reply.message).toContain(`may cost up to $${least}`);
  });

  it('is noted before each attempt, and says in its reply what counts', async () => {
    const { ask, noted } = script(0.1, [late, completion]);
    expect(await ask()).toMatchObject({ ok: true, counted: { attempts: 2, cost_usd: expect.closeTo(0.07) } });
    expect(noted).toEqual([expect.closeTo(0.04), expect.closeTo(0.04)]);
  });

  it('counts nothing that was stopped before it was sent', async () => {
    const { ask, left, noted } = script(0.1, [completion]);
    const reply = await ask(AbortSignal.abort());
    expect(reply).toMatchObject({ ok: false, kind: 'cancelled', counted: { attempts: 0, cost_usd: 0 } });
    expect([left.length, noted.length]).toEqual([1, 0]);
  });
});
