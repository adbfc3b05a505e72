import { describe, expect, it } from 'vitest';
import { type FailureKind, failureKinds, fatalFailureKinds } from '../../src/domain/vocabulary.ts';
import { createSession, createTable, noteKind, seatIds } from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  createHandler,
  createMemoryJournal,
  createScriptedOperator,
  type HandlerParts,
  holdRun,
  itemEntry,
  questionStep,
  readPromptText,
  reviewStep,
  type ScriptedReply,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();
const conclude: NonNullable<HandlerParts['synthesis']> = ({ round }) =>
  synthesisStep({
    synthesis: `S ${round}.`,
    next_action: 'conclude',
    items: round === 1 ? [itemEntry('Jobs are kept.', { from: ['S-001', 'S-002'] })] : [],
  });

function run(parts: HandlerParts, settings: Parameters<typeof createSession>[1] = {}) {
  const session = createSession(table, { ...settings, settings: { min_rounds: 1, ...settings.settings } });
  return holdRun({ session, table, script: createHandler({ synthesis: conclude, ...parts }) });
}

function isFatal(kind: FailureKind): boolean {
  return fatalFailureKinds.includes(kind);
}

describe("the facilitator's question", () => {
  it.each<[string, (attempt: number) => ScriptedReply, RegExp, unread: number[]]>([
    ['vague', () => questionStep({ question: 'What do you think?' }), /asks nothing specific/, [0, 0, 0]],
    ['prose', () => ({ text: 'Let us talk.' }), /no object of the asked form/, [0, 1, 2]],
    ['empty', () => ({ text: ' ' }), /empty/, [0, 1, 2]],
    ['nothing', () => ({ fail: 'empty' }), /empty/, [0, 1, 2]],
    ['a timeout', () => ({ fail: 'timeout' }), /timeout/, [0, 0, 0]],
  ])('is replaced after its retries when it stays %s', async (_name, question, reason, unread) => {
    const { store, requests, events } = await run({ question: ({ attempt }) => question(attempt) });
    const [round] = store.last.rounds;
    expect(round?.question).toBe(
      'What are the key considerations for "Which queue should carry the jobs?", and what follows from each of them?',
    );
    expect(round?.question_fallback).toMatch(reason);
    expect(round?.asked).toEqual([...seatIds]);
    const asked = requests.filter(({ step }) => step === 'question');
    expect(asked.map(({ attempt, purpose }) => `${attempt} ${purpose}`)).toEqual([
      '1 ask',
      '2 retry',
      '3 retry',
    ]);
    expect(asked.map((request) => request.unread)).toEqual(unread);
    expect(store.last.outcome).toMatchObject({ degraded: true });
    expect(store.last.outcome?.degradation).toContain('The program asked its own question in round 1.');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'question-asked', fallback: round?.question_fallback }),
    );
  });

  it('is asked again with the problem, and taken when it becomes one', async () => {
    const { store, requests } = await run({
      question: ({ attempt }) =>
        attempt === 1 ? questionStep({ question: 'Any thoughts?' }) : questionStep(),
    });
    expect(store.last.rounds[0]?.question_fallback).toBeNull();
    const second = requests[1];
    expect(second && readPromptText(second)).toMatch(
      /could not be used[\s\S]*asks nothing specific[\s\S]*Any thoughts\?/,
    );
    expect(store.last.failures).toEqual([]);
  });

  it('is replaced when it repeats an earlier one', async () => {
    const { store } = await run(
      {
        question: () => questionStep({ question: 'Which queue loses a job when the host restarts?' }),
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: [itemEntry(`Point ${round}.`)],
            next_action: 'conclude',
          }),
      },
      { settings: { min_rounds: 2 } },
    );
    expect(store.last.rounds.map(({ question_fallback: reason }) => reason)).toEqual([
      null,
      expect.stringContaining('asked in an earlier round'),
    ]);
  });
});

