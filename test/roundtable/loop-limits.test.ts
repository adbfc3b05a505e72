import { describe, expect, it } from 'vitest';
import { S2sError } from '../../src/domain/errors.ts';
import type { RoundtableEvent } from '../../src/domain/ports.ts';
import type { Session } from '../../src/domain/session.ts';
import { createConflict, createSession, createTable } from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  createHandler,
  createManualClock,
  createMemoryStore,
  holdRun,
  itemEntry,
  questionStep,
  type ScriptedReply,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();
const moving = createHandler({
  synthesis: ({ round }) =>
    synthesisStep({
      synthesis: `S ${round}.`,
      items: [itemEntry(`Point ${round}.`, { from: [1, 2, 3].map((count) => `S-${3 * round - 3 + count}`) })],
    }),
});
/** A round of the moving script is five calls of 110 tokens and half a dollar each. */
const tokensOfRound = 550;

function notices(events: readonly RoundtableEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'notice' ? [event.text] : []));
}

describe('a session file without room for another round', () => {
  it('pauses with the rounds that it has, and says why', async () => {
    const session = createSession(table, { settings: { max_rounds: 2 } });
    const store = createMemoryStore(session);
    const full = {
      ...store,
      get last() {
        return store.last;
      },
      save: async (next: Session, version: string) => {
        if (next.rounds.length > 1) throw new S2sError('FILE_TOO_LARGE', 'a.yaml would have 9 bytes');
        return store.save(next, version);
      },
    };
    const { result } = await holdRun({ session, store: full, table, script: moving });
    expect(result).toMatchObject({ ended: 'paused', reason: 'budget', failure: { code: 'FILE_TOO_LARGE' } });
    expect(store.last).toMatchObject({ status: 'paused', total_rounds: 1 });
    expect(store.last.rounds).toHaveLength(1);
  });
});

describe('a limit of tokens or cost', () => {
  it.each([
    ['max_tokens', { max_tokens: tokensOfRound }, 'max_tokens 550/550'],
    ['max_cost', { max_cost: 2.5 }, 'max_cost 2.5000/2.5 USD'],
  ])('pauses between rounds by %s, and a higher one lets it go on', async (_name, settings, detail) => {
    const session = createSession(table, { settings: { ...settings, max_rounds: 2 } });
    const paused = await holdRun({ session, table, script: moving });
    expect(paused.result).toMatchObject({ ended: 'paused', reason: 'budget', failure: null });
    expect(paused.store.last).toMatchObject({ status: 'paused', pause_reason: 'budget', total_rounds: 1 });
    expect(paused.store.last.rounds[0]).toMatchObject({ next_action: 'pause', decided_by_rule: 1 });
    expect(detail).toContain(Object.keys(settings)[0]);
    const { last } = paused.store;
    const again = await holdRun({ session: last, store: paused.store, table, script: {}, resumed: true });
    expect(again.result).toMatchObject({ ended: 'paused', reason: 'budget' });
    const raised = {
      ...again.store.last,
      settings: { ...last.settings, max_tokens: 100_000, max_cost: 100 },
    };
    const resumed = await holdRun({
      session: raised,
      store: paused.store,
      table,
      script: moving,
      resumed: true,
    });
    expect(resumed.result.ended).toBe('completed');
    expect(resumed.store.last.total_rounds).toBe(2);
  });

  it('pauses in the middle of a round before the next step is paid', async () => {
    const session = createSession(table, { settings: { max_tokens: 400 } });
    const { result, store, requests } = await holdRun({ session, table, script: moving });
    expect(requests.map(({ step }) => step)).toEqual(['question', 'answer', 'answer', 'answer']);
    expect(result).toMatchObject({ reason: 'budget', detail: 'max_tokens 440/400' });
    expect(store.last).toMatchObject({ rounds: [], usage: { calls: 4 } });
  });

  it('with on_limit conclude ends with what there is, and starts no further call', async () => {
    const session = createSession(table, { settings: { max_tokens: tokensOfRound, on_limit: 'conclude' } });
    const { result, store, requests, events } = await holdRun({ session, table, script: moving });
    expect(result.ended).toBe('completed');
    expect(requests).toHaveLength(5);
    expect(store.last.rounds).toMatchObject([
      { next_action: 'conclude', ending: 'limit', override: 'max_tokens 550/550' },
    ]);
    expect(store.last.outcome).toMatchObject({
      result: 'undecided',
      ended_by: 'limit',
      degraded: true,
      document: { assembled_by: 'program' },
    });
    expect(store.last.artifacts).toMatchObject([{ status: 'open' }]);
    expect(store.last.review).toBeNull();
    expect(events.filter(({ type }) => type.startsWith('review'))).toEqual([]);
  });

  it('with on_limit conclude in the middle of a round keeps the answers that were paid for', async () => {
    const session = createSession(table, { settings: { max_tokens: 400, on_limit: 'conclude' } });
    const { store, requests } = await holdRun({ session, table, script: moving });
    expect(requests).toHaveLength(4);
    expect(store.last.rounds[0]?.answers).toHaveLength(3);
    expect(store.last.rounds[0]?.synthesis_fallback).toBe('a limit was reached (max_tokens 440/400)');
    expect(store.last.outcome?.ended_by).toBe('limit');
    // What was said is in the record all the same.
    expect(store.last.statements.every(({ items }) => items.length > 0)).toBe(true);
  });

  it('with on_limit conclude before anybody answered concludes from the rounds before', async () => {
    const session = createSession(table, {
      settings: { max_tokens: tokensOfRound + 100, on_limit: 'conclude' },
    });
    const { result, store, requests } = await holdRun({ session, table, script: moving });
    expect(requests.at(-1)?.key).toBe('2/question/facilitator/1');
    expect(result.ended).toBe('completed');
    expect(store.last.rounds).toMatchObject([
      { next_action: 'conclude', ending: 'limit', override: 'max_tokens 660/650' },
    ]);
    expect(store.last.usage.calls).toBe(6);
    expect(store.last.completion_usage.calls).toBe(1);
  });

  it('with on_limit conclude and no round at all pauses: there is nothing to conclude from', async () => {
    const session = createSession(table, { settings: { max_tokens: 50, on_limit: 'conclude' } });
    const { result, store } = await holdRun({ session, table, script: moving });
    expect(result).toMatchObject({ ended: 'paused', reason: 'budget' });
    expect(store.last.status).toBe('paused');
  });

  it('of cost cannot hold where a price is unknown, and says so', async () => {
    const session = createSession(table, { settings: { max_cost: 0.01, max_rounds: 1 } });
    const unknown = { usage: { cost_usd: null } };
    const { result, events, store } = await holdRun({
      session,
      table,
      script: createHandler({
        question: () => ({ ...questionStep(), ...unknown }) as ScriptedReply,
        answer: () => ({ ...answerStep('A position that is long enough.'), ...unknown }) as ScriptedReply,
        synthesis: () =>
          ({
            ...synthesisStep({ not_taken: { 'S-1': 'r', 'S-2': 'r', 'S-3': 'r' } }),
            ...unknown,
          }) as ScriptedReply,
      }),
    });
    expect(result.ended).toBe('completed');
    expect(store.last.usage.cost_usd).toBeNull();
    expect(notices(events)[0]).toMatch(/max_cost 0.01 USD cannot be checked.*\(550 tokens so far\)/);
  });
});

