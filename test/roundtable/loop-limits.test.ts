/** Limits of tokens, cost and time, a full file, and a store that refuses. */
import { describe, expect, it } from 'vitest';
import { S2sError } from '../../src/session/errors.ts';
import type { Session } from '../../src/session/session.ts';
import { createSession, createTable, type SessionChanges } from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  createHandler,
  createManualClock,
  createMemoryStore,
  holdRun,
  questionStep,
  type ScriptedReply,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();
/** Every round brings new statements, so that only limits end it. */
const moving = createHandler();
/** A round of the moving script is five calls of 110 tokens and half a dollar each. */
const tokensOfRound = 550;

const hold = (settings: NonNullable<SessionChanges['settings']>) =>
  holdRun({ session: createSession(table, { settings }), table, script: moving });

describe('a limit of tokens or cost', () => {
  it.each([
    ['max_tokens', { max_tokens: tokensOfRound }, { limit: 'max_tokens', have: 550, need: 550 }],
    ['max_cost', { max_cost: 2.5 }, { limit: 'max_cost', have: 2.5, need: 2.5 }],
  ])('pauses between rounds by %s, and a higher one lets it go on', async (_name, settings, limit) => {
    const paused = await hold({ ...settings, max_rounds: 2 });
    const end = { ended: 'paused', reason: 'budget', detail: { code: 'limit', ...limit }, failure: null };
    expect(paused.result).toMatchObject(end);
    expect(paused.store.last).toMatchObject({ status: 'paused', pause_reason: 'budget', total_rounds: 1 });
    expect(paused.store.last.rounds).toMatchObject([
      { next_action: 'pause', decided_by_rule: 1, override: { code: 'paused', by: 'budget' } },
    ]);
    const { last } = paused.store;
    const common = { store: paused.store, table, resumed: true };
    const again = await holdRun({ ...common, session: last, script: {} });
    expect(again.result).toMatchObject(end);
    const raised = { ...last.settings, max_tokens: 100_000, max_cost: 100 };
    const resumed = await holdRun({
      ...{ ...common, script: moving },
      session: { ...again.store.last, settings: raised },
    });
    expect(resumed.result.ended).toBe('completed');
    expect(resumed.store.last.total_rounds).toBe(2);
  });

  it('pauses in the middle of a round before the next step is paid', async () => {
    const { result, store, requests } = await hold({ max_tokens: 400 });
    expect(requests.map(({ step }) => step)).toEqual(['question', 'answer', 'answer', 'answer']);
    expect(result).toMatchObject({
      reason: 'budget',
      detail: { code: 'limit', limit: 'max_tokens', have: 440, need: 400 },
    });
    expect(store.last).toMatchObject({ rounds: [], statements: [], usage: { calls: 4 } });
  });

  it('with on_limit conclude ends with what there is, and starts no further call', async () => {
    const { result, session, requests, events } = await hold({
      ...{ max_tokens: tokensOfRound, on_limit: 'conclude' },
    });
    expect(result.ended).toBe('completed');
    expect(requests).toHaveLength(5);
    const limit = { limit: 'max_tokens', have: 550, need: 550 };
    expect(session.rounds).toMatchObject([
      { next_action: 'conclude', decided_by_rule: 1, ending: 'limit', override: { code: 'limit', ...limit } },
    ]);
    expect(session.outcome).toMatchObject({ ended_by: 'limit', degraded: true });
    expect(events.filter(({ type }) => type.startsWith('review'))).toEqual([]);
  });

  it('with on_limit conclude in the middle of a round keeps the answers that were paid for', async () => {
    const { session, requests, events } = await hold({ max_tokens: 400, on_limit: 'conclude' });
    expect(requests).toHaveLength(4);
    expect(session.rounds[0]?.answers).toHaveLength(3);
    expect(session.rounds[0]?.synthesis_fallback).toEqual({ code: 'limit' });
    expect(session.statements).toHaveLength(3);
    expect(session.outcome?.ended_by).toBe('limit');
    expect(events.find(({ type }) => type === 'notice')).toEqual({
      type: 'notice',
      notice: { code: 'concluding_at_limit', limit: 'max_tokens', have: 440, need: 400 },
    });
  });

  it('with on_limit conclude before anybody answered concludes from the rounds before', async () => {
    const { result, session, requests } = await hold({
      ...{ max_tokens: tokensOfRound + 100, on_limit: 'conclude' },
    });
    expect(requests.at(-1)?.key).toBe('2/question/facilitator/1');
    expect(result.ended).toBe('completed');
    expect(session.rounds).toMatchObject([
      {
        ...{ round: 1, next_action: 'conclude', ending: 'limit' },
        override: { code: 'limit', limit: 'max_tokens', have: 660, need: 650 },
      },
    ]);
    expect(session.usage.calls).toBe(6);
    expect(session.completion_usage.calls).toBe(1);
  });

  it('with on_limit conclude and no round at all pauses: there is nothing to conclude from', async () => {
    const { result, store } = await hold({ max_tokens: 50, on_limit: 'conclude' });
    expect(result).toMatchObject({
      ...{ ended: 'paused', reason: 'budget' },
      detail: { code: 'limit_before_answers', limit: 'max_tokens' },
    });
    expect(store.last.status).toBe('paused');
  });

  it('of cost cannot hold where a price is unknown, and says so', async () => {
    const free = (step: ScriptedReply): ScriptedReply => ({ ...step, usage: { cost_usd: null } });
    const { result, events, session } = await holdRun({
      session: createSession(table, { settings: { max_cost: 0.01, max_rounds: 1 } }),
      table,
      script: createHandler({
        question: () => free(questionStep()),
        answer: () => free(answerStep('A position that is long enough.')),
        synthesis: () => free(synthesisStep()),
      }),
    });
    expect(result.ended).toBe('completed');
    expect(session.usage.cost_usd).toBeNull();
    expect(events).toContainEqual({
      type: 'notice',
      notice: { code: 'cost_unknown', max_cost: 0.01, tokens: 550 },
    });
  });
});