describe('the synthesis', () => {
  it('is asked for again from the same answers, and assembled by the program only then', async () => {
    const { store, requests } = await run(
      { synthesis: () => ({ fail: 'server' }) },
      { settings: { max_rounds: 1 } },
    );
    const [round] = store.last.rounds;
    expect(round?.synthesis_fallback).toMatch(/^server: /);
    expect(round?.synthesis).toMatch(/^\[Assembled by the program from 3 answers\.\]/);
    expect(round?.synthesis).toContain('Round 1: qa-lead prefers the database.');
    expect(round).toMatchObject({ consensus: [], conflicts: [], proposed_action: 'continue' });
    expect(requests.filter(({ step }) => step === 'answer')).toHaveLength(3);
    expect(requests.filter(({ step }) => step === 'synthesis')).toHaveLength(3);
    expect(store.last.outcome?.degradation).toContain('The program assembled the synthesis of round 1.');
  });

  it('without a recommendation is taken as it is', async () => {
    const { store, requests } = await run({
      synthesis: () =>
        synthesisStep({
          next_action: 'conclude',
          recommendation: null,
          conflicts: [{ id: 'new', description: 'kind of queue', positions: [] }],
        }),
    });
    expect(requests.filter(({ step }) => step === 'synthesis')).toHaveLength(1);
    expect(store.last.rounds[0]).toMatchObject({ synthesis_fallback: null, losses: [] });
    expect(store.last.conflicts).toMatchObject([{ recommendation: null }]);
  });
});

