/** `--combined`: the synthesis brings the next question along; it counts only where nothing came in between. */
import { describe, expect, it } from 'vitest';
import {
  createPhase,
  createSession,
  createStrategy,
  createTable,
  type SessionChanges,
} from '../support/roundtable-fixtures.ts';
import {
  createHandler,
  createScriptedOperator,
  holdRun,
  type OperatorScript,
  questionStep,
  synthesisStep,
} from '../support/scripted-model.ts';

const carried = {
  question: 'Which of the two failures can the operators see at once?',
  context_summary: 'Two people run the service.',
  participants: ['all'],
  focus: 'visibility',
  topic_id: null as string | null,
};
const fresh = 'Which failure needs a person at night?';

/** Two rounds; what the first synthesis says is up to the test. */
async function runTwo(
  first: Record<string, unknown>,
  options: {
    settings?: SessionChanges['settings'];
    changes?: SessionChanges;
    table?: ReturnType<typeof createTable>;
    operator?: OperatorScript;
  } = {},
) {
  const table = options.table ?? createTable();
  const held = await holdRun({
    session: createSession(table, {
      ...options.changes,
      settings: { combined: true, min_rounds: 2, max_rounds: 2, ...options.settings },
    }),
    table,
    script: createHandler({
      question: ({ round }) => questionStep(round === 1 ? {} : { question: fresh }),
      synthesis: ({ round }) =>
        synthesisStep(round === 1 ? { next_question: carried, ...first } : { next_action: 'conclude' }),
    }),
    operator: createScriptedOperator(options.operator ?? {}),
  });
  const questions = held.requests.filter(({ step }) => step === 'question').map(({ round }) => round);
  return { ...held, questions, second: held.session.rounds[1] };
}

const twoPhases = createTable({
  strategy: createStrategy({ phases: [createPhase('dreamer'), createPhase('critic')] }),
});

describe('the question that came along is asked without a call of its own', () => {
  it.each<[string, Record<string, unknown>, Parameters<typeof runTwo>[1]]>([
    ['in the next round', {}, {}],
    [
      'in the next phase, where that was suggested',
      { next_action: 'phase' },
      { table: twoPhases, settings: { max_rounds: 9 } },
    ],
    ['in the next phase, where that had to come', {}, { table: twoPhases }],
    [
      'in the next phase, after the most rounds of this one',
      {},
      { table: twoPhases, settings: { max_rounds: 9, max_rounds_per_phase: 1 } },
    ],
  ])('%s', async (_name, first, options) => {
    const { second, questions } = await runTwo(first, options);
    expect(second).toMatchObject({
      question: carried.question,
      focus: 'visibility',
      question_fallback: null,
    });
    expect(questions).toEqual([1]);
  });
});

describe('it is thrown away and asked for anew', () => {
  const covered = {
    ...{ id: 'storage', name: 'Storage', critical: false, status: 'covered' as const },
    ...{ criteria: ['Days'], criteria_met: [{ criterion: 'Days', round: 1, by: ['S-001'] }] },
  };
  const choices = {
    '1/choice/person/1': { choice: 'guidance', text: 'Think of the nights.' },
    '2/choice/person/1': { choice: 'continue' },
  } as const;
  const decisions = {
    '1/escalation/E-001/1': { decision: 'own', text: 'The team pays.', by: 'user' },
  } as const;
  it.each<[string, Record<string, unknown>, Parameters<typeof runTwo>[1]]>([
    ['after guidance', {}, { settings: { interactive: true }, operator: { choices } }],
    [
      'after an escalation',
      { next_action: 'escalate', escalation_reason: 'Who pays?' },
      { operator: { decisions } },
    ],
    [
      'after a change of phase that nobody foresaw',
      { next_action: 'conclude' },
      { table: twoPhases, settings: { min_rounds: 1, max_rounds: 9 } },
    ],
    ['after an override of what was proposed', { next_action: 'conclude' }, {}],
    [
      'when its topic is covered by now',
      { next_question: { ...carried, topic_id: 'storage' } },
      { changes: { agenda: [covered] } },
    ],
    [
      'when it repeats an earlier one',
      {
        next_question: {
          ...carried,
          question: 'Which failure of the queue would cost the two operators most?',
        },
      },
      {},
    ],
    ['when it asks nothing specific', { next_question: { ...carried, question: 'Any thoughts?' } }, {}],
    ['when it cannot be read', { next_question: 'and so on' }, {}],
    ['when it is not there', { next_question: null }, {}],
  ])('%s', async (_name, first, options) => {
    const { second, questions } = await runTwo(first, options);
    expect(second?.question).toBe(fresh);
    expect(questions).toEqual([1, 2]);
  });
});
