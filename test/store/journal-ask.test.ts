import { mkdir } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { describeChanges } from '../../src/app/describe-changes.ts';
import { listOpenCalls } from '../../src/domain/call-key.ts';
import type { RawAsk, RawReply } from '../../src/domain/journal.ts';
import type { Operator } from '../../src/domain/ports.ts';
import { type Journal, openJournal } from '../../src/store/journal/journal.ts';
import { journalAsk } from '../../src/store/journal/journal-ask.ts';
import { journalOperator } from '../../src/store/journal/journal-operator.ts';
import { createReplay } from '../../src/store/journal/replay.ts';
import { hashInput, hashRequest } from '../../src/store/journal/request-hash.ts';
import {
  createFailure,
  createRequest,
  createSession,
  createStore,
  createSuccess,
  noon,
  sampleId,
} from './sample-session.ts';

const clock = { now: () => noon };
const options = { signal: new AbortController().signal };

/** A journal that can be closed and opened again, as a resume does. */
async function createReopening(): Promise<() => Promise<Journal>> {
  const { paths } = await createStore();
  await mkdir(paths.sessions, { recursive: true });
  return () => openJournal(paths, sampleId);
}

/** Answers from a list of replies by key; an unexpected call fails. */
function script(replies: Record<string, RawReply>): { ask: RawAsk; asked: string[] } {
  const asked: string[] = [];
  const ask: RawAsk = async ({ key }, { ready }) => {
    await ready?.();
    asked.push(key);
    const reply = replies[key];
    if (reply === undefined) throw new Error(`unexpected call ${key}`);
    return reply;
  };
  return { ask, asked };
}

describe('hashRequest', () => {
  const base = createRequest('1/answer/qa-lead/1');

  it('is the same for what cannot change a reply', () => {
    const moved = createRequest('1/answer/qa-lead/1', {
      fence: 'marks-other',
      prompt: [{ text: 'Data between marks-other and marks-other. 1/answer/qa-lead/1', cache: true }],
      timeout_ms: 9,
      purpose: 'retry',
      facts: { topic: 'other' } as never,
    });
    expect(hashRequest(moved)).toBe(hashRequest(base));
  });

  it.each([
    ['the instructions', { system: [{ text: 'You are somebody else.', cache: true }] }],
    ['the prompt', { prompt: [{ text: 'another', cache: false }] }],
    [
      'where one block ends',
      {
        system: [
          { text: 'You are', cache: true },
          { text: ' the QA lead.', cache: true },
        ],
      },
    ],
    ['the model', { model: 'ollama/llama3.1' }],
    ['the shape', { schema: null }],
    ['the length', { max_output_tokens: 501 }],
    ['where it stops', { stop_sequences: ['END'] }],
  ])('differs with %s', (_, change) => {
    expect(hashRequest({ ...base, ...change })).not.toBe(hashRequest(base));
  });

  it('does not depend on the order of keys, here and in inputs', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        const turned = Object.fromEntries(Object.entries(data).reverse());
        expect(hashInput(turned)).toBe(hashInput(data));
      }),
    );
    expect(hashInput({ a: 1 })).toMatch(/^[0-9a-f]{12}$/);
    expect(hashInput({ a: 1 })).not.toBe(hashInput({ a: 2 }));
  });
});

