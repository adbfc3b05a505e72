/** The person's answer in a round. An empty text passes; `'later'` pauses the run. */
import type { Run } from '../run.ts';
import { takeTurn } from '../take-turn.ts';
import type { AnswersContext } from './answers-step.ts';
import type { Turn } from './model-answer.ts';
import { readStances } from './read-answer.ts';

/** Asks the person through the port and keeps the answer like any other; pauses the run if the person is not there. */
export async function answerByPerson(
  run: Run,
  context: AnswersContext,
  { step, seat, heard }: Pick<Turn, 'step' | 'seat' | 'heard'>,
): Promise<void> {
  const { round, opened } = context;
  const { question, focus, context_summary } = opened;
  const open = run.session.conflicts.filter(({ status }) => status === 'open');
  const started = run.ports.clock.elapsed();
  const turn = await takeTurn(run, seat, {
    key: `${round}/answer/${seat.id}/1`,
    step: 'answer',
    ...{ round, question, focus, context_summary, conflicts: open },
    heard: heard.map((entry) => ({
      ...entry,
      role: run.session.participants.find(({ id }) => id === entry.seat)?.role ?? entry.seat,
    })),
  });
  const { stances, losses } = readStances(turn.conflicts ?? [], open);
  step.losses.push(...losses.map((loss) => ({ ...loss, seat: seat.id })));
  const text = turn.text.trim();
  if (text === '') {
    // Where the person stands in a conflict counts without a word too.
    if (stances.length > 0) step.stances.push({ seat: seat.id, stances });
    step.passed.push(seat.id);
    const code = stances.length > 0 ? 'voted' : 'passed';
    run.ports.report({ type: 'seat-passed', round, seat: seat.id, code });
    return;
  }
  const person = turn.name === undefined ? {} : { name: turn.name };
  const duration_ms = Math.round(run.ports.clock.elapsed() - started);
  step.answers.push({
    answer: {
      id: seat.id,
      role: seat.role,
      position: text,
      proposal: '',
      confidence: null,
      concerns: [],
      conflicts: stances,
      statements: [{ id: '', kind: 'other', text, facts: [] }],
      facts: [],
      assumptions: [],
      questions: [],
      context_challenge: null,
    },
    facts: [],
    model: null,
    duration_ms,
    private_note: null,
    ...person,
  });
  const said = { position: text, confidence: null, duration_ms, replayed: false, ...person };
  run.ports.report({ type: 'seat-answered', round, step: 'answer', seat: seat.id, ...said });
}
