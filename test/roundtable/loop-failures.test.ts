/** What fails: questions, answers, syntheses, whole seats, the quorum, and stops in the middle. */
import { describe, expect, it } from 'vitest';
import { type FailureKind, failureKinds, fatalFailureKinds } from '../../src/session/vocabulary.ts';
import { createSession, createTable, type SessionChanges, seatIds } from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  createHandler,
  createMemoryJournal,
  createScriptedOperator,
  type HandlerParts,
  holdRun,
  questionStep,
  readPromptText,
  type ScriptedReply,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();
const conclude: NonNullable<HandlerParts['synthesis']> = ({ round }) =>
  synthesisStep({ synthesis: `S ${round}.`, next_action: 'conclude' });
const usable = ({ round }: { round: number }): ScriptedReply => answerStep(`A position for round ${round}.`);

function run(parts: HandlerParts, settings: SessionChanges['settings'] = {}) {
  const session = createSession(table, { settings: { min_rounds: 1, ...settings } });
  return holdRun({ session, table, script: createHandler({ synthesis: conclude, ...parts }) });
}

describe("the facilitator's question", () => {
  it.each<[string, ScriptedReply, FailureKind]>([
    ['vague', questionStep({ question: 'Any thoughts?' }), 'malformed'],
    ['prose', { text: 'Let us talk.' }, 'malformed'],
    ['empty', { text: ' ' }, 'empty'],
    ['nothing', { fail: 'empty' }, 'empty'],
    ['a timeout', { fail: 'timeout' }, 'timeout'],
  ])('is replaced after its retries when it stays %s, and that is said', async (_name, reply, kind) => {
    const { session, requests, events } = await run({ question: () => reply });
    const [round] = session.rounds;
    expect(round?.question).toContain(
      'What are the key considerations for "Which queue should carry the jobs?"',
    );
    expect(round?.question_fallback).toMatchObject({ code: 'failed', kind });
    expect(round?.asked).toEqual([...seatIds]);
    expect(requests.filter(({ step }) => step === 'question')).toHaveLength(3);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'question-asked', fallback: round?.question_fallback }),
    );
  });

  it('is asked again with the problem, and taken when it becomes one', async () => {
    const { session, requests } = await run({
      question: ({ attempt }) =>
        attempt === 1 ? questionStep({ question: 'Any thoughts?' }) : questionStep(),
    });
    expect(session.rounds[0]?.question_fallback).toBeNull();
    expect(requests[1] && readPromptText(requests[1])).toMatch(
      /could not be used[\s\S]*asks nothing specific[\s\S]*Any thoughts\?/,
    );
    expect(session.failures).toEqual([]);
  });

  it('is replaced when it repeats an earlier one', async () => {
    const { session } = await run(
      { question: () => questionStep({ question: 'Which queue loses a job when the host restarts?' }) },
      { min_rounds: 2 },
    );
    expect(session.rounds.map(({ question_fallback: fallback }) => fallback)).toMatchObject([
      null,
      { code: 'failed', message: 'this question was asked in an earlier round' },
    ]);
  });
});

describe('the synthesis', () => {
  it('is asked for again from the same answers, and assembled by the program only then', async () => {
    const conflict = {
      ...{ id: 'new', description: 'Where' },
      positions: [
        { id: 'new', text: 'here', held_by: ['qa-lead'] },
        { id: 'new', text: 'there', held_by: ['devops-engineer'] },
      ],
    };
    const { session, requests } = await run(
      {
        synthesis: ({ round }) =>
          round === 1 ? synthesisStep({ conflicts: [conflict] }) : { fail: 'server' },
        answer: ({ seat, round }) =>
          answerStep(`Round ${round}: ${seat} prefers the database.`, { questions: ['Who pays?'] }),
      },
      { max_rounds: 2 },
    );
    const round = session.rounds[1];
    expect(round?.synthesis_fallback).toEqual({
      ...{ code: 'failed', kind: 'server', message: 'it failed: server' },
    });
    expect(round?.synthesis).toBe(
      seatIds
        .map((id, at) => `${session.participants[at]?.role}: Round 2: ${id} prefers the database.`)
        .join('\n'),
    );
    expect(round).toMatchObject({
      consensus: [],
      resolved: [],
      conflicts: ['CF-001'],
      proposed_action: 'continue',
    });
    expect(session.open_questions).toMatchObject([{ text: 'Who pays?', raised_by: [...seatIds] }]);
    expect(requests.filter((one) => one.round === 2 && one.step === 'answer')).toHaveLength(3);
    expect(requests.filter((one) => one.round === 2 && one.step === 'synthesis')).toHaveLength(3);
  });
});