describe('journalAsk', () => {
  it('never asks twice what was answered, also after it was opened again', async () => {
    const open = await createReopening();
    const first = await open();
    const { ask, asked } = script({ '1/answer/qa-lead/1': createSuccess('yes') });
    const request = createRequest('1/answer/qa-lead/1');
    expect(await journalAsk({ journal: first, ask, clock }).ask(request, options)).toMatchObject({
      text: 'yes',
      replayed: false,
    });
    await first.close();
    const second = await open();
    const again = await journalAsk({ journal: second, ask, clock }).ask(request, options);
    expect(again).toEqual({ ...createSuccess('yes'), replayed: true });
    expect(asked).toHaveLength(1);
  });

  it('asks again when the request is another one', async () => {
    const journal = await (await createReopening())();
    const { ask, asked } = script({ '1/answer/qa-lead/1': createSuccess('yes') });
    const through = journalAsk({ journal, ask, clock });
    await through.ask(createRequest('1/answer/qa-lead/1'), options);
    await through.ask(createRequest('1/answer/qa-lead/1', { model: 'ollama/llama3.1' }), options);
    expect(asked).toHaveLength(2);
    await journal.close();
  });

  it('has every line on disk before the next call is made', async () => {
    const open = await createReopening();
    const journal = await open();
    const replies = {
      '1/answer/qa-lead/1': createSuccess('yes'),
      '1/answer/dev/1': createFailure('down'),
      '1/synthesis/facilitator/1': createSuccess('sum'),
    };
    const { ask } = script(replies);
    const found: string[][] = [];
    const through = journalAsk({
      journal,
      clock,
      ask: async (request, given) => {
        await given.ready?.();
        found.push((await open()).readLines().map(({ key }) => key));
        return ask(request, given);
      },
    });
    for (const key of Object.keys(replies)) await through.ask(createRequest(key), options);
    const [first, second, third] = Object.keys(replies);
    expect(found).toEqual([[], [first], [first, second]]);
    await through.flushed();
    expect((await open()).readLines()).toMatchObject([
      {
        key: first,
        ok: true,
        text: 'yes',
        provider: 'anthropic',
        started_at: noon.toISOString(),
      },
      { key: second, ok: false, error: { kind: 'network', message: 'down', remedy: 'Check the network.' } },
      { key: third },
    ]);
    await journal.close();
  });

  it('hands replies on while their lines are being written, and makes no further call before they are', async () => {
    const journal = await (await createReopening())();
    const order: string[] = [];
    const gates: (() => void)[] = [];
    const through = journalAsk({
      clock,
      journal: {
        ...journal,
        append: async (line) => {
          await new Promise<void>((resolve) => gates.push(resolve));
          await journal.append(line);
          order.push(`${line.key} written`);
        },
      },
      ask: async ({ key }, { ready }) => {
        await ready?.();
        order.push(`${key} asked`);
        return createSuccess(key);
      },
    });
    const ask = (key: string) =>
      through.ask(createRequest(key), options).then(() => order.push(`${key} handed on`));
    await Promise.all([ask('1/answer/a/1'), ask('1/answer/b/1')]);
    const later = ask('1/synthesis/facilitator/1');
    expect(order.splice(0)).toEqual([
      '1/answer/a/1 asked',
      '1/answer/b/1 asked',
      '1/answer/a/1 handed on',
      '1/answer/b/1 handed on',
    ]);
    gates[1]?.();
    await vi.waitUntil(() => order.length === 1);
    gates[0]?.();
    await later;
    expect(order).toEqual([
      '1/answer/b/1 written',
      '1/answer/a/1 written',
      '1/synthesis/facilitator/1 asked',
      '1/synthesis/facilitator/1 handed on',
    ]);
    gates[2]?.();
    await through.flushed();
    await journal.close();
  });

  it('lets no call leave before the replies of the step before the last one are flushed', async () => {
    const journal = await (await createReopening())();
    const order: string[] = [];
    const flushes: (() => void)[] = [];
    const through = journalAsk({
      clock,
      journal: { ...journal, flushed: () => new Promise<void>((resolve) => flushes.push(resolve)) },
      ask: async ({ key }, { ready }) => {
        await ready?.();
        order.push(key);
        return createSuccess(key);
      },
    });
    const ask = (key: string) => through.ask(createRequest(key), options);
    await ask('1/question/facilitator/1');
    await Promise.all([ask('1/answer/a/1'), ask('1/answer/b/1')]);
    const third = ask('1/synthesis/facilitator/1');
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(['1/question/facilitator/1', '1/answer/a/1', '1/answer/b/1']);
    flushes[0]?.();
    await third;
    expect(order.at(-1)).toBe('1/synthesis/facilitator/1');
    await journal.close();
  });

  it('lets no call leave once a line could not be flushed, and keeps what still comes', async () => {
    const journal = await (await createReopening())();
    const { ask, asked } = script({
      '1/answer/a/1': createSuccess('yes'),
      '1/answer/b/1': createSuccess('yes'),
    });
    let isFailed = false;
    const through = journalAsk({
      ask,
      clock,
      journal: {
        ...journal,
        check: () => {
          if (isFailed) throw new Error('disk broken');
        },
      },
    });
    await through.ask(createRequest('1/answer/a/1'), options);
    isFailed = true;
    await expect(through.ask(createRequest('1/answer/b/1'), options)).rejects.toThrow('disk broken');
    await expect(through.ask(createRequest('1/answer/a/1'), options)).rejects.toThrow('disk broken');
    expect(asked).toEqual(['1/answer/a/1']);
    await journal.close();
  });

  it('makes no further call, and says so with every save, once a line could not be written', async () => {
    const journal = await (await createReopening())();
    const { ask, asked } = script({ '1/draft/x/1': createSuccess(''), '1/draft/x/2': createSuccess('') });
    const broken = journalAsk({
      journal: { ...journal, append: () => Promise.reject(new Error('disk full')) },
      ask,
      clock,
    });
    await broken.ask(createRequest('1/draft/x/1'), options);
    await expect(broken.flushed()).rejects.toThrow('disk full');
    await expect(broken.ask(createRequest('1/draft/x/2'), options)).rejects.toThrow('disk full');
    expect(asked).toEqual(['1/draft/x/1']);
    await journal.close();
  });

  it('asks a failed call again, unless a later call was paid for that builds on its failure', async () => {
    const open = await createReopening();
    const journal = await open();
    const replies = {
      '1/answer/a/1': createFailure('down'),
      '1/answer/b/1': createFailure('down'),
      '1/answer/b/2': createSuccess('second try'),
      '1/answer/c/1': createSuccess('fine'),
    };
    const { ask, asked } = script({ ...replies, '1/synthesis/facilitator/1': createSuccess('sum') });
    const through = journalAsk({ journal, ask, clock });
    for (const key of Object.keys(replies)) await through.ask(createRequest(key), options);
    asked.length = 0;
    for (const key of Object.keys(replies)) await through.ask(createRequest(key), options);
    // Nothing builds on a's failure yet; b's was followed by its own second attempt.
    expect(asked).toEqual(['1/answer/a/1']);
    await through.ask(createRequest('1/synthesis/facilitator/1'), options);
    asked.length = 0;
    expect(await through.ask(createRequest('1/answer/a/1'), options)).toMatchObject({
      ok: false,
      replayed: true,
    });
    expect(await through.ask(createRequest('2/answer/c/1'), options).catch(() => 'asked')).toBe('asked');
    expect(asked).toEqual(['2/answer/c/1']);
    await journal.close();
  });

  it('takes a reply that no line can hold for a failure, live and on resume alike', async () => {
    const journal = await (await createReopening())();
    const { ask, asked } = script({ '1/answer/a/1': createSuccess('x'.repeat(3_000_000)) });
    const through = journalAsk({ journal, ask, clock });
    expect(await through.ask(createRequest('1/answer/a/1'), options)).toMatchObject({
      ok: false,
      kind: 'malformed',
    });
    expect(asked).toHaveLength(1);
    await journal.close();
  });
});

