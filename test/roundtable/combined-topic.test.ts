/** `--combined`: a prepared question is not carried into a topic of the agenda that is covered by now. */
import { expect, it } from 'vitest';
import { createSession, createTable } from '../support/roundtable-fixtures.ts';
import { createHandler, holdRun, questionStep, synthesisStep } from '../support/scripted-model.ts';

const carried = {
  question: 'Which of the two failures can the operators see at once?',
  context_summary: '',
  participants: ['all'],
  focus: 'visibility',
  topic_id: 'storage',
};
const fresh = 'Which failure needs a person at night?';

it.for([
  ['covered', fresh],
  ['pending', carried.question],
] as const)('where its topic is %s, the second question is "%s"', async ([status, wanted]) => {
  const table = createTable();
  const topic = {
    id: 'storage',
    name: 'Storage',
    critical: false,
    criteria: ['It says where jobs are kept.'],
    criteria_met:
      status === 'covered' ? [{ criterion: 'It says where jobs are kept.', round: 1, by: ['S-001'] }] : [],
    status,
  };
  const { session } = await holdRun({
    session: createSession(table, {
      agenda: [topic],
      settings: { combined: true, min_rounds: 2, max_rounds: 2 },
    }),
    table,
    script: createHandler({
      question: ({ round }) => questionStep(round === 1 ? {} : { question: fresh }),
      synthesis: ({ round }) =>
        synthesisStep(round === 1 ? { next_question: carried } : { next_action: 'conclude' }),
    }),
  });
  expect(session.rounds[1]?.question).toBe(wanted);
});
