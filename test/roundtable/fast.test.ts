/** `--fast`: a quorum with a grace period, and what is recorded of those who were not waited for. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readReply } from '../../src/models/replies/read-reply.ts';
import { runSession } from '../../src/roundtable/run-session.ts';
import type { Ask } from '../../src/session/ports/ports.ts';
import { locateSessions, makeSessionsFolder } from '../../src/store/folder/session-paths.ts';
import { openJournal } from '../../src/store/journal/journal.ts';
import { journalAsk } from '../../src/store/journal/journal-ask.ts';
import { createSession, createTable } from '../support/roundtable-fixtures.ts';
import {
  type AskedRequest,
  answerStep,
  createHandler,
  createManualClock,
  createMemoryStore,
  createScriptedModel,
  createScriptedOperator,
  type HandlerParts,
  holdRun,
  type ManualClock,
  readPromptText,
  type ScriptedReply,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();
const conclude = () => synthesisStep({ synthesis: 'The two agree.', next_action: 'conclude' });
const plan = (settings: object = {}) =>
  createSession(table, {
    settings: { fast: true, min_rounds: 1, max_rounds: 1, grace_seconds: 20, ...settings },
  });

/** A seat that says nothing until its call is cancelled. */
function waitForCancel(signal: AbortSignal): Promise<ScriptedReply> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve({ fail: 'cancelled' });
    signal.addEventListener('abort', () => resolve({ fail: 'cancelled' }));
  });
}

/** Everything that is ready happens, then the clock moves on. */
async function advance(clock: ManualClock, milliseconds: number): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  clock.advance(milliseconds);
}

const slowLead: HandlerParts = {
  synthesis: conclude,
  answer: ({ seat, round }, signal) =>
    seat === 'qa-lead' ? waitForCancel(signal) : answerStep(`Round ${round}: ${seat} prefers the database.`),
};

it('goes on without the seat that is late, and says so in the record and the document', async () => {
  const clock = createManualClock();
  const running = holdRun({ session: plan(), table, script: createHandler(slowLead), clock });
  await advance(clock, 19_999);
  await advance(clock, 1);
  const { session, events, requests } = await running;
  expect(session.status).toBe('completed');
  expect(session.rounds[0]?.failed).toEqual(['qa-lead']);
  expect(session.rounds[0]?.answers.map(({ seat }) => seat)).toEqual([
    'software-architect',
    'devops-engineer',
  ]);
  expect(session.failures).toEqual([
    expect.objectContaining({ round: 1, step: 'answer', seat: 'qa-lead', kind: 'cancelled' }),
  ]);
  expect(session.failures[0]?.message).toContain('grace period of 20 s');
  expect(events.find(({ type }) => type === 'seat-failed')).toMatchObject({
    seat: 'qa-lead',
    kind: 'cancelled',
  });
  expect(session.outcome).toMatchObject({ degraded: true });
  expect(session.outcome?.degradation).toContainEqual({
    ...{ code: 'seat_silent', seat: 'qa-lead', rounds: [1], kinds: ['cancelled'] },
  });
  const synthesis = requests.find(({ step }) => step === 'synthesis') as AskedRequest;
  expect(readPromptText(synthesis)).toContain('## Without an answer\nQa lead');
});

it.for([
  { name: 'the period is not over', settings: {}, moves: [19_999], seats: 3 },
  { name: 'there is no quorum yet', settings: { quorum: 3 }, moves: [19_999, 600_000], seats: 3 },
  { name: 'it is not fast', settings: { fast: false }, moves: [600_000], seats: 3 },
])('waits while $name', async ({ settings, moves, seats }) => {
  const clock = createManualClock();
  let release: () => void = () => undefined;
  const released = new Promise<ScriptedReply>((resolve) => {
    release = () => resolve(answerStep('At last: the database is enough.'));
  });
  const running = holdRun({
    session: plan(settings),
    table,
    clock,
    script: createHandler({
      synthesis: conclude,
      answer: ({ seat }, signal) =>
        seat === 'qa-lead'
          ? Promise.race([released, waitForCancel(signal)])
          : answerStep(`I, ${seat}, prefer the database.`),
    }),
  });
  for (const move of moves) await advance(clock, move);
  release();
  const { session } = await running;
  expect(session.rounds[0]?.answers).toHaveLength(seats);
  expect(session.outcome).toMatchObject({ degraded: false });
});

it('leaves a stop of the run a stop: nobody is called a straggler', async () => {
  const operator = createScriptedOperator();
  const clock = createManualClock();
  const running = holdRun({ session: plan(), table, script: createHandler(slowLead), clock, operator });
  await advance(clock, 0);
  operator.stopNow();
  const { result, session } = await running;
  expect(result).toMatchObject({ ended: 'paused', reason: 'signal' });
  expect(session.failures).toEqual([]);
});

it('holds to its decision when it was killed after the synthesis, and asks again when it was killed before', async () => {
  const root = await mkdtemp(join(tmpdir(), 's2s-fast-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const paths = locateSessions({ root, s2sDir: '.s2s' });
  await makeSessionsFolder(paths);
  const session = plan();

  /** One process: its own journal, opened anew; `crashAt` is the step at which it dies. */
  const runOnce = async (parts: HandlerParts, crashAt: 'synthesis' | 'save' | null) => {
    const clock = createManualClock();
    const model = createScriptedModel(createHandler(parts));
    const journal = await openJournal(paths, session.id);
    const raw = journalAsk({
      journal,
      clock,
      call: async (request, options) => {
        if (crashAt === request.step) throw new Error('killed');
        return model.ask(request, options);
      },
    });
    const ask: Ask = async (request, options) => {
      const { replayed, ...reply } = await raw(request, options);
      return readReply(reply, request, { replayed });
    };
    const store = createMemoryStore(session);
    if (crashAt === 'save') store.save = async () => Promise.reject(new Error('killed'));
    const running = runSession({ session, version: store.version, resumed: true }, table, {
      ask,
      store,
      operator: createScriptedOperator(),
      report: () => undefined,
      clock,
    });
    let isOver = false;
    const settled = running
      .catch((error: Error) => error.message)
      .finally(() => {
        isOver = true;
      });
    // Lines take their time to reach the disk, so the clock moves on until all is done.
    while (!isOver) await advance(clock, 20_000);
    const result = await settled;
    await journal.close();
    return { result, asked: model.requests.map(({ key }) => key) };
  };

  const first = await runOnce(slowLead, 'synthesis');
  expect(first.result).toBe('killed');
  expect(first.asked).toContain('1/answer/qa-lead/1');

  // Nothing that was paid for builds on the cut yet: the seat gets another chance, and is late again.
  const second = await runOnce(slowLead, 'save');
  expect(second.result).toBe('killed');
  expect(second.asked).toEqual(['1/answer/qa-lead/1', '1/synthesis/facilitator/1']);

  // Now the synthesis is paid for: whatever the seat would say today, the round is the one that was summed up.
  const third = await runOnce({ synthesis: conclude }, null);
  expect(third.asked).toEqual(
    expect.not.arrayContaining(['1/answer/qa-lead/1', '1/synthesis/facilitator/1']),
  );
  const ended = typeof third.result === 'string' ? null : third.result.session;
  expect(ended?.rounds[0]?.failed).toEqual(['qa-lead']);
  expect(ended?.failures).toEqual([expect.objectContaining({ seat: 'qa-lead', kind: 'cancelled' })]);
  expect(ended?.outcome?.degraded).toBe(true);
});
