/** The loop: runs rounds until the question is settled, a limit is reached, or a person has to decide; then the text is made. */
import type { QuestionReply } from '../prompts/forms/question.ts';
import type { PauseDetail } from '../session/codes.ts';
import { S2sError } from '../session/errors.ts';
import type { Ports, Table, Version } from '../session/ports/ports.ts';
import { addUsage } from '../session/rules/usage.ts';
import type { Session } from '../session/session.ts';
import type { PauseReason } from '../session/vocabulary.ts';
import { concludeSession } from './conclusion.ts';
import { decideRound, endHeldRound, skipToConclusion } from './discussion/decision.ts';
import type { Verdict } from './discussion/decision-facts.ts';
import { takeMessages } from './discussion/messages.ts';
import { mergeFailures, nowText, openWork, PauseRun, type Run, saveHead, saveSession } from './run.ts';
import { runRound } from './run-round.ts';

/** Size limit of the project map, in bytes: every call of a round carries it, in the part of the prompt that servers cache. */
const mapBytes = 6_000;

/** How a run ended. */
export interface RunResult {
  session: Session;
  ended: 'completed' | 'paused';
  reason: PauseReason | null;
  /** Why it paused; null unless it did. */
  detail: PauseDetail | null;
  /** Set when no model could be used (exit 6) or the session file is full. */
  failure: S2sError | null;
}

/**
 * Runs a session from where it stands to its completion or its next pause. All access to the outside world goes
 * through the ports. A session that would become too large to be read again is paused at its last good round. Rejects
 * with S2sError when the session cannot be written for another reason; the last good round is then on disk.
 */
export async function runSession(
  start: { session: Session; version: Version; resumed: boolean },
  table: Table,
  ports: Ports,
): Promise<RunResult> {
  if (start.session.status === 'completed') {
    // Only the last step, the release, can be missing: the outcome, the documents and the status are written.
    await ports.store.release(start.session.id);
    return { session: start.session, ended: 'completed', reason: null, detail: null, failure: null };
  }
  const { total_timeout: totalTimeout } = start.session.settings;
  const deadline = totalTimeout === null ? null : ports.clock.deadline(totalTimeout * 1000);
  const run: Run = {
    ports,
    table: await addMap(table, start.session, ports),
    session: start.session,
    saved: start.session,
    version: start.version,
    open: openWork(start.session.open_calls),
    settled: sumSettled(start.session),
    timeLimit: deadline?.signal ?? null,
    limitReached: null,
    asksLostSeatsAgain: start.session.pause_reason === 'no-quorum',
    roundsBefore: start.session.rounds.length,
  };
  try {
    if (run.session.status !== 'active') {
      await saveSession(run, { status: 'active', pause_reason: null, paused_at: null });
    }
    ports.report({ type: 'session-started', session: run.session, resumed: start.resumed });
    await runLoop(run);
    return { session: run.session, ended: 'completed', reason: null, detail: null, failure: null };
  } catch (cause) {
    const error = pauseWhenFull(cause);
    if (!(error instanceof PauseRun)) throw error;
    // The open round's replies are in the journal; the session file goes back to the last good round.
    await saveHead(run, {
      status: 'paused',
      pause_reason: error.reason,
      paused_at: nowText(run),
      ...(error.detail.code === 'limit' && error.detail.least && { least_cost: error.detail.least }),
      failures: mergeFailures(run.saved.failures, run.open.failures),
    });
    const session = run.saved;
    ports.report({ type: 'paused', session, reason: error.reason, detail: error.detail });
    return { session, ended: 'paused', reason: error.reason, detail: error.detail, failure: error.failure };
  } finally {
    deadline?.clear();
  }
}

/** A session without room for another round is paused with the rounds it has, which can still be read and exported. */
function pauseWhenFull(cause: unknown): unknown {
  const isFull = cause instanceof S2sError && cause.code === 'FILE_TOO_LARGE';
  return isFull ? new PauseRun('budget', { code: 'session_full', message: cause.message }, cause) : cause;
}

/**
 * Usage that is final: that of finished rounds, and of the steps of the text that are written. The calls of the open round or step
 * are replayed from the journal with their usage.
 */
function sumSettled(session: Session): Run['settled'] {
  return session.rounds.reduce((sum, round) => addUsage(sum, round.usage), session.completion_usage);
}

/** Adds the project map to the table if seats may look things up in the project. */
async function addMap(table: Table, session: Session, { evidence }: Ports): Promise<Table> {
  if (!evidence || session.settings.evidence.mode === 'off') return table;
  return { ...table, projectMap: await evidence.map({ maxBytes: mapBytes }) };
}

async function runLoop(run: Run): Promise<void> {
  let verdict = await readVerdict(run);
  const last = run.session.rounds.at(-1);
  if (last !== undefined && verdict !== 'conclude') {
    // Messages sent while no run was active.
    const choice = await takeMessages(run, last, { resumed: true });
    if (choice?.choice === 'skip') {
      await skipToConclusion(run);
      verdict = 'conclude';
    }
  }
  while (verdict !== 'conclude') {
    await runRound(run, findCarried(run.session));
    verdict = await readVerdict(run);
  }
  return concludeSession(run);
}

/** The decision about the last round: the recorded one, or a new one if it is still open. */
async function readVerdict(run: Run): Promise<Verdict> {
  const last = run.session.rounds.at(-1);
  if (!last) return 'continue';
  const action = last.next_action;
  if (last.items !== undefined) {
    // It was held on items of the text, which goes on after it.
    await endHeldRound(run);
    return 'conclude';
  }
  return action === 'continue' || action === 'phase' || action === 'conclude' ? action : decideRound(run);
}

/**
 * The question that came with the last synthesis, or null if the facilitator has to be asked for a new one: because something
 * came in between, or because its topic has been covered since. The question already allows for a proposed or due phase change.
 */
function findCarried(session: Session): QuestionReply | null {
  const last = session.rounds.at(-1);
  const isForeseen =
    last?.next_action === 'phase'
      ? last.decided_by_rule === 10 || (last.proposed_action === 'phase' && last.override === null)
      : last?.next_action === 'continue' && last.override === null;
  if (last === undefined || !isForeseen) return null;
  const guided = session.guidance.some(({ after_round: after }) => after === last.round);
  const next = guided ? null : (last.next_question ?? null);
  const topic = session.agenda.find(({ id }) => id === next?.topic_id);
  return topic?.status === 'covered' ? null : next;
}
