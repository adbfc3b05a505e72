/** One round: question, answers, synthesis, write, recap. */
import type { QuestionReply } from '../prompts/forms/question.ts';
import { asksForProposals, readPhase } from '../session/rules/phases.ts';
import { readVotes } from '../session/rules/votes.ts';
import type { Session } from '../session/session.ts';
import { askAnswers } from './discussion/answers.ts';
import { applyRound } from './discussion/apply-round.ts';
import { endHeldRound } from './discussion/decision.ts';
import { askQuestion, type OpenedRound } from './discussion/question.ts';
import { askSynthesis } from './discussion/synthesis.ts';
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
import { chooseTargets } from './seats/targets.ts';
import { findOverduePerson, listLeftOut, orderSpeakers } from './seats/turns.ts';

/** What a round is held on when the text needs something settled: the items, and the focus in words, if not their own. */
export interface HeldOn {
  items: readonly string[];
  focus?: string;
}

/**
 * Holds one more round on items of the text, after a last call. Its record names the items, so it is resumable: with such a round as
 * the last one, nothing is asked again, and only its end (a pause or a limit) is decided where that is missing. The text notes the items
 * in `reopened` before it calls this, and calls it again after a resume. Returns false if a limit stopped it before anybody answered:
 * the text then goes on as it stands. What the text asked before has to be settled (settleCompletion).
 */
export async function holdRound(run: Run, on: HeldOn): Promise<boolean> {
  const before = run.session.rounds.at(-1)?.items ?? [];
  const isHeld = before.length > 0 && before.join() === on.items.join();
  if (!isHeld && !(await playRound(run, { carried: null, on }))) {
    run.session = run.saved;
    return false;
  }
  await endHeldRound(run);
  return true;
}

/**
 * Runs the next round and saves it in the session with `next_action: null`. If a limit stops it before anybody answered, the
 * session concludes with the rounds it has, or pauses when it has none.
 */
export async function runRound(run: Run, carried: QuestionReply | null): Promise<void> {
  if (!(await playRound(run, { carried, on: null }))) await concludeEarlier(run);
}

/** Plays and saves a round; false if a limit stopped it before anybody answered. */
async function playRound(
  run: Run,
  { carried, on }: { carried: QuestionReply | null; on: HeldOn | null },
): Promise<boolean> {
  const before = run.session;
  const round = before.total_rounds + 1;
  const phase = readPhase(before, run.table.strategy);
  const startedAt = nowText(run);
  run.ports.report({
    type: 'round-started',
    round,
    phase: phase.phase.name,
    agenda: before.agenda.map(({ id, name, critical, status }) => ({ id, name, critical, status })),
  });
  const { speaking, sittingOut } = findSpeakers(run, { round, inPhase: phase.phase.participants });
  const opened = await askQuestion(run, {
    ...{ round, phase, carried },
    candidates: speaking,
    focus: on === null ? null : (on.focus ?? describeItems(run.session, on.items)),
  });
  const order = orderSpeakers(run.session, chooseAsked(run, opened, on), round);
  const { question, focus, fallback } = opened;
  run.ports.report({ type: 'question-asked', round, question, focus, asked: order, fallback });
  const proposals = on === null && asksForProposals(phase.phase, round);
  const step = await askAnswers(run, { round, phase, opened, order, proposals });
  if (step.answers.length === 0 && run.limitReached !== null) return false;
  const asked = run.session;
  const { statements, dossier } = step;
  // The facilitator reads what the answers brought; it enters the session with the round.
  run.session = { ...asked, statements: [...asked.statements, ...statements], dossier };
  const synthesis = await askSynthesis(run, {
    ...{ round, phase, opened },
    answers: step.answers.map(({ answer }) => answer),
    silent: [...step.failed, ...step.passed],
  });
  const after = applyRound(asked, run.table, {
    ...{ round, phase: phase.phase.name, items: on?.items ?? null },
    ...{ opened, order, sittingOut, step, synthesis, startedAt },
    endedAt: nowText(run),
    usage: readOpenUsage(run),
    usageBySeat: readUsageBySeat(run),
    verbose: asked.settings.verbose,
  });
  await saveSession(run, { ...after, ...settleOpen(run) });
  reportRound(run);
  return true;
}

/** What has to be settled: the words of the items, and why some seats would not sign them. */
function describeItems({ artifacts }: Session, ids: readonly string[]): string {
  return artifacts
    .filter(({ id }) => ids.includes(id))
    .map((item) => {
      const against = [...readVotes(item)].filter(([, { vote }]) => vote !== 'ratify');
      const reasons = against.map(([seat, { reason }]) => `${seat}: ${reason}`);
      return [`${item.id} ${item.title}: ${item.text}`, ...reasons].join('\n');
    })
    .join('\n\n');
}

/** The seats that speak in a phase, without those that sit this round out. */
function findSpeakers(
  run: Run,
  { round, inPhase }: { round: number; inPhase: readonly string[] | null },
): { speaking: string[]; sittingOut: string[] } {
  const { rounds, participants } = run.session;
  const all = participants.map(({ id }) => id);
  const named = all.filter((id) => inPhase?.includes(id) !== false);
  const seats = named.length > 0 ? named : all;
  const sittingOut = listLeftOut(rounds.slice(run.roundsBefore), seats);
  for (const seat of sittingOut) {
    run.ports.report({ type: 'seat-passed', round, seat, code: 'left_out' });
    if (rounds.at(-1)?.failed.includes(seat)) notify(run, { code: 'seat_left_out', seat });
  }
  return { speaking: seats.filter((id) => !sittingOut.includes(id)), sittingOut };
}

/** The seats that the question goes to. In a targeted round it goes to those whose field it touches; a person's turn comes in time. */
function chooseAsked(run: Run, opened: OpenedRound, on: HeldOn | null): string[] {
  const { session, table } = run;
  const isTargeted = session.settings.participation === 'targeted' && !opened.named && on === null;
  const chosen = isTargeted
    ? chooseTargets(session, table, {
        text: `${opened.question}\n${opened.focus}`,
        candidates: opened.participants,
      })
    : opened.participants;
  const overdue = findOverduePerson(session, chosen);
  return overdue === null ? chosen : [...chosen, overdue];
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
async function concludeEarlier(run: Run): Promise<void> {
  run.session = run.saved;
  const { limit = '', have = 0, need = 0, reason = 'budget' } = run.limitReached ?? {};
  const last = run.session.rounds.at(-1);
  if (!last) throw new PauseRun(reason, { code: 'limit_before_answers', limit });
  const override = { code: 'limit', limit, have, need } as const;
  await saveSession(run, {
    ...settleCompletion(run),
    rounds: [
      ...run.session.rounds.slice(0, -1),
      { ...last, next_action: 'conclude', decided_by_rule: 1, override, ending: 'limit' },
    ],
  });
  const { round } = last;
  run.ports.report({ type: 'decision', round, next_action: 'conclude', rule: 1, override, next_focus: null });
}
