/** One round: question, answers, synthesis, write, recap. */

import { exceedsMemory } from './prompts/memory.ts';
import { createNaming } from './prompts/seat-names.ts';
import type { QuestionReply } from './replies/replies.ts';
import { applyRound } from './rules/apply-round.ts';
import { readPhase } from './rules/phases.ts';
import { chooseTargets } from './rules/targets.ts';
import { findOverduePerson, listLeftOut, listSittingOut, orderSpeakers } from './rules/turns.ts';
import {
  notify,
  nowText,
  PauseRun,
  type Run,
  readOpenUsage,
  readUsageBySeat,
  saveSession,
  settleCompletion,
  settleOpen,
  warnUnknownCost,
} from './run.ts';
import { askAnswers } from './steps/answers.ts';
import { askQuestion } from './steps/question.ts';
import { askSynthesis } from './steps/synthesis.ts';

/**
 * Runs the next round and saves it in the session with `next_action: null`. If a limit stops it before anybody answered, the
 * session concludes with the rounds it has, or pauses when it has none.
 */
export async function runRound(run: Run, carried: QuestionReply | null): Promise<void> {
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
  const inPhase = seats.filter((id) => phase.phase.participants?.includes(id) !== false);
  const speaking = inPhase.length > 0 ? inPhase : seats;
  const leftOut = listLeftOut(run.session.rounds.slice(run.roundsBefore), speaking);
  const sittingOut = [...new Set([...leftOut, ...listSittingOut(run.session.rounds, speaking)])];
  for (const seat of sittingOut) {
    const isLeftOut = leftOut.includes(seat);
    const why = isLeftOut ? 'after three failed rounds, until a resume' : 'after two failed rounds';
    run.ports.report({ type: 'seat-passed', round, seat, reason: `sits out ${why}` });
    if (isLeftOut && run.session.rounds.at(-1)?.failed.includes(seat))
      notify(
        run,
        `${seat} gave no answer three times in a row and is not asked again in this run. A resume asks it again; give it another model with --models ${seat}=<provider/model>.`,
      );
  }
  const opened = await askQuestion(run, {
    round,
    phase,
    candidates: speaking.filter((id) => !sittingOut.includes(id)),
    carried,
  });
  const chosen =
    run.session.settings.participation === 'targeted' && !opened.named
      ? chooseTargets(run.session, run.table, {
          text: `${opened.question}\n${opened.focus}`,
          candidates: opened.participants,
        })
      : opened.participants;
  const overdue = findOverduePerson(run.session, chosen);
  const asked = overdue === null ? chosen : [...chosen, overdue];
  const order = orderSpeakers(run.session, asked, round);
  warnFullMemory(run);
  const { question, focus, fallback } = opened;
  run.ports.report({ type: 'question-asked', round, question, focus, asked: order, fallback });
  const { votes } = phase.phase;
  // Ideas are judged in voting phases, and in the last phase of a strategy that only collects.
  const weighs = votes || phase.index === phase.names.length - 1;
  const judges =
    weighs && run.session.artifacts.some(({ type, status }) => type === 'IDEA' && status === 'open');
  const step = await askAnswers(run, { round, phase, opened, order, votes, judges });
  if (step.answers.length === 0 && run.limitReached !== null) return concludeEarlier(run, run.limitReached);
  const synthesis = await askSynthesis(run, {
    round,
    phase,
    opened,
    answers: step.answers.map(({ answer }) => answer),
    silent: [...step.failed, ...step.passed],
  });
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
    usage: readOpenUsage(run),
    usageBySeat: readUsageBySeat(run),
    verbose: run.session.settings.verbose,
  });
  await saveSession(run, { ...after, ...settleOpen(run) });
  reportRound(run);
}

/** Reports that the last round is saved, and shows its recap. */
function reportRound(run: Run): void {
  const { session } = run;
  const round = session.rounds.at(-1);
  if (!round) return;
  run.ports.report({ type: 'round-saved', round: round.round, session_file: run.table.sessionFile });
  run.ports.report({ type: 'recap', session, round });
  warnUnknownCost(run);
}

/** Ends the discussion with its last finished round, because a limit was reached before anybody answered in this one. */
async function concludeEarlier(run: Run, limit: string): Promise<void> {
  run.session = run.saved;
  const last = run.session.rounds.at(-1);
  if (!last) {
    throw new PauseRun(
      run.timeLimit?.aborted ? 'time' : 'budget',
      `${limit} was reached before anybody had answered, so there is nothing to conclude from`,
    );
  }
  await saveSession(run, {
    ...settleCompletion(run),
    rounds: [
      ...run.session.rounds.slice(0, -1),
      {
        ...last,
        next_action: 'conclude',
        decided_by_rule: 1,
        override: [last.override, limit].filter((text) => text !== null).join('; '),
        ending: 'limit',
      },
    ],
  });
  run.ports.report({
    type: 'decision',
    round: last.round,
    next_action: 'conclude',
    rule: 1,
    override: limit,
    next_focus: null,
  });
}

/** Warns when the part of the history that every seat must get exceeds the budget by itself. It is equally long for all seats. */
function warnFullMemory(run: Run): void {
  if (!exceedsMemory(run.session, createNaming(run.session, 'facilitator'))) return;
  const { budget_tokens: budget } = run.session.settings.memory;
  notify(
    run,
    `Items, conflicts and first positions alone exceed the memory of ${budget} tokens: agreed items are sent as one line each, and earlier rounds are shortened.`,
  );
}