describe('createReplay', () => {
  async function record(): Promise<Journal> {
    const journal = await (await createReopening())();
    const { ask } = script({ '1/answer/a/1': createSuccess('A'), '1/answer/b/1': createFailure('down') });
    const through = journalAsk({ journal, ask, clock });
    await through.ask(createRequest('1/answer/a/1'), options);
    await through.ask(createRequest('1/answer/b/1'), options);
    await journal.close();
    return journal;
  }

  it('answers from another session, whose fence was another, failures as failures', async () => {
    const { ask } = createReplay((await record()).readLines(), { file: 'old/calls.jsonl' });
    const prompt = [{ text: 'Data between F and F. 1/answer/a/1', cache: false }];
    expect(await ask(createRequest('1/answer/a/1', { fence: 'F', prompt }), options)).toMatchObject({
      text: 'A',
      replayed: true,
    });
    expect(await ask(createRequest('1/answer/b/1'), options)).toMatchObject({
      ok: false,
      message: 'down',
      replayed: true,
    });
  });

  it('names every call of a step that it cannot answer', async () => {
    const { ask, readGaps } = createReplay((await record()).readLines(), { file: 'old/calls.jsonl' });
    const results = await Promise.allSettled([
      ask(createRequest('1/answer/a/1'), options),
      ask(createRequest('1/answer/c/1'), options),
      ask(createRequest('1/answer/b/1', { model: 'x/y' }), options),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(results[1]).toMatchObject({
      reason: {
        code: 'REPLAY_GAP',
        exitCode: 5,
        message: expect.stringMatching(/1\/answer\/c\/1, 1\/answer\/b\/1 \(for another request\)/),
        hint: expect.stringContaining('--replay-missing ask'),
      },
    });
    expect(readGaps()).toHaveLength(2);
  });

  it('fills gaps by asking, and can be told to go by the place alone', async () => {
    const lines = (await record()).readLines();
    const { ask: askMissing, asked } = script({ '1/answer/c/1': createSuccess('new') });
    const filling = createReplay(lines, { file: 'x', askMissing });
    expect(await filling.ask(createRequest('1/answer/c/1'), options)).toMatchObject({ text: 'new' });
    await filling.ask(createRequest('1/answer/a/1'), options);
    expect([asked, filling.readGaps()]).toEqual([
      ['1/answer/c/1'],
      [{ key: '1/answer/c/1', reason: 'missing' }],
    ]);
    const loose = createReplay(lines, { file: 'x', match: 'key' });
    expect(await loose.ask(createRequest('1/answer/a/1', { model: 'x/y' }), options)).toMatchObject({
      text: 'A',
    });
  });
});

describe('journalOperator', () => {
  const session = createSession(1);
  const round = session.rounds[0] as (typeof session.rounds)[number];

  function createOperator(
    answers: Partial<Record<keyof Operator, unknown[]>>,
  ): Operator & { count: () => number } {
    let count = 0;
    const take = (name: keyof Operator) => async (): Promise<never> => {
      count += 1;
      const answer = answers[name]?.shift();
      if (answer === undefined) throw new Error(`nobody to ask: ${name}`);
      return answer as never;
    };
    return {
      stop: options.signal,
      chooseAfterRound: take('chooseAfterRound'),
      decideEscalation: take('decideEscalation'),
      takeTurn: take('takeTurn'),
      count: () => count,
    };
  }

  it('asks nobody twice what was said, by the key of the view', async () => {
    const open = await createReopening();
    const said = { choice: 'guidance' as const, text: 'Mind the cost' };
    const turn = { text: 'I would wait', stances: [] };
    const decision = { decision: 'own' as const, text: 'Redis', by: 'user' as const };
    const operator = createOperator({
      chooseAfterRound: [said],
      decideEscalation: [decision],
      takeTurn: [turn],
    });
    for (let run = 0; run < 2; run += 1) {
      const journal = await open();
      const asked = journalOperator(journal, { operator, clock });
      expect(await asked.chooseAfterRound({ key: '1/choice', session, round })).toEqual(said);
      expect(await asked.decideEscalation({ key: '1/E-001', session, escalation: {} as never })).toEqual(
        decision,
      );
      expect(await asked.takeTurn({ key: '1/turn' } as never)).toEqual(turn);
      await journal.close();
    }
    expect(operator.count()).toBe(3);
  });

  it('does not repeat a pause, a "later", or what a policy decided', async () => {
    const open = await createReopening();
    const accepted = { decision: 'accept', by: 'policy' };
    const operator = createOperator({
      chooseAfterRound: [{ choice: 'pause' }, { choice: 'skip' }],
      decideEscalation: [accepted, 'later', { decision: 'continue', rounds: 2, by: 'user' }],
    });
    const journal = await open();
    const asked = journalOperator(journal, { operator, clock });
    expect(await asked.chooseAfterRound({ key: 'k', session, round })).toEqual({ choice: 'pause' });
    expect(await asked.chooseAfterRound({ key: 'k', session, round })).toEqual({ choice: 'skip' });
    expect(await asked.chooseAfterRound({ key: 'k', session, round })).toEqual({ choice: 'skip' });
    const decide = () => asked.decideEscalation({ key: 'e', session, escalation: {} as never });
    expect(await decide()).toEqual(accepted);
    expect(await decide()).toBe('later');
    expect(await decide()).toMatchObject({ rounds: 2 });
    expect(await decide()).toMatchObject({ rounds: 2 });
    expect(journal.readLines().map(({ kind }) => kind)).toEqual(['input', 'input', 'input']);
    await journal.close();
  });

  it('asks again when what is recorded makes no sense', async () => {
    const journal = await (await createReopening())();
    await journal.appendInput({ key: 'k', at: noon, value: { choice: 'dance' } });
    const asked = journalOperator(journal, {
      operator: createOperator({ chooseAfterRound: [{ choice: 'skip' }] }),
      clock,
    });
    expect(await asked.chooseAfterRound({ key: 'k', session, round })).toEqual({ choice: 'skip' });
    await journal.close();
  });
});

describe('what changed since', () => {
  it('is said for each input, and which calls it costs', async () => {
    const before = createSession(0).inputs;
    expect(describeChanges(before, { ...before })).toEqual([]);
    expect(
      describeChanges(before, { ...before, agents: 'x', context: 'y' }).map(({ input }) => input),
    ).toEqual(['agents', 'context']);
    const journal = await (await createReopening())();
    const { ask } = script({
      '1/answer/a/1': createSuccess(''),
      '2/answer/a/1': createSuccess(''),
      '2/answer/b/1': createFailure(''),
    });
    const through = journalAsk({ journal, ask, clock });
    for (const key of ['1/answer/a/1', '2/answer/a/1', '2/answer/b/1']) {
      await through.ask(createRequest(key), options);
    }
    await through.flushed();
    expect(listOpenCalls(journal.readLines(), 1)).toEqual(['2/answer/a/1']);
    await journal.close();
  });
});