describe('total_timeout', () => {
  const slow = (clock: ReturnType<typeof createManualClock>) =>
    createHandler({
      answer: ({ seat }, signal) => {
        if (seat === 'devops-engineer') clock.advance(61_000);
        return signal.aborted ? { fail: 'cancelled' } : answerStep(`A position of ${seat}.`);
      },
    });
  const timed = (settings: SessionChanges['settings']) =>
    createSession(table, { settings: { total_timeout: 60, max_rounds: 1, ...settings } });

  it('pauses the run in the middle of a round, and each run has its own time', async () => {
    const clock = createManualClock();
    const paused = await holdRun({ session: timed({}), table, clock, script: slow(clock) });
    expect(paused.result).toMatchObject({
      ...{ ended: 'paused', reason: 'time' },
      detail: { code: 'limit', limit: 'total_timeout', need: 60 },
    });
    expect(paused.store.last).toMatchObject({ rounds: [], failures: [], pause_reason: 'time' });
    const resumed = await holdRun({
      ...{ session: paused.store.last, store: paused.store, table, clock, script: moving, resumed: true },
    });
    expect(resumed.result.ended).toBe('completed');
  });

  it('concludes where on_limit says so, with the answers that came in time', async () => {
    const clock = createManualClock();
    const { result, session } = await holdRun({
      ...{ session: timed({ on_limit: 'conclude' }), table, clock, script: slow(clock) },
    });
    expect(result.ended).toBe('completed');
    expect(session.rounds[0]).toMatchObject({ failed: ['devops-engineer'], ending: 'limit' });
  });
});

describe('the store', () => {
  it('without room for another round pauses the session with the rounds that it has, and says why', async () => {
    const session = createSession(table, { settings: { max_rounds: 2 } });
    const store = createMemoryStore(session);
    const full = Object.assign(createMemoryStore(session), {
      save: async (next: Session, version: string) => {
        if (next.rounds.length > 1) throw new S2sError('FILE_TOO_LARGE', 'a.yaml would have 9 bytes');
        return store.save(next, version);
      },
    });
    const { result } = await holdRun({ session, store: full, table, script: moving });
    expect(result).toMatchObject({
      ...{ ended: 'paused', reason: 'budget', failure: { code: 'FILE_TOO_LARGE' } },
      detail: { code: 'session_full', message: 'a.yaml would have 9 bytes' },
    });
    expect(store.last).toMatchObject({ status: 'paused', total_rounds: 1, rounds: [{ round: 1 }] });
  });

  it('that refuses a write stops the run, and the last good state stays', async () => {
    const session = createSession(table);
    const store = createMemoryStore(session);
    const refusing = Object.assign(createMemoryStore(session), {
      save: async (...[state, version]: Parameters<typeof store.save>) => {
        if (store.saved.length === 1) throw new Error('disk full');
        return store.save(state, version);
      },
    });
    await expect(holdRun({ session, table, store: refusing, script: moving })).rejects.toThrow('disk full');
    expect(store.last).toMatchObject({ total_rounds: 1, rounds: [{ next_action: null }] });
  });

  it('of a completed session has only its last step repeated', async () => {
    const done = await hold({ max_rounds: 1 });
    const before = done.store.saved.length;
    const again = await holdRun({
      ...{ session: done.store.last, store: done.store, table, script: {}, resumed: true },
    });
    expect(again.result.ended).toBe('completed');
    expect(done.store.saved).toHaveLength(before);
    expect(done.store.released).toHaveLength(2);
  });
});
