/** The loop says only what is true already: what an event tells of is stored when it comes. */
import { describe, expect, it } from 'vitest';
import { runSession } from '../../src/roundtable/run-session.ts';
import type { RoundtableEvent } from '../../src/session/ports/ports.ts';
import { createSession, createTable } from '../support/roundtable-fixtures.ts';
import {
  createHandler,
  createManualClock,
  createMemoryStore,
  createScriptedModel,
  createScriptedOperator,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();

/** Runs three rounds, interactive or not, over a store whose save of the given round fails; notes events with what is stored. */
async function runWith({ interactive, failingRound }: { interactive: boolean; failingRound: number | null }) {
  const session = createSession(table, { settings: { min_rounds: 3, max_rounds: 3, interactive } });
  const store = createMemoryStore(session);
  const save = store.save.bind(store);
  store.save = async (next, expected) => {
    // Storing takes a while; an event that comes meanwhile is early.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (next.rounds.length === failingRound) throw new Error('changed on disk');
    return save(next, expected);
  };
  const seen: { event: RoundtableEvent; stored: typeof session }[] = [];
  const script = createHandler({
    synthesis: ({ round }) => synthesisStep({ synthesis: `S ${round}.` }),
  });
  const ended = await runSession({ session, version: store.version, resumed: false }, table, {
    ask: createScriptedModel(script).ask,
    store,
    operator: {
      ...createScriptedOperator(),
      chooseAfterRound: async () => ({ choice: 'continue' as const }),
    },
    report: (event) => seen.push({ event, stored: store.last }),
    clock: createManualClock(),
  }).then(
    () => null,
    (error: unknown) => error,
  );
  return { ended, seen, store };
}

describe.each([false, true])('interactive: %s', (interactive) => {
  it('reports a round, a decision and the end when they are stored', async () => {
    const { ended, seen } = await runWith({ interactive, failingRound: null });
    expect(ended).toBeNull();
    const rounds: number[] = [];
    for (const { event, stored } of seen) {
      if (event.type === 'round-saved') {
        rounds.push(event.round);
        expect(stored.rounds.length).toBe(event.round);
      }
      if (event.type === 'decision')
        expect(stored.rounds[event.round - 1]?.next_action).toBe(event.next_action);
      if (event.type === 'text-written') expect(stored.text?.version).toBe(event.session.text?.version);
      if (event.type === 'escalation-raised') expect(stored.escalations).toContainEqual(event.escalation);
      if (event.type === 'completed') expect(stored.status).toBe('completed');
    }
    expect(rounds).toEqual([1, 2, 3]);
    expect(seen.at(-1)?.event.type).toBe('completed');
  });

  it.each([1, 2, 3])('says nothing of round %i when it could not be stored', async (failingRound) => {
    const { ended, seen, store } = await runWith({ interactive, failingRound });
    expect(ended).toMatchObject({ message: 'changed on disk' });
    expect(store.last.rounds).toHaveLength(failingRound - 1);
    const told = seen.flatMap(({ event }) =>
      event.type === 'round-saved' || event.type === 'recap' || event.type === 'decision'
        ? [event.type === 'recap' ? event.round.round : event.round]
        : [],
    );
    expect(Math.max(0, ...told)).toBe(failingRound - 1);
  });
});