describe('an answer', () => {
  it('that cannot be used is asked for again, quoting the problem; what is lost of a usable one is said', async () => {
    const { session, requests } = await run({
      answer: ({ seat, attempt }) =>
        seat !== 'qa-lead'
          ? answerStep('A position that is long enough.')
          : attempt === 1
            ? answerStep('Short.')
            : answerStep('Long enough at the second try.', { confidence: 'very sure' }),
    });
    const retry = requests.find(({ key }) => key === '1/answer/qa-lead/2');
    expect(retry?.purpose).toBe('retry');
    expect(retry && readPromptText(retry)).toContain('the position has 6 characters, at least 10 are needed');
    expect(session.rounds[0]).toMatchObject({
      failed: [],
      losses: [{ code: 'unreadable_field', seat: 'qa-lead', field: 'confidence' }],
    });
  });

  it('that stays unusable costs its own seat alone, and is no text of the discussion', async () => {
    const { session, requests, events } = await run({
      answer: ({ seat }) =>
        seat === 'qa-lead'
          ? { text: 'canary of a broken reply' }
          : answerStep('A position that is long enough.'),
    });
    const retrying = { type: 'seat-retrying', round: 1, step: 'answer', seat: 'qa-lead', kind: 'malformed' };
    expect(events.filter(({ type }) => type === 'seat-retrying')).toMatchObject([retrying, retrying]);
    expect(session.rounds[0]).toMatchObject({ failed: ['qa-lead'], asked: [...seatIds] });
    expect(session.failures).toMatchObject([
      { round: 1, step: 'answer', seat: 'qa-lead', kind: 'malformed', request_id: 'req 1/answer/qa-lead/3' },
    ]);
    for (const request of requests.filter(({ key }) => !key.startsWith('1/answer/qa-lead')))
      expect(readPromptText(request), request.key).not.toContain('canary');
    expect(JSON.stringify(session)).not.toContain('canary');
    const synthesis = requests.find(({ step }) => step === 'synthesis');
    expect(synthesis && readPromptText(synthesis)).toContain('Qa lead. Say nothing in their name.');
  });

  it('that goes on as somebody else is cut there, in its position and in its proposal, and that is said', async () => {
    const { session } = await run({
      answer: ({ seat }) =>
        seat === 'qa-lead'
          ? answerStep('I want one table.\nSoftware architect: I do not.', {
              proposal:
                'One table.\nassistant: an example of the protocol\n[devops-engineer] I want a broker.',
            })
          : answerStep('A position that is long enough.'),
    });
    expect(session.rounds[0]?.answers[1]).toMatchObject({
      position: 'I want one table.',
      proposal: 'One table.\nassistant: an example of the protocol',
    });
    expect(session.rounds[0]?.losses).toEqual([
      { code: 'other_speaker', seat: 'qa-lead', name: 'Software architect' },
    ]);
  });

  it('in plain text is position and proposal, and one statement; its votes are no votes', async () => {
    const { session, requests } = await run(
      {
        answer: ({ seat, round }) =>
          seat === 'qa-lead'
            ? { text: `Round ${round}: one table it is.\n\nDEC-001: block. It can be tested.\nHuman: and I?` }
            : answerStep('A position that is long enough.'),
        synthesis: ({ round }) => synthesisStep({ next_action: round === 2 ? 'conclude' : 'continue' }),
      },
      { min_rounds: 2, plain_text_seats: ['qa-lead'], stop_sequences: ['\nStop'] },
    );
    const asked = requests.find(({ key }) => key === '1/answer/qa-lead/1');
    expect(asked).toMatchObject({ schema: null, stop_sequences: ['\nStop'] });
    expect(session.rounds.map(({ answers }) => answers[1])).toMatchObject([
      {
        position: 'Round 1: one table it is.',
        proposal: 'Round 1: one table it is.\n\nDEC-001: block. It can be tested.',
      },
      { position: 'Round 2: one table it is.', conflicts: [] },
    ]);
    expect(session.statements.filter(({ seat }) => seat === 'qa-lead')).toMatchObject([
      { round: 1, kind: 'other', text: 'Round 1: one table it is.' },
      { round: 2, kind: 'other', text: 'Round 2: one table it is.' },
    ]);
  });

  it.each(
    failureKinds.filter(
      (kind) => !fatalFailureKinds.includes(kind) && kind !== 'cancelled' && kind !== 'budget',
    ),
  )('lost to "%s" at one seat leaves the round to the others', async (kind) => {
    const { session, result } = await run({
      answer: (asked) => (asked.seat === 'qa-lead' ? { fail: kind } : usable(asked)),
    });
    expect(result.ended).toBe('completed');
    expect(session.rounds[0]).toMatchObject({ failed: ['qa-lead'] });
    expect(session.failures).toMatchObject([{ seat: 'qa-lead', kind, message: `it failed: ${kind}` }]);
  });

  it('that timed out is asked for once more, for a shorter one, and not a third time', async () => {
    const times = async (failing: number) => {
      const { session, requests } = await run({
        answer: (asked) =>
          asked.seat === 'qa-lead' && asked.attempt <= failing ? { fail: 'timeout' } : usable(asked),
      });
      const asked = requests.filter(({ seat, step }) => seat === 'qa-lead' && step === 'answer');
      return { failed: session.rounds[0]?.failed, asked: asked.map(readPromptText) };
    };
    const once = await times(1);
    expect(once.failed).toEqual([]);
    expect(once.asked[1]).toContain('be much shorter');
    const twice = await times(2);
    expect(twice.failed).toEqual(['qa-lead']);
    expect(twice.asked).toHaveLength(2);
  });

  it('is asked no more of a seat that failed three times in a row, with a notice, until a resume', async () => {
    const parts: HandlerParts = {
      answer: (asked) => (asked.seat === 'qa-lead' ? { fail: 'overloaded' } : usable(asked)),
      synthesis: () => synthesisStep(),
    };
    const left = await run(parts, { max_rounds: 7 });
    const { rounds } = left.session;
    expect(rounds.filter(({ asked }) => asked.includes('qa-lead')).map(({ round }) => round)).toEqual([
      1, 2, 3,
    ]);
    expect(left.events.filter(({ type }) => type === 'notice')).toEqual([
      { type: 'notice', notice: { code: 'seat_left_out', seat: 'qa-lead' } },
    ]);
    // As a pause after the last round leaves it.
    const last = rounds.map((round, at) => (at === 6 ? { ...round, next_action: null } : round));
    const ended = { outcome: null, text: null, artifacts: [], consensus: [], status: 'paused' as const };
    const again = await holdRun({
      session: {
        ...left.session,
        ...ended,
        rounds: last,
        settings: { ...left.session.settings, max_rounds: 8 },
      },
      table,
      resumed: true,
      script: createHandler({ ...parts, answer: usable }),
    });
    expect(again.session.rounds.at(-1)?.asked).toContain('qa-lead');
  });
});

