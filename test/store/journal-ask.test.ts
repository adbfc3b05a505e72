import { mkdir } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeChanges } from '../../src/app/plan/load-table.ts';
import type { CallModel, ModelReply } from '../../src/session/model-reply.ts';
import type { Operator } from '../../src/session/ports/ports.ts';
import type { Journal } from '../../src/session/ports/repository.ts';
import { listOpenCalls } from '../../src/session/rules/call-key.ts';
import { openJournal } from '../../src/store/journal/journal.ts';
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
function script(replies: Record<string, ModelReply>): { call: CallModel; asked: string[] } {
  const asked: string[] = [];
  const call: CallModel = async ({ key }) => {
    asked.push(key);
    const reply = replies[key];
    if (reply === undefined) throw new Error(`unexpected call ${key}`);
    return reply;
  };
  return { call, asked };
}

/** A new journal with a script of replies behind it; `askAll` asks them all and returns the keys that were really asked. */
async function createScripted(replies: Record<string, ModelReply>) {
  const journal = await (await createReopening())();
  const { call, asked } = script(replies);
  const through = journalAsk({ journal, call, clock });
  const ask = (key: string) => through(createRequest(key), options);
  const askAll = async (keys: readonly string[]): Promise<string[]> => {
    asked.length = 0;
    for (const key of keys) await ask(key);
    return [...asked];
  };
  return { journal, ask, askAll };
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
  it('has the line of every reply on disk before the reply is handed on', async () => {
    const open = await createReopening();
    const journal = await open();
    const replies = {
      '1/answer/qa-lead/1': createSuccess('yes'),
      '1/answer/dev/1': createFailure('down'),
      '1/synthesis/facilitator/1': createSuccess('sum'),
    };
    const through = journalAsk({ journal, call: script(replies).call, clock });
    const keys = Object.keys(replies);
    for (const [index, key] of keys.entries()) {
      await through(createRequest(key), options);
      expect((await open()).readLines().map((line) => line.key)).toEqual(keys.slice(0, index + 1));
    }
    expect((await open()).readLines()).toMatchObject([
      {
        key: keys[0],
        ok: true,
        text: 'yes',
        provider: 'anthropic',
        started_at: noon.toISOString(),
      },
      { key: keys[1], ok: false, error: { kind: 'network', message: 'down', remedy: 'Check the network.' } },
      { key: keys[2] },
    ]);
    await journal.close();
  });

  it('asks a failed call again, unless a later call was paid for that builds on its failure', async () => {
    const replies = {
      '1/answer/a/1': createFailure('down'),
      '1/answer/b/1': createFailure('down'),
      '1/answer/b/2': createSuccess('second try'),
      '1/answer/c/1': createSuccess('fine'),
    };
    const { journal, ask, askAll } = await createScripted({
      ...replies,
      '1/synthesis/facilitator/1': createSuccess('sum'),
    });
    await askAll(Object.keys(replies));
    // Nothing builds on a's failure yet; b's was followed by its own second attempt.
    expect(await askAll(Object.keys(replies))).toEqual(['1/answer/a/1']);
    await ask('1/synthesis/facilitator/1');
    expect(await ask('1/answer/a/1')).toMatchObject({ ok: false, replayed: true });
    await expect(ask('2/answer/c/1')).rejects.toThrow('unexpected call 2/answer/c/1');
    await journal.close();
  });

  it('asks a failed call of the text again, until a later step of the text was paid for', async () => {
    const replies = {
      'text/draft/synthesizer/1': createSuccess('text'),
      'text/mend-draft/synthesizer/1': createFailure('down'),
      'text/revision/synthesizer/1': createSuccess('text'),
      'text/mend-revision/synthesizer/1': createFailure('down'),
    };
    const { journal, ask, askAll } = await createScripted({
      ...replies,
      'text/shorten/synthesizer/1': createSuccess('text'),
    });
    await askAll(Object.keys(replies));
    // The revision was made from the draft that nobody mended; nothing is made from the revision that nobody mended.
    expect(await askAll(Object.keys(replies))).toEqual(['text/mend-revision/synthesizer/1']);
    await ask('text/shorten/synthesizer/1');
    expect(await askAll(['text/mend-revision/synthesizer/1'])).toEqual([]);
    await journal.close();
  });

  it('takes a reply that no line can hold for a failure', async () => {
    const { journal, ask } = await createScripted({ '1/answer/a/1': createSuccess('x'.repeat(3_000_000)) });
    expect(await ask('1/answer/a/1')).toMatchObject({ ok: false, kind: 'malformed' });
    await journal.close();
  });
});

describe('createReplay', () => {
  async function record(): Promise<Journal> {
    const replies = { '1/answer/a/1': createSuccess('A'), '1/answer/b/1': createFailure('down') };
    const { journal, askAll } = await createScripted(replies);
    await askAll(Object.keys(replies));
    await journal.close();
    return journal;
  }

  it('answers from another session, whose fence was another, failures as failures', async () => {
    const { call: ask } = createReplay((await record()).readLines(), { file: 'old/calls.jsonl' });
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
    const { call: ask, readGaps } = createReplay((await record()).readLines(), { file: 'old/calls.jsonl' });
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
    const turn = { text: 'I would wait', votes: [] };
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
    expect(describeChanges(before, { ...before, agents: 'x', context: 'y' })).toEqual([
      expect.stringContaining('agent file'),
      expect.stringContaining('context'),
    ]);
    const replies = {
      '1/answer/a/1': createSuccess(''),
      '2/answer/a/1': createSuccess(''),
      '2/answer/b/1': createFailure(''),
    };
    const { journal, askAll } = await createScripted(replies);
    await askAll(Object.keys(replies));
    expect(listOpenCalls(journal.readLines(), 1)).toEqual(['2/answer/a/1']);
    await journal.close();
  });
});
