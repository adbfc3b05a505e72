/** `--combined`: the synthesis brings the next question along; it counts only where nothing came in between. */
import { describe, expect, it } from 'vitest';
import { createPhase, createSession, createStrategy, createTable } from '../support/roundtable-fixtures.ts';
import {
  createHandler,
  createScriptedOperator,
  type HandlerParts,
  holdRun,
  itemEntry,
  type OperatorScript,
  questionStep,
  readPromptText,
  synthesisStep,
} from '../support/scripted-model.ts';

const carried = {
  question: 'Which of the two failures can the operators see at once?',
  context_summary: 'Two people run the service.',
  participants: ['all'],
  focus: 'visibility',
  topic_id: null,
};
const fresh = 'Which failure needs a person at night?';
const asked: NonNullable<HandlerParts['question']> = ({ round }) =>
  questionStep(round === 1 ? {} : { question: fresh });

/** Two rounds; what the first synthesis says is up to the test. */
async function runTwo(
  first: Record<string, unknown>,
  options: {
    settings?: object;
    table?: ReturnType<typeof createTable>;
    operator?: OperatorScript;
  } = {},
) {
  const table = options.table ?? createTable();
  const session = createSession(table, {
    settings: { combined: true, min_rounds: 2, max_rounds: 2, ...options.settings },
  });
  const held = await holdRun({
    session,
    table,
    script: createHandler({
      question: asked,
      synthesis: ({ round }) =>
        synthesisStep(round === 1 ? { next_question: carried, ...first } : { next_action: 'conclude' }),
    }),
    operator: createScriptedOperator(options.operator ?? {}),
  });
  const questions = held.requests.filter(({ step }) => step === 'question').map(({ round }) => round);
  return { ...held, questions, second: held.session.rounds[1] };
}

it('is asked without a call of its own, and waits for no question', async () => {
  const { second, questions, requests } = await runTwo({});
  expect(second).toMatchObject({ question: carried.question, focus: 'visibility', question_fallback: null });
  expect(questions).toEqual([1]);
  expect(
    requests
      .filter(({ round, step }) => round === 2 && step !== 'review' && step !== 'draft')
      .map(({ step }) => step),
  ).toEqual(['answer', 'answer', 'answer', 'synthesis', 'statements']);
});

const twoPhases = (changes: { min_rounds?: number } = {}) =>
  createTable({
    strategy: createStrategy({
      phases: [createPhase('dreamer', changes), createPhase('critic', { goal: 'Find the weak places.' })],
    }),
  });

describe('over a change of phase', () => {
  it.each([
    ['that the facilitator suggests', { next_action: 'phase' }, { max_rounds: 9 }, 'Where you suggest to go'],
    ['that has to come', {}, { max_rounds: 2 }, 'It is for the phase'],
    [
      'after the most rounds of a phase',
      {},
      { max_rounds: 9, max_rounds_per_phase: 1 },
      'It is for the phase',
    ],
  ] as const)('%s it is kept: it was asked for the next phase', async (_, first, settings, told) => {
    const { second, questions, requests } = await runTwo(first, { table: twoPhases(), settings });
    expect(second).toMatchObject({ phase: 'critic', question: carried.question });
    expect(questions).toEqual([1]);
    const prompt = requests.find(({ key }) => key === '1/synthesis/facilitator/1');
    const text = prompt === undefined ? '' : readPromptText(prompt);
    expect(text).toContain(told);
    expect(text).toContain('for the phase critic: Find the weak places.');
  });
});

it('leaves the record as it is without it, but for the question that came along and what was spent', async () => {
  const runs = await Promise.all(
    [true, false].map(async (combined) => {
      const table = createTable();
      const { session } = await holdRun({
        session: createSession(table, { settings: { combined, min_rounds: 2, max_rounds: 2 } }),
        table,
        script: createHandler({
          question: ({ round }) => questionStep(round === 1 ? {} : carried),
          synthesis: ({ round }) =>
            synthesisStep({
              synthesis: `S ${round}.`,
              items: [itemEntry(`Point ${round}.`)],
              ...(round === 2 ? { next_action: 'conclude' } : combined ? { next_question: carried } : {}),
            }),
        }),
      });
      const { usage: _usage, completion_usage: _completion, settings, rounds, ...rest } = session;
      return {
        ...rest,
        settings: { ...settings, combined: null },
        rounds: rounds.map(({ next_question: _next, usage: _own, usage_by_seat: _seats, ...round }) => round),
      };
    }),
  );
  expect(runs[0]).toEqual(runs[1]);
});

describe('is thrown away and asked for anew', () => {
  it('after guidance', async () => {
    const { second, questions, session } = await runTwo(
      {},
      {
        settings: { interactive: true },
        operator: {
          choices: {
            '1/choice/person/1': { choice: 'guidance', text: 'Think of the nights.' },
            '2/choice/person/1': { choice: 'continue' },
          },
        },
      },
    );
    expect(session.guidance).toEqual([{ after_round: 1, text: 'Think of the nights.', by: 'user' }]);
    expect(second?.question).toBe(fresh);
    expect(questions).toEqual([1, 2]);
  });

  it('after an escalation', async () => {
    const { second, questions } = await runTwo(
      { next_action: 'escalate', escalation_reason: 'Who pays?', recommendation: 'The team.' },
      {
        operator: {
          decisions: { '1/escalation/E-001/1': { decision: 'own', text: 'The team pays.', by: 'user' } },
        },
      },
    );
    expect(second?.question).toBe(fresh);
    expect(questions).toEqual([1, 2]);
  });

  it('after a change of phase that nobody foresaw', async () => {
    const { second, questions } = await runTwo(
      { next_action: 'conclude' },
      { table: twoPhases(), settings: { min_rounds: 1, max_rounds: 9 } },
    );
    expect(second).toMatchObject({ phase: 'critic', question: fresh });
    expect(questions).toEqual([1, 2]);
  });

  it('after an override of what was proposed', async () => {
    const { second, questions, session } = await runTwo({ next_action: 'conclude' });
    expect(session.rounds[0]?.override).toContain('min_rounds');
    expect(second?.question).toBe(fresh);
    expect(questions).toEqual([1, 2]);
  });

  it.for([
    [
      'repeats an earlier one',
      { ...carried, question: 'Which failure of the queue would cost the two operators most?' },
    ],
    ['asks nothing specific', { ...carried, question: 'What do you think?' }],
    ['cannot be read', 'and so on'],
    ['is not there', null],
  ] as const)('when it %s', async ([, next]) => {
    const { second, questions } = await runTwo({ next_question: next });
    expect(second?.question).toBe(fresh);
    expect(questions).toEqual([1, 2]);
  });
});
