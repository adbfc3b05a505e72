/** What people send from outside: advice, more rounds, a pause, a skip. */
import { describe, expect, it } from 'vitest';
import type { PersonMessage } from '../../src/domain/person-message.ts';
import type { Session } from '../../src/domain/session.ts';
import { createSession, createTable } from '../support/roundtable-fixtures.ts';
import {
  createHandler,
  createScriptedOperator,
  holdRun,
  itemEntry,
  type MemoryStore,
  readPromptText,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();
const moving = createHandler({
  synthesis: ({ round }) =>
    synthesisStep({ synthesis: `S ${round}.`, items: [itemEntry(`Point ${round}.`)] }),
});

/** Holds a run; messages by the round after which they are found, and those found when a run begins. */
function hold(
  messages: Record<number, PersonMessage[]>,
  options: { session?: Session; store?: MemoryStore; atStart?: PersonMessage[] } = {},
) {
  const asked: { round: number; resumed: boolean }[] = [];
  const operator = Object.assign(createScriptedOperator(), {
    takeMessages: async (view: { round: number; resumed: boolean }) => {
      asked.push(view);
      return view.resumed ? (options.atStart ?? []) : (messages[view.round] ?? []);
    },
  });
  const session = options.session ?? createSession(table, { settings: { min_rounds: 2, max_rounds: 2 } });
  return holdRun({
    session,
    table,
    script: moving,
    operator,
    ...(options.store ? { store: options.store, resumed: true } : {}),
  }).then((run) => ({ ...run, asked }));
}

const advice: PersonMessage = { kind: 'guidance', text: 'Mind the nights.', by: 'user' };

describe('a message from outside', () => {
  it('that advises reaches the next question and every prompt after it', async () => {
    const run = await hold({ 1: [advice] });
    expect(run.session.guidance).toEqual([{ after_round: 1, text: 'Mind the nights.', by: 'user' }]);
    for (const request of run.requests.filter(({ step }) => step !== 'statements'))
      expect(readPromptText(request).includes('Mind the nights.'), request.key).toBe(request.round > 1);
    expect(run.events).toContainEqual({ type: 'guidance', after_round: 1, text: 'Mind the nights.' });
  });

  it('that advises after the last round grants none, and is heeded in the review', async () => {
    const run = await hold({ 2: [advice] });
    expect(run.session.total_rounds).toBe(2);
    expect(run.session.guidance).toEqual([{ after_round: 2, text: 'Mind the nights.', by: 'user' }]);
    const review = run.requests.find(({ key }) => key === '2/review/qa-lead/1');
    expect(review && readPromptText(review)).toContain('Mind the nights.');
  });

  it('that is found twice is taken once', async () => {
    const run = await hold({ 1: [advice, advice] });
    expect(run.session.guidance).toHaveLength(1);
  });

  it('that grants rounds raises their number, and never lowers it', async () => {
    const more = await hold({ 2: [{ kind: 'grant', max_rounds: 3 }] });
    expect(more.session.total_rounds).toBe(3);
    expect(more.session.settings.max_rounds).toBe(3);
    const fewer = await hold({ 1: [{ kind: 'grant', max_rounds: 1 }] });
    expect(fewer.session.settings.max_rounds).toBe(2);
  });

  it('that skips or pauses does so after its round', async () => {
    const skipped = await hold({ 1: [{ kind: 'skip' }] });
    expect(skipped.session.rounds).toMatchObject([{ decided_by_rule: 2, ending: 'skipped' }]);
    const paused = await hold({ 1: [{ kind: 'pause' }] });
    expect(paused.result).toMatchObject({ ended: 'paused', reason: 'person' });
    expect(paused.store.last.rounds).toMatchObject([{ decided_by_rule: 1, next_action: 'pause' }]);
  });

  it('that was sent while nobody ran it is taken when the run begins', async () => {
    const paused = await hold({ 1: [{ kind: 'pause' }] });
    const again = { session: paused.store.last, store: paused.store };
    const resumed = await hold({}, { ...again, atStart: [advice] });
    expect(resumed.asked[0]).toMatchObject({ round: 1 });
    expect(resumed.session.guidance).toMatchObject([{ text: 'Mind the nights.' }]);
    const question = resumed.requests.find(({ key }) => key === '2/question/facilitator/1');
    expect(question && readPromptText(question)).toContain('Mind the nights.');
  });

  it('that skips while nobody ran it concludes with the rounds that there are', async () => {
    const paused = await hold({ 1: [{ kind: 'pause' }] });
    const resumed = await hold(
      {},
      { session: paused.store.last, store: paused.store, atStart: [{ kind: 'skip' }] },
    );
    expect(resumed.session.total_rounds).toBe(1);
    expect(resumed.session.outcome).toMatchObject({ ended_by: 'skipped' });
    expect(resumed.requests.some(({ step }) => step === 'question')).toBe(false);
  });
});