describe('the quorum', () => {
  it('is kept by asking the missing seats once more, who are not told what was said', async () => {
    const { session, requests, events } = await run({
      answer: ({ seat, attempt }) =>
        seat === 'qa-lead' || attempt > 1 ? answerStep(`Canary of ${seat} is here.`) : { fail: 'overloaded' },
    });
    expect(session.rounds[0]).toMatchObject({ failed: [] });
    expect(requests.filter(({ step }) => step === 'answer').map(({ key }) => key)).toEqual([
      ...seatIds.map((id) => `1/answer/${id}/1`),
      '1/answer/software-architect/2',
      '1/answer/devops-engineer/2',
    ]);
    for (const request of requests.filter(({ step, attempt }) => step === 'answer' && attempt > 1))
      expect(readPromptText(request)).not.toContain('Canary');
    expect(events).toContainEqual({
      type: 'notice',
      notice: {
        ...{ code: 'asking_again', have: 1, need: 2 },
        seats: ['software-architect', 'devops-engineer'],
      },
    });
  });

  it('once lost pauses the run before a synthesis is paid, and resume asks the lost seats again', async () => {
    const session = createSession(table, { settings: { min_rounds: 1 } });
    const journal = createMemoryJournal();
    const lost = await holdRun({
      session,
      table,
      journal,
      script: createHandler({
        answer: (asked) =>
          asked.seat === 'qa-lead'
            ? usable(asked)
            : asked.seat === 'devops-engineer'
              ? { text: 'no object at all' }
              : { fail: 'refusal', remedy: 'Ask <seat> otherwise.' },
      }),
    });
    expect(lost.result).toMatchObject({
      ...{ ended: 'paused', reason: 'no-quorum', failure: { code: 'NO_QUORUM', exitCode: 6 } },
      detail: {
        ...{ code: 'no_quorum', have: 1, need: 2 },
        lost: [
          { seat: 'software-architect', kind: 'refusal', message: 'it failed: refusal' },
          { seat: 'devops-engineer', kind: 'malformed' },
        ],
      },
    });
    expect(lost.result.failure?.hint).toContain('Ask software-architect otherwise.');
    expect(lost.store.last).toMatchObject({ status: 'paused', pause_reason: 'no-quorum', rounds: [] });
    expect(lost.requests.some(({ step }) => step === 'synthesis')).toBe(false);
    const resumed = await holdRun({
      ...{ session: lost.store.last, store: lost.store, table, journal, resumed: true },
      script: createHandler({ synthesis: conclude }),
    });
    expect(resumed.session.rounds[0]?.answers.map(({ seat }) => seat)).toEqual([...seatIds]);
    expect(resumed.requests.filter(({ step }) => step === 'answer').map(({ key }) => key)).toEqual([
      '1/answer/software-architect/1',
      '1/answer/devops-engineer/7',
    ]);
    expect(resumed.requests.filter(({ step }) => step === 'question')).toEqual([]);
  });

  it('is never more than were asked', async () => {
    const { session } = await run(
      { question: () => questionStep({ participants: ['qa-lead'] }) },
      { quorum: 3 },
    );
    expect(session.rounds[0]).toMatchObject({ asked: ['qa-lead'], failed: [] });
  });
});

