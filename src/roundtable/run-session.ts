/** The loop: rounds until it is settled, a limit is reached, or a person has to decide. */
import { S2sError } from '../domain/errors.ts';
import type { Ports, Table, Version } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import { addUsage } from '../domain/usage.ts';
import type { PauseReason } from '../domain/vocabulary.ts';
import { createForms, type ReplyForms } from './replies/forms.ts';
import type { QuestionReply } from './replies/replies.ts';
import { mergeFailures, nowText, PauseRun, type Run, saveHead, saveSession } from './run.ts';
import { runRound } from './run-round.ts';
import { concludeSession } from './steps/conclusion.ts';
import { decideRound, skipToConclusion, type Verdict } from './steps/decision.ts';
import { takeMessages } from './steps/messages.ts';

/** Bytes of the map of the project: every call of a round carries it, in the part that servers keep. */
const mapBytes = 6_000;

/** How a run ended. */
export interface RunResult {
  session: Session;
  ended: 'completed' | 'paused';
  reason: PauseReason | null;
  /** Why it paused, in words; null unless it did. */
  detail: string | null;
  /** Set when no model could be used (exit 6), or the session's file is full. */
  failure: S2sError | null;
}

/**
 * Runs a session from where it stands to its completion or its next pause. Everything it needs of the world comes
 * through the ports. A session that would be too large to be read again is paused at its last good round. Rejects with
 * S2sError when the session cannot be written for another reason; the last good round is then on disk.
 */
export async function runSession(
  start: { session: Session; version: Version; resumed: boolean },
  table: Table,
  ports: Ports,
  forms: ReplyForms = createForms(),
): Promise<RunResult> {
  if (start.session.status === 'completed') {
    // Only the last step can be missing: the outcome, the documents and the status are written.
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
    open: { calls: [], earlier: [...(start.session.open_calls ?? [])], failures: [] },
    settled: sumSettled(start.session),
    timeLimit: deadline?.signal ?? null,
    limitReached: null,
    asksLostSeatsAgain: start.session.pause_reason === 'no-quorum',
    forms,
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
    // What the open round had so far is in the journal; the file goes back to the last good round.
    await saveHead(run, {
      status: 'paused',
      pause_reason: error.reason,
      paused_at: nowText(run),
      failures: mergeFailures(run.saved.failures, run.open.failures),
    });
    const session = run.saved;
    ports.report({ type: 'paused', session, reason: error.reason, detail: error.message });
    return { session, ended: 'paused', reason: error.reason, detail: error.message, failure: error.failure };
  } finally {
    deadline?.clear();
  }
}

/** A session that has no room for another round is paused with the rounds it has: they can be read and exported. */
function pauseWhenFull(cause: unknown): unknown {
  const isFull = cause instanceof S2sError && cause.code === 'FILE_TOO_LARGE';
  return isFull ? new PauseRun('budget', cause.message, cause) : cause;
}

/**
 * Usage that is in the record for good: finished rounds, and the completion's steps once the outcome is written.
 * The open round's calls come back from the journal with their usage.
 */
function sumSettled(session: Session): Run['settled'] {
  return session.rounds.reduce((sum, round) => addUsage(sum, round.usage), session.completion_usage);
}

/** The table with the map of the project, where seats may look into it. */
async function addMap(table: Table, session: Session, { evidence }: Ports): Promise<Table> {
  if (!evidence || session.settings.evidence.mode === 'off') return table;
  return { ...table, projectMap: await evidence.map({ maxBytes: mapBytes }) };
}

async function runLoop(run: Run): Promise<void> {
  let verdict = await readVerdict(run);
  const last = run.session.rounds.at(-1);
  if (last !== undefined && verdict !== 'conclude') {
    // What was sent while nobody ran the session.
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

/** The decision about the last round: the written one, or a new one where it is still open. */
async function readVerdict(run: Run): Promise<Verdict> {
  const last = run.session.rounds.at(-1);
  if (!last) return 'continue';
  const action = last.next_action;
  return action === 'continue' || action === 'phase' || action === 'conclude' ? action : decideRound(run);
}

/**
 * The question that came along with the last synthesis. It is asked anew when something came in between, or when its topic
 * has been covered since: it was written before that was counted. It already took a proposed or due change of phase into account.
 */
function findCarried(session: Session): QuestionReply | null {
  const last = session.rounds.at(-1);
  const isForeseen =
    last?.next_action === 'phase'
      ? last.decided_by_rule === 11 || (last.proposed_action === 'phase' && last.override === null)
      : last?.next_action === 'continue' && last.override === null;
  if (last === undefined || !isForeseen) return null;
  const guided = session.guidance.some(({ after_round: after }) => after === last.round);
  const next = guided ? null : (last.next_question ?? null);
  const topic = session.agenda.find(({ id }) => id === next?.topic_id);
  return topic?.status === 'covered' ? null : next;
}