describe('total_timeout', () => {
  const slow = (clock: ReturnType<typeof createManualClock>) =>
    createHandler({
      answer: ({ seat }, signal) => {
        if (seat === 'devops-engineer') clock.advance(61_000);
        return signal.aborted ? { fail: 'cancelled' } : answerStep(`A position of ${seat}.`);
      },
      synthesis: ({ round }) =>
        synthesisStep({
          synthesis: `S ${round}.`,
          items: [
            itemEntry(`Point ${round}.`, { from: [1, 2, 3].map((count) => `S-${3 * round - 3 + count}`) }),
          ],
        }),
    });

  it('pauses the run in the middle of a round, and each run has its own time', async () => {
    const clock = createManualClock();
    const session = createSession(table, { settings: { total_timeout: 60, max_rounds: 1 } });
    const paused = await holdRun({ session, table, clock, script: slow(clock) });
    expect(paused.result).toMatchObject({ ended: 'paused', reason: 'time', detail: 'total_timeout 60 s' });
    expect(paused.store.last).toMatchObject({ rounds: [], failures: [], pause_reason: 'time' });
    const resumed = await holdRun({
      session: paused.store.last,
      store: paused.store,
      table,
      clock,
      script: moving,
      resumed: true,
    });
    expect(resumed.result.ended).toBe('completed');
  });

  it('concludes where on_limit says so, with the answers that came in time', async () => {
    const clock = createManualClock();
    const session = createSession(table, { settings: { total_timeout: 60, on_limit: 'conclude' } });
    const { result, store } = await holdRun({ session, table, clock, script: slow(clock) });
    expect(result.ended).toBe('completed');
    expect(store.last.rounds[0]).toMatchObject({ failed: ['devops-engineer'], ending: 'limit' });
    expect(store.last.outcome).toMatchObject({ ended_by: 'limit', degraded: true });
  });
});

describe('memory that is full', () => {
  it('is said, once a round', async () => {
    const session = createSession(table, {
      conflicts: [createConflict({ description: 'long '.repeat(120) })],
      settings: { max_rounds: 1, memory: { budget_tokens: 100 }, escalation: { enabled: false } },
    });
    const { events } = await holdRun({ session, table, script: createHandler() });
    expect(notices(events)).toEqual([expect.stringMatching(/exceed the memory of 100 tokens/)]);
  });
});

describe('the store', () => {
  it('that refuses a write stops the run, and the last good state stays', async () => {
    const session = createSession(table);
    const { createMemoryStore } = await import('../support/scripted-model.ts');
    const store = createMemoryStore(session);
    const refusing = Object.assign(createMemoryStore(session), {
      save: async (...[state, version]: Parameters<typeof store.save>) => {
        if (store.saved.length === 1) throw new Error('disk full');
        return store.save(state, version);
      },
    });
    await expect(holdRun({ session, table, store: refusing, script: moving })).rejects.toThrow('disk full');
    expect(store.last.total_rounds).toBe(1);
    expect(store.last.rounds[0]?.next_action).toBeNull();
  });

  it('of a completed session has only its last step repeated', async () => {
    const done = await holdRun({
      session: createSession(table, { settings: { max_rounds: 1 } }),
      table,
      script: moving,
    });
    const before = done.store.saved.length;
    const again = await holdRun({
      session: done.store.last,
      store: done.store,
      table,
      script: {},
      resumed: true,
    });
    expect(again.result.ended).toBe('completed');
    expect(done.store.saved).toHaveLength(before);
    expect(done.store.released).toHaveLength(2);
  });
});
