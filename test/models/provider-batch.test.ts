/** Calls through the batch interface of a provider: together, at half the price, and never sent twice. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { openProviderBatch } from '../../src/app/run/provider-batch.ts';
import { createAsk } from '../../src/models/client/create-ask.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import type { ModelReply } from '../../src/session/model-reply.ts';
import type { CallLine, JournalLine } from '../../src/session/ports/journal.ts';
import type { ProviderBatchNotes } from '../../src/session/ports/provider-batch.ts';
import { createProviderBatchNotes } from '../../src/store/folder/batch-notes.ts';
import { locateSessions } from '../../src/store/folder/session-paths.ts';
import { type BatchScript, listSent } from '../support/loopback-batches.ts';
import { type AskedRequest, startLoopback } from '../support/loopback-server.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeHastyClock, makeRequest } from '../support/make-request.ts';

async function open(given: Partial<BatchScript> = {}) {
  const script: BatchScript = { batches: [], ...given };
  const reply = ({ user }: AskedRequest) => ({
    text: `{"position": "the answer to ${/key \S+/.exec(user)?.[0]}"}`,
    usage: { input: 1000, output: 100 },
    stopReason: user.includes('unlawful') ? 'refusal' : 'end_turn',
  });
  const server = await startLoopback({ batches: script, reply });
  onTestFinished(server.close);
  const root = await makeFolder({ '.s2s/config.yaml': 'name: a\n' });
  const notes = createProviderBatchNotes(locateSessions({ root, s2sDir: `${root}/.s2s` }), 'a');
  const env = { ANTHROPIC_API_KEY: 'sk-ant-a-key-of-some-length', ANTHROPIC_BASE_URL: server.url };
  /** One run of the program, with what the journals of earlier ones hold. */
  const begin = ({ notes: own = notes, lines = [] as JournalLine[] } = {}) => {
    const told: string[] = [];
    const clock = makeHastyClock();
    const providers = createProviders({ config: {}, env });
    onTestFinished(() => providers.end());
    const batch = openProviderBatch(
      { world: { clock }, openProviderBatchNotes: () => own, notify: ({ text }) => void told.push(text) },
      'a',
    );
    const stop = new AbortController();
    const ask = (session: string, key: string, words = ''): Promise<ModelReply> => {
      const findBatch = batch(session, { journal: { readLines: () => lines }, proof: undefined });
      const call = createAsk({ providers, clock, random: () => 0.5, redact: (text) => text, findBatch });
      const prompt = [{ text: `key ${session}/${key} ${words}`, cache: false }];
      const model = 'anthropic/claude-sonnet-5-5';
      return call(makeRequest(model, { key, prompt, timeout_ms: 1 }), { signal: stop.signal });
    };
    return { ask, stop, told };
  };
  return { script, server, notes, begin };
}

const [one, two] = ['1/answer/qa-lead/1', '1/answer/product-manager/1'] as const;

function writeLine(key: string, { kind, request_id }: { kind: string; request_id: string | null }): CallLine {
  return { kind: 'call', key, ok: false, request_id, error: { kind, message: '', remedy: '' } } as CallLine;
}

test('calls of several sessions go together, each gets its own reply, at half the price', async () => {
  const { script, server, begin } = await open({ polls: 3 });
  const { ask } = begin();
  const replies = await Promise.all([ask('a', one), ask('b', one), ask('b', two)]);
  expect(replies.map((reply) => reply.ok && reply.text)).toEqual([
    `{"position": "the answer to key a/${one}"}`,
    `{"position": "the answer to key b/${one}"}`,
    `{"position": "the answer to key b/${two}"}`,
  ]);
  // 2 and 10 dollars for a million tokens.
  expect(replies.map(({ usage }) => usage.cost_usd)).toEqual([0.0015, 0.0015, 0.0015]);
  expect(replies[0]?.request_id).toBe('msgbatch_001');
  const sent = listSent(script);
  expect([script.batches.length, new Set(sent).size]).toEqual([1, 3]);
  for (const id of sent) expect(id).toMatch(/^[\w-]{1,64}$/);
  expect(server.requests.some(({ stream }) => stream)).toBe(false);
});

describe('what becomes of a call', () => {
  test.each([
    ['errored: the request', { errored: { type: 'invalid_request_error', message: 'odd' } }, 'bad-request', 1],
    ['errored: the key', { errored: { type: 'authentication_error', message: 'no' } }, 'auth', 1],
    ['errored: overloaded', { errored: { type: 'overloaded_error', message: 'busy' } }, 'overloaded', 3],
    ['errored: a fault', { errored: { type: 'api_error', message: 'oops' } }, 'server', 3],
    ['expired', 'expired', 'overloaded', 3],
    ['not among the results', 'lost', 'overloaded', 3],
    ['canceled', 'canceled', 'forbidden', 1],
  ] as const)('%s', async (_, fate, kind, times) => {
    const { script, begin } = await open({ decide: ({ user }) => (user.includes(two) ? fate : 'succeeded') });
    const { ask } = begin();
    const [good, bad] = await Promise.all([ask('a', one), ask('a', two)]);
    expect(good.ok).toBe(true);
    // The two may have gone in one batch or, on a busy machine, in two; the last one is that of the last attempt.
    const last = `msgbatch_00${script.batches.length}`;
    expect(bad).toMatchObject({ ok: false, kind, request_id: last, usage: { cost_usd: 0 } });
    expect(listSent(script)).toHaveLength(1 + times);
  }); // biome-ignore format: a table

  test('what passes is sent again, and counts once', async () => {
    const { script, begin } = await open({ decide: (_, batch) => (batch === 0 ? 'expired' : 'succeeded') });
    expect(await begin().ask('a', one)).toMatchObject({ ok: true, usage: { calls: 2, cost_usd: 0.0015 } });
    expect(listSent(script)).toHaveLength(2);
  });
});