describe('an answer', () => {
  it('that cannot be used is asked for again, quoting the problem; what is lost of a usable one is said', async () => {
    const { store, requests } = await run({
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
    expect(store.last.rounds[0]?.failed).toEqual([]);
    expect(store.last.rounds[0]?.losses).toEqual(['qa-lead: confidence ("very sure") could not be read']);
  });

  it('that stays unusable costs its own seat alone, and is no text of the discussion', async () => {
    const { store, requests, events } = await run({
      answer: ({ seat }) =>
        seat === 'qa-lead'
          ? { text: 'canary of a broken reply' }
          : answerStep('A position that is long enough.'),
    });
    // Each rejected reply that is asked again is told, without a word of it.
    const again = events.filter(({ type }) => type === 'seat-retrying');
    expect(again.slice(0, 2)).toEqual(
      [1, 2].map(() => ({
        type: 'seat-retrying',
        round: 1,
        step: 'answer',
        seat: 'qa-lead',
        kind: 'malformed',
        wait_ms: 0,
      })),
    );
    const [round] = store.last.rounds;
    expect(round).toMatchObject({ failed: ['qa-lead'], asked: [...seatIds] });
    expect(round?.answers).toHaveLength(2);
    expect(store.last.failures).toMatchObject([
      { round: 1, step: 'answer', seat: 'qa-lead', kind: 'malformed', request_id: 'req 1/answer/qa-lead/3' },
    ]);
    const others = requests.filter(({ key }) => !key.startsWith('1/answer/qa-lead'));
    for (const request of others) expect(readPromptText(request)).not.toContain('canary');
    expect(JSON.stringify(store.last.outcome)).not.toContain('canary');
    expect(store.last.outcome?.degradation).toEqual(['qa-lead gave no answer in round 1 (malformed).']);
    const synthesis = requests.find(({ step }) => step === 'synthesis');
    expect(synthesis && readPromptText(synthesis)).toContain('qa-lead. Say nothing in their name.');
  });

  it('that is too long is one that cannot be used', async () => {
    const { store } = await run(
      {
        answer: ({ seat }) =>
          answerStep(seat === 'qa-lead' ? 'word '.repeat(50) : 'A position of a good length.'),
      },
      { settings: { answer_max_characters: 100, answer_retries: 0 } },
    );
    expect(store.last.failures).toMatchObject([
      { seat: 'qa-lead', message: expect.stringContaining('at most 100') },
    ]);
  });

  it.each(failureKinds.filter((kind) => !isFatal(kind) && kind !== 'cancelled'))(
    'lost to "%s" at one seat leaves the round to the others',
    async (kind) => {
      const { store, result } = await run({
        answer: ({ seat }) =>
          seat === 'qa-lead' ? { fail: kind } : answerStep('A position that is long enough.'),
      });
      expect(result.ended).toBe('completed');
      expect(store.last.rounds[0]).toMatchObject({ failed: ['qa-lead'] });
      expect(store.last.failures).toMatchObject([{ seat: 'qa-lead', kind, message: `it failed: ${kind}` }]);
    },
  );

  it('is not asked of a seat for one round after two failed ones', async () => {
    const { store } = await run(
      {
        answer: ({ seat, round }) =>
          seat === 'qa-lead' && round <= 2
            ? { fail: 'timeout' }
            : answerStep(`A position for round ${round}.`),
        synthesis: ({ round }) =>
          synthesisStep({ synthesis: `S ${round}.`, items: [itemEntry(`Point ${round}.`)] }),
      },
      { settings: { max_rounds: 4 } },
    );
    expect(
      store.last.rounds.map(({ failed, passed, asked }) => [failed.join(), passed.join(), asked.length]),
    ).toEqual([
      ['qa-lead', '', 3],
      ['qa-lead', '', 3],
      ['', 'qa-lead', 2],
      ['', '', 3],
    ]);
  });
});

describe('a seat that fails three times in a row', () => {
  it('is left out with a notice, and is asked again when the discussion is resumed', async () => {
    const fail: HandlerParts = {
      answer: ({ seat, round }) =>
        seat === 'qa-lead' ? { fail: 'overloaded' } : answerStep(`A position for round ${round}.`),
      synthesis: ({ round }) =>
        synthesisStep({
          synthesis: `S ${round}.`,
          items: [itemEntry(`Point ${round}.`)],
        }),
    };
    const left = await run(fail, { settings: { max_rounds: 7 } });
    const { rounds } = left.store.last;
    // Rounds 1, 2 and 4 failed; 3 was the rest after two of them.
    expect(rounds.map(({ asked }) => asked.includes('qa-lead'))).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
    const notices = left.events.filter(
      (event) => event.type === 'notice' && event.text.includes('three times in a row'),
    );
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({ text: expect.stringContaining('--models qa-lead=') });

    // As a pause after the last round leaves it.
    const last = rounds.map((round, at) =>
      at === rounds.length - 1 ? { ...round, next_action: null } : round,
    );
    const paused = {
      ...left.store.last,
      status: 'paused' as const,
      rounds: last,
      outcome: null,
      review: null,
    };
    const again = await holdRun({
      session: { ...paused, settings: { ...paused.settings, max_rounds: 8 } },
      table,
      resumed: true,
      script: createHandler({ ...fail, answer: () => answerStep('A position that is long enough.') }),
    });
    expect(again.store.last.rounds.at(-1)?.asked).toContain('qa-lead');
  });
});

describe('a seat that timed out', () => {
  it('is asked once more, for a shorter answer', async () => {
    const { store, requests } = await run({
      answer: ({ seat, attempt }) =>
        seat === 'qa-lead' && attempt === 1
          ? { fail: 'timeout' }
          : answerStep('A position that is long enough.'),
    });
    expect(store.last.rounds[0]).toMatchObject({ failed: [] });
    const second = requests.find(({ key }) => key === '1/answer/qa-lead/2');
    expect(second === undefined ? '' : readPromptText(second)).toContain('a few short sentences');
    expect(store.last.failures).toEqual([]);
  });

  it('is not asked a third time', async () => {
    const { store, requests } = await run({
      answer: ({ seat }) =>
        seat === 'qa-lead' ? { fail: 'timeout' } : answerStep('A position that is long enough.'),
    });
    const asked = requests.filter(
      ({ seat, step, round }) => seat === 'qa-lead' && step === 'answer' && round === 1,
    );
    expect(asked).toHaveLength(2);
    expect(store.last.rounds[0]).toMatchObject({ failed: ['qa-lead'] });
  });
});

describe('the quorum', () => {
  it('is kept by asking the missing seats once more', async () => {
    const { store, requests } = await run({
      answer: ({ seat, attempt }) =>
        seat === 'qa-lead' || attempt > 1
          ? answerStep('A position that is long enough.')
          : { fail: 'overloaded' },
    });
    expect(store.last.rounds[0]).toMatchObject({ failed: [] });
    expect(requests.filter(({ step }) => step === 'answer').map(({ key }) => key)).toEqual([
      '1/answer/software-architect/1',
      '1/answer/qa-lead/1',
      '1/answer/devops-engineer/1',
      '1/answer/software-architect/2',
      '1/answer/devops-engineer/2',
    ]);
  });

  it('is kept without telling the seats that are asked once more what was said', async () => {
    const { requests } = await run({
      answer: ({ seat, attempt }) =>
        seat === 'qa-lead' || attempt > 1 ? answerStep(`Canary of ${seat} is here.`) : { fail: 'overloaded' },
    });
    const again = requests.filter(({ step, attempt }) => step === 'answer' && attempt > 1);
    expect(again).toHaveLength(2);
    for (const request of again) expect(readPromptText(request)).not.toContain('Canary');
  });

  it('once lost pauses the run before a synthesis is paid, and resume asks the lost seats again', async () => {
    const session = createSession(table, { settings: { min_rounds: 1 } });
    const journal = createMemoryJournal();
    const unusable: ScriptedReply = { text: 'no object at all' };
    const lost = await holdRun({
      session,
      table,
      journal,
      script: createHandler({
        answer: ({ seat }) =>
          seat === 'qa-lead'
            ? answerStep('A position that is long enough.')
            : seat === 'devops-engineer'
              ? unusable
              : { fail: 'timeout' },
        synthesis: () => {
          throw new Error('no synthesis is due');
        },
      }),
    });
    expect(lost.result).toMatchObject({
      ended: 'paused',
      reason: 'no-quorum',
      failure: { code: 'NO_QUORUM', exitCode: 6 },
    });
    expect(lost.store.last).toMatchObject({
      status: 'paused',
      pause_reason: 'no-quorum',
      total_rounds: 0,
      rounds: [],
    });
    // The one that timed out was asked once more, for a shorter answer, before the quorum was asked for.
    expect(lost.store.last.usage.calls).toBe(11);
    expect(new Set(lost.store.last.failures.map(({ seat, kind }) => `${seat} ${kind}`))).toEqual(
      new Set(['software-architect timeout', 'devops-engineer malformed']),
    );
    const resumed = await holdRun({
      session: lost.store.last,
      store: lost.store,
      table,
      journal,
      resumed: true,
      script: createHandler({ synthesis: conclude }),
    });
    expect(resumed.result.ended).toBe('completed');
    expect(resumed.store.last.rounds[0]?.answers.map(({ seat }) => seat)).toEqual([...seatIds]);
    const asked = resumed.requests.filter(({ step }) => step === 'answer').map(({ key }) => key);
    expect(asked).toEqual(['1/answer/software-architect/1', '1/answer/devops-engineer/7']);
    expect(resumed.requests.filter(({ step }) => step === 'question')).toEqual([]);
    // Eleven calls before the pause; two answers, the synthesis, the question about the statement that it left out, three
    // reviews and the draft after it.
    expect(resumed.store.last.usage.calls).toBe(19);
  });

  it('is never more than were asked', async () => {
    const { store } = await run(
      { question: () => questionStep({ participants: ['qa-lead'] }) },
      { settings: { quorum: 3 } },
    );
    expect(store.last.rounds[0]).toMatchObject({ asked: ['qa-lead'], failed: [] });
  });
});

describe.each(fatalFailureKinds)('a failure that every call would meet: %s', (kind) => {
  const at: [string, HandlerParts][] = [
    ['question', { question: () => ({ fail: kind, remedy: 'Set the key.' }) }],
    [
      'answer',
      {
        answer: ({ seat }) =>
          seat === 'qa-lead' ? { fail: kind, remedy: 'Set the key.' } : answerStep('Long enough to count.'),
      },
    ],
    ['synthesis', { synthesis: () => ({ fail: kind, remedy: 'Set the key.' }) }],
    [
      'statements',
      {
        synthesis: () => synthesisStep({ next_action: 'conclude' }),
        statements: () => ({ fail: kind, remedy: 'Set the key.' }),
      },
    ],
    [
      'review',
      {
        review: (request) =>
          request.seat === 'qa-lead' ? { fail: kind, remedy: 'Set the key.' } : reviewStep(request),
      },
    ],
    ['draft', { draft: () => ({ fail: kind, remedy: 'Set the key.' }) }],
  ];
  it.each(at)('stops the run at the %s before more is paid, and can be resumed', async (step, parts) => {
    const { result, store, requests } = await run(parts, { settings: { answer_retries: 0 } });
    expect(result).toMatchObject({
      ended: 'paused',
      failure: { code: 'MODEL_UNUSABLE', exitCode: 6, hint: 'Set the key.' },
    });
    expect(requests.at(-1)?.step).toBe(step);
    expect(
      requests.filter((request) => request.step === step && request.seat !== 'qa-lead').length,
    ).toBeLessThanOrEqual(2);
    expect(store.last.status).toBe('paused');
    expect(store.last.failures).toMatchObject([{ step, kind }]);
    const resumed = await holdRun({
      session: store.last,
      store,
      table,
      resumed: true,
      script: createHandler({ synthesis: conclude }),
    });
    expect(resumed.result.ended).toBe('completed');
  });

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

describe('a draft that is far too long', () => {
  const bounded = createTable({ document: { ...noteKind, draftWords: 20 } });
  const write = (words: number, sources: { seat: string; round: number }[] = []) => ({
    data: { summary: Array.from({ length: words }, (_, index) => `word${index}`).join(' '), sources },
  });
  const first = write(31);
  it.each([
    ['is asked for once more, and the shorter one is kept', first, write(18), 2, 18],
    ['is kept where the second is longer', first, write(40), 2, 31],
    [
      'is kept where the second cites somebody who is not there',
      first,
      write(10, [{ seat: 'nobody', round: 1 }]),
      2,
      31,
    ],
    ['is kept where the second fails', first, { fail: 'overloaded' as const }, 2, 31],
    ['is kept where every further call would fail', first, { fail: 'auth' as const }, 2, 31],
    ['is kept where the second cannot be read', first, { data: { title: 'no summary' } }, 2, 31],
    ['is not asked for again below one and a half times its bound', write(30), write(1), 1, 30],
  ])('%s', async (_, one, two, calls, words) => {
    const { store, requests } = await holdRun({
      session: createSession(bounded, { settings: { min_rounds: 1 } }),
      table: bounded,
      script: createHandler({ synthesis: conclude, draft: ({ attempt }) => (attempt === 1 ? one : two) }),
    });
    const drafts = requests.filter(({ step }) => step === 'draft');
    expect(drafts).toHaveLength(calls);
    expect(store.last.status).toBe('completed');
    expect(store.last.outcome).toMatchObject({ degraded: false, document: { assembled_by: 'synthesizer' } });
    expect(String(store.last.outcome?.document?.content['summary']).split(' ')).toHaveLength(words);
    if (calls === 2) {
      const said = drafts[1]?.prompt.map(({ text }) => text).join('') ?? '';
      expect(said).toContain('It has 31 words; a reader has time for 20.');
      expect(new Set(drafts.map(({ key }) => key)).size).toBe(2);
    }
  });
});

describe('the draft', () => {
  it('is assembled by the program when none can be had, labelled and degraded', async () => {
    const { store, requests } = await run({ draft: () => ({ data: { title: 'no summary' } }) });
    expect(requests.filter(({ step }) => step === 'draft')).toHaveLength(3);
    expect(store.last.outcome).toMatchObject({
      degraded: true,
      document: { assembled_by: 'program', content: { summary: 'Assembled from 1 rounds.' } },
      degradation: [expect.stringMatching(/^The document was assembled by the program.*summary/)],
    });
    expect(store.last.status).toBe('completed');
  });
});

describe('a request to stop', () => {
  const steps = ['question', 'answer', 'synthesis', 'statements', 'review', 'draft'] as const;
  it.each(steps)(
    'in the middle of the %s leaves a paused session without a word of the open round',
    async (step) => {
      const operator = createScriptedOperator();
      const stopHere: NonNullable<HandlerParts[typeof step]> = () => {
        operator.stopNow();
        return { fail: 'cancelled' };
      };
      const session = createSession(table, { settings: { min_rounds: 1 } });
      const { result, store } = await holdRun({
        session,
        table,
        operator,
        script: createHandler({ synthesis: conclude, [step]: stopHere }),
      });
      expect(result).toMatchObject({ ended: 'paused', reason: 'signal', failure: null });
      expect(store.last).toMatchObject({ status: 'paused', pause_reason: 'signal', failures: [] });
      const isFinished = step === 'review' || step === 'draft';
      expect(store.last.rounds).toHaveLength(isFinished ? 1 : 0);
      expect(store.last.total_rounds).toBe(isFinished ? 1 : 0);
      expect(store.last.outcome).toBeNull();
    },
  );

  it('between rounds is written as the decision, and resume decides anew', async () => {
    const operator = createScriptedOperator();
    const session = createSession(table, { settings: { min_rounds: 1 } });
    const stopped = await holdRun({
      session,
      table,
      operator,
      script: createHandler({
        synthesis: ({ round }, signal) => {
          if (!signal.aborted) operator.stopNow();
          const placed = { 'S-001': 'r', 'S-002': 'r', 'S-003': 'r' };
          return synthesisStep({ synthesis: `S ${round}.`, next_action: 'conclude', not_taken: placed });
        },
      }),
    });
    expect(stopped.store.last.rounds[0]).toMatchObject({
      next_action: 'pause',
      override: 'the run was asked to stop',
    });
    const resumed = await holdRun({
      session: stopped.store.last,
      store: stopped.store,
      table,
      script: createHandler(),
      resumed: true,
    });
    expect(resumed.result.ended).toBe('completed');
    expect(resumed.store.last.rounds).toHaveLength(1);
    expect(resumed.store.last.rounds[0]).toMatchObject({ next_action: 'conclude', decided_by_rule: 9 });
  });
});
