/** One more round on what a last call left unsettled: held on exactly that, deciding nothing, and safe against kills. */
import { expect, it } from 'vitest';
import type { Session } from '../../src/session/session.ts';
import { createSession, createTable, type SessionChanges, seatIds } from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  createHandler,
  createMemoryJournal,
  createScriptedOperator,
  holdRun,
  itemEntry,
  type OperatorScript,
  readPromptText,
  reviewStep,
  revisionStep,
  type ScriptedReply,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();

/** The lead blocks the only item until it was talked about again and patched. */
const script = createHandler({
  answer: ({ seat, round }) => answerStep(`Round ${round}: ${seat} has a position.`),
  synthesis: ({ round }) => synthesisStep({ next_action: round === 1 ? 'conclude' : 'escalate' }),
  review: ({ seat }) =>
    seat === 'qa-lead'
      ? reviewStep({ exceptions: [{ item: 'DEC-001', vote: 'block', reason: 'It loses jobs.' }] })
      : reviewStep(),
  'last-call': ({ seat, facts }): ScriptedReply => {
    const isPatched = facts.ballot[0]?.text.includes('five days');
    const vote = seat === 'qa-lead' && !isPatched ? 'block' : 'ratify';
    return {
      data: { votes: { 'DEC-001': vote }, exceptions: [{ item: 'DEC-001', reason: 'It loses jobs.' }] },
    };
  },
  patch: () =>
    revisionStep({
      items: [itemEntry('Jobs are kept in the database for five days.', { id: 'DEC-001', from: ['S-001'] })],
    }),
});

const plan = (settings: SessionChanges['settings'] = {}): Session =>
  createSession(table, { settings: { min_rounds: 1, max_rounds: 4, ...settings } });

it('is held on these items alone, with everybody, and the text goes on after it', async () => {
  const { session, requests, events } = await holdRun({ session: plan(), table, script });
  expect(session.rounds).toMatchObject([
    { next_action: 'conclude', ending: 'conclude' },
    {
      ...{ round: 2, items: ['DEC-001'], asked: [...seatIds], proposed_action: 'escalate' },
      // Nothing is decided after it: how the discussion ended stays as it was.
      ...{ next_action: 'conclude', decided_by_rule: 8, override: null, ending: 'conclude' },
    },
  ]);
  expect(session.escalations).toEqual([]);
  const asked = requests.find(({ key }) => key === '2/question/facilitator/1');
  const text = asked === undefined ? '' : readPromptText(asked);
  expect(text).toContain('DEC-001 Jobs are kept in the database: Jobs are kept in the database.');
  expect(text).toContain('qa-lead: It loses jobs.');
  // Its answers are short, whatever the phase says.
  expect(requests.find(({ key }) => key === '2/answer/qa-lead/1')?.facts.proposal).toBe(false);
  expect(events.filter(({ type }) => type === 'decision')).toHaveLength(2);
  expect(session.artifacts).toMatchObject([{ status: 'agreed', text: expect.stringContaining('five days') }]);
  // What the text took and what the round took are counted apart, and once.
  expect(session.usage.calls).toBe(requests.length);
  expect(session.rounds[1]?.usage.calls).toBe(5);
  expect(session.completion_usage.calls).toBe(requests.length - 10);
});

it('is not held without rounds that are left', async () => {
  const { session } = await holdRun({
    session: plan({ max_rounds: 1, escalation: { enabled: false } }),
    table,
    script,
  });
  expect(session.rounds).toHaveLength(1);
  expect(session.artifacts).toMatchObject([{ status: 'not-agreed' }]);
});

it('goes on where it was killed, and asks nothing twice', async () => {
  const whole = await holdRun({ session: plan(), table, script });
  const calls = whole.requests.map(({ key }) => key);
  const first = calls.indexOf('2/question/facilitator/1');
  for (let at = first - 1; at <= first + 6; at += 1) {
    const journal = createMemoryJournal();
    const store = { current: undefined as Awaited<ReturnType<typeof holdRun>>['store'] | undefined };
    let made = 0;
    const { createMemoryStore } = await import('../support/scripted-model.ts');
    store.current = createMemoryStore(plan());
    const dying: typeof script = (request, signal) => {
      made += 1;
      if (made > at) throw new Error('killed');
      return typeof script === 'function' ? script(request, signal) : undefined;
    };
    await expect(
      holdRun({ session: plan(), table, script: dying, journal, store: store.current }),
    ).rejects.toThrow('killed');
    const resumed = await holdRun({
      ...{ session: store.current.last, store: store.current, table, script, journal, resumed: true },
    });
    expect(resumed.session, calls[at]).toEqual(whole.session);
    expect([...journal.made].sort(), calls[at]).toEqual([...calls].sort());
  }
});

it('can be paused by the person after it, and is not held again', async () => {
  const choices: NonNullable<OperatorScript['choices']> = {
    '1/choice/person/1': { choice: 'continue' },
    '2/choice/person/1': { choice: 'pause' },
  };
  const paused = await holdRun({
    ...{ session: plan({ interactive: true }), table, script },
    operator: createScriptedOperator({ choices }),
  });
  expect(paused.result).toMatchObject({ ended: 'paused', reason: 'person' });
  expect(paused.store.last.rounds[1]).toMatchObject({ items: ['DEC-001'], next_action: 'pause' });
  const { store } = paused;
  const resumed = await holdRun({
    ...{ session: store.last, store, table, script, resumed: true },
    operator: createScriptedOperator({}),
  });
  expect(resumed.session).toMatchObject({ status: 'completed', total_rounds: 2 });
  expect(resumed.requests.map(({ step }) => step)).not.toContain('answer');
});

it('that a limit stopped before anybody answered leaves the text as it stands', async () => {
  const whole = await holdRun({ session: plan(), table, script });
  const before = whole.requests.findIndex(({ key }) => key === '2/answer/software-architect/1');
  const { session, requests } = await holdRun({
    ...{ session: plan({ max_tokens: before * 110, on_limit: 'conclude' }), table, script },
  });
  expect(requests).toHaveLength(before);
  expect(session.rounds).toHaveLength(1);
  expect(session).toMatchObject({ status: 'completed', artifacts: [{ status: 'not-agreed' }] });
  expect(session.usage.calls).toBe(before);
});