describe('nothing is sent twice', () => {
  test.each([['before its id is noted'], ['after a batch of somebody else']])('killed %s', async (when) => {
    const { script, notes, begin } = await open();
    const dies: ProviderBatchNotes = { ...notes, settle: () => new Promise(() => undefined) };
    const first = begin({ notes: dies });
    const asked = Promise.all([first.ask('a', one), first.ask('a', two)]);
    await expect.poll(() => script.batches.length).toBe(1);
    first.stop.abort();
    await asked;
    if (when !== 'before its id is noted') {
      const [own] = script.batches;
      const results = [{ custom_id: 'x', result: {} }];
      if (own !== undefined) script.batches.push({ ...own, id: 'msgbatch_other', polls: 2, results });
    }
    const before = script.batches.length;
    const next = begin();
    const replies = await Promise.all([next.ask('a', two), next.ask('a', one)]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, true]);
    expect(replies.map(({ request_id: id }) => id)).toEqual(['msgbatch_001', 'msgbatch_001']);
    expect(script.batches).toHaveLength(before);
  });

  test('killed before it was sent: it is sent', async () => {
    const { script, notes, begin } = await open();
    let isPlanned = false;
    const dies: ProviderBatchNotes = {
      ...notes,
      plan: async (...planned) => {
        await notes.plan(...planned);
        isPlanned = true;
        return new Promise(() => undefined);
      },
    };
    const first = begin({ notes: dies });
    const asked = first.ask('a', one);
    await expect.poll(() => isPlanned).toBe(true);
    first.stop.abort();
    await asked;
    expect(await begin().ask('a', one)).toMatchObject({ ok: true });
    expect(script.batches).toHaveLength(1);
    expect(await notes.find(listSent(script)[0] ?? '')).toMatchObject({ batch_id: 'msgbatch_001' });
    expect(await notes.isNoted('msgbatch_001')).toBe(true);
  });

  test('a connection that is cut once the batch is there', async () => {
    const { script, begin } = await open({ onCreate: () => 'drop' });
    const { ask } = begin();
    const replies = await Promise.all([ask('a', one), ask('b', one)]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, true]);
    expect(listSent(script)).toHaveLength(2);
  });

  test.each([429, 500, 529])('a batch that is refused with %d is no batch', async (status) => {
    let refusals = 1;
    const onCreate = () => (refusals-- > 0 ? status : undefined);
    const { script, begin } = await open({ onCreate });
    expect(await begin().ask('a', one)).toMatchObject({ ok: true });
    expect(script.batches).toHaveLength(1);
  });

  test('stopped while it waits, with faults on the way: the next run takes what came meanwhile', async () => {
    const { script, begin } = await open({ polls: Number.POSITIVE_INFINITY });
    const first = begin();
    const asked = Promise.all([first.ask('a', one), first.ask('a', two)]);
    await expect.poll(() => first.told.length).toBe(1);
    first.stop.abort();
    expect(await asked).toMatchObject([{ kind: 'cancelled' }, { kind: 'cancelled' }]);
    let faults = 3;
    script.onPoll = () => (faults-- > 0 ? 529 : undefined);
    script.polls = 1;
    for (const batch of script.batches) batch.polls = 3;
    const lines = [one, two].map((key) => writeLine(key, { kind: 'cancelled', request_id: null }));
    const next = begin({ lines });
    expect(await Promise.all([next.ask('a', one), next.ask('a', two)])).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
    expect(listSent(script)).toHaveLength(2);
    expect(next.told.join('\n')).toMatch(
      /Asking about .* again: answered 529.*\n.*of an earlier run is still running/,
    );
    expect(next.told).toHaveLength(2);
  });

  test('a result that failed, and is in the journal, is used up: the next run asks anew', async () => {
    const { script, begin } = await open();
    const failed = await begin().ask('a', one, 'unlawful');
    expect(failed).toMatchObject({ ok: false, kind: 'refusal', request_id: 'msgbatch_001' });
    await begin().ask('a', one, 'unlawful');
    expect(listSent(script)).toHaveLength(1);
    const lines = [writeLine(one, { kind: 'refusal', request_id: 'msgbatch_001' })];
    await begin({ lines }).ask('a', one, 'unlawful');
    expect(listSent(script)).toHaveLength(2);
  });
});