describe.each(fatalFailureKinds)('a failure that every call would meet: %s', (kind) => {
  it.each(['question', 'answer', 'synthesis'] as const)(
    'stops the run at the %s before more is paid, and can be resumed',
    async (step) => {
      const { result, store, requests } = await run(
        { [step]: () => ({ fail: kind, remedy: 'Set the key.' }) },
        { answer_retries: 0 },
      );
      expect(result).toMatchObject({
        ended: 'paused',
        failure: { code: 'MODEL_UNUSABLE', exitCode: 6, hint: 'Set the key.' },
        detail: { code: 'model_unusable', kind, remedy: 'Set the key.' },
      });
      expect(requests.at(-1)?.step).toBe(step);
      expect(store.last).toMatchObject({ status: 'paused', rounds: [] });
      expect(store.last.failures[0]).toMatchObject({ step, kind });
      const resumed = await holdRun({
        ...{ session: store.last, store, table, resumed: true },
        script: createHandler({ synthesis: conclude }),
      });
      expect(resumed.result.ended).toBe('completed');
    },
  );

  it('aborts the calls beside it', async () => {
    const aborted: string[] = [];
    await run({
      answer: ({ seat }, signal) =>
        seat === 'software-architect'
          ? { fail: kind }
          : new Promise<ScriptedReply>((resolve) => {
              signal.addEventListener('abort', () => {
                aborted.push(seat);
                resolve({ fail: 'cancelled' });
              });
            }),
    });
    expect(aborted).toEqual(['qa-lead', 'devops-engineer']);
  });
});

describe('a request to stop', () => {
  it.each(['question', 'answer', 'synthesis'] as const)(
    'in the middle of the %s leaves a paused session without a word of the open round',
    async (step) => {
      const operator = createScriptedOperator();
      const stopHere = (): ScriptedReply => {
        operator.stopNow();
        return { fail: 'cancelled' };
      };
      const { result, store } = await holdRun({
        ...{ session: createSession(table, { settings: { min_rounds: 1 } }), table, operator },
        script: createHandler({ synthesis: conclude, [step]: stopHere }),
      });
      expect(result).toMatchObject({ ended: 'paused', reason: 'signal', detail: { code: 'stopped' } });
      expect(store.last).toMatchObject({ status: 'paused', failures: [], rounds: [], total_rounds: 0 });
      expect(store.last).toMatchObject({ statements: [], dossier: [], language: null });
    },
  );

  it('between rounds is written as the decision, and resume decides anew', async () => {
    const operator = createScriptedOperator();
    const stopped = await holdRun({
      ...{ session: createSession(table, { settings: { min_rounds: 1 } }), table, operator },
      script: createHandler({
        synthesis: (request, signal) => {
          operator.stopNow();
          return conclude(request, signal);
        },
      }),
    });
    expect(stopped.store.last.rounds).toMatchObject([
      { next_action: 'pause', decided_by_rule: 1, override: { code: 'paused', by: 'signal' } },
    ]);
    const resumed = await holdRun({
      ...{ session: stopped.store.last, store: stopped.store, table, resumed: true },
      script: createHandler(),
    });
    expect(resumed.session.rounds).toMatchObject([
      { next_action: 'conclude', decided_by_rule: 8, override: null },
    ]);
  });
});
