/** The person's answer in a round. An empty text passes; `'later'` pauses the run. */
import type { Participant } from '../../domain/records.ts';
import type { Heard } from '../prompts/participant.ts';
import { speaksForSide } from '../rules/phases.ts';
import { takesStances } from '../rules/stances.ts';
import { pauseForPerson, type Run } from '../run.ts';
import type { AnswersContext, AnswersStep } from './answers-step.ts';

/** Asks the person through the port and keeps the answer like any other; pauses the run if the person is not there. */
export async function answerByPerson(
  run: Run,
  context: AnswersContext,
  options: { step: AnswersStep; seat: Participant; heard: readonly Heard[] },
): Promise<void> {
  const { round, opened } = context;
  const { seat, step } = options;
  const argues = speaksForSide(run.session, run.table.strategy, {
    phase: context.phase.phase.name,
    seat: seat.id,
  });
  run.ports.report({ type: 'waiting-for-turn', round, seat: seat.id, question: opened.question });
  const started = run.ports.clock.elapsed();
  const turn = await run.ports.operator.takeTurn({
    key: `${round}/answer/${seat.id}/1`,
    round,
    question: opened.question,
    focus: opened.focus,
    context_summary: opened.context_summary,
    heard: options.heard.map((entry) => ({
      ...entry,
      role: run.session.participants.find(({ id }) => id === entry.seat)?.role ?? entry.seat,
    })),
    items: argues ? [] : run.session.artifacts.filter(takesStances),
  });
  if (turn === 'later') throw pauseForPerson(run, `it is the person's turn in round ${round}`);
  const text = turn.text.trim();
  if (text === '') {
    // Stances without text still count as votes.
    if (turn.stances.length > 0) step.votes.push({ seat: seat.id, stances: turn.stances });
    step.passed.push(seat.id);
    run.ports.report({
      type: 'seat-passed',
      round,
      seat: seat.id,
      reason: turn.stances.length > 0 ? 'voted without a word' : 'passed',
    });
    return;
  }
  const person = turn.name === undefined ? {} : { name: turn.name };
  const duration = run.ports.clock.elapsed() - started;
  step.answers.push({
    answer: {
      id: seat.id,
      role: seat.role,
      position: text,
      statements: [{ id: '', text, why: '', verify: '', replaces: [] }],
      concerns: [],
      confidence: null,
      facts: [],
      assumptions: [],
      questions: [],
      context_challenge: null,
      changed_because: null,
      stances: turn.stances,
      judgements: turn.judgements ?? [],
    },
    isUnclear: false,
    // A person is not asked whether they changed their mind; the record shows both texts.
    changed: null,
    duration_ms: Math.round(duration),
    private_note: null,
    ...person,
  });
  run.ports.report({
    type: 'seat-answered',
    round,
    step: 'answer',
    seat: seat.id,
    position: text,
    confidence: null,
    duration_ms: Math.round(duration),
    replayed: false,
    ...person,
  });
}
