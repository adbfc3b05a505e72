/** One round: question, answers, synthesis, write, recap. */
import { applyRound } from './apply-round.ts';
import { askAnswers } from './ask-answers.ts';
import { askQuestion } from './ask-question.ts';
import { askSynthesis } from './ask-synthesis.ts';
import { readPhase } from './phases.ts';
import type { QuestionReply } from './replies.ts';
import { nowText, PauseRun, type Run, saveSession, settleOpen, warnUnknownCost } from './run.ts';
import { listSittingOut, orderSpeakers } from './turns.ts';

/**
 * Runs the next round to its write; afterwards the round is in the session with `next_action: null`.
 * Returns the next question if the synthesis brought one along.
 */
export async function runRound(run: Run, carried: QuestionReply | null): Promise<QuestionReply | null> {
  const round = run.session.total_rounds + 1;
  const phase = readPhase(run.session, run.table.strategy);
  const startedAt = nowText(run);
  run.ports.report({
    type: 'round-started',
    round,
    phase: phase.phase.name,
    agenda: run.session.agenda.map(({ id, name, critical, status }) => ({ id, name, critical, status })),
  });
  const seats = run.session.participants.map(({ id }) => id);
  const inPhase =
    phase.phase.participants === null ? seats : seats.filter((id) => phase.phase.participants?.includes(id));
  const speaking = inPhase.length > 0 ? inPhase : seats;
  const sittingOut = listSittingOut(run.session.rounds, speaking);
  for (const seat of sittingOut) {
    run.ports.report({ type: 'seat-passed', round, seat, reason: 'sits out after two failed rounds' });
  }
  const opened = await askQuestion(run, {
    round,
    phase,
    candidates: speaking.filter((id) => !sittingOut.includes(id)),
    carried,
  });
  const order = orderSpeakers(run.session, opened.participants, round);
  run.ports.report({
    type: 'question-asked',
    round,
    question: opened.question,
    focus: opened.focus,
    asked: order,
    fallback: opened.fallback,
  });
  const proposals = run.session.proposals.filter(({ status }) => status === 'open');
  const step = await askAnswers(run, { round, phase, opened, order, proposals });
  if (step.answers.length === 0) {
    throw new PauseRun(
      run.timeLimit?.aborted ? 'time' : 'budget',
      `${run.limitReached ?? 'a limit was reached'} before anybody had answered`,
    );
  }
  const synthesis = await askSynthesis(run, {
    round,
    phase,
    opened,
    answers: step.answers.map(({ answer }) => answer),
    silent: [...step.failed, ...step.passed],
  });
  const { usage, bySeat } = run.open;
  const after = applyRound(run.session, run.table, {
    round,
    phase: phase.phase.name,
    opened,
    order,
    sittingOut,
    step,
    synthesis,
    startedAt,
    endedAt: nowText(run),
    usage,
    usageBySeat: bySeat,
  });
  await saveSession(run, { ...after, ...settleOpen(run) });
  run.ports.report({ type: 'round-saved', round, session_file: run.table.sessionFile });
  const record = run.session.rounds.at(-1);
  if (record) run.ports.report({ type: 'recap', session: run.session, round: record });
  warnUnknownCost(run);
  return synthesis.reply.next_question ?? null;
}
