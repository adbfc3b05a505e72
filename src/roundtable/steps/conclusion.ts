/** The conclusion of a session: review, draft, outcome, document, status. Each step is safe to repeat. */
import type { Session } from '../../domain/session.ts';
import type { Ending } from '../../domain/vocabulary.ts';
import { listDegradation, listDissent, nameResult } from '../rules/outcome.ts';
import { nowText, type Run, saveSession, settleCompletion } from '../run.ts';
import { askDraft } from './draft.ts';
import { holdReview } from './review.ts';

/** Finishes a session whose discussion has ended. */
export async function concludeSession(run: Run): Promise<void> {
  const last = run.session.rounds.at(-1);
  const endedBy = last?.ending ?? 'conclude';
  if (endedBy === 'limit') run.limitReached ??= last?.override ?? 'a limit was reached';
  if (run.session.outcome === null) {
    await holdReview(run);
    await writeOutcome(run, endedBy);
  }
  const { outcome } = run.session;
  if (outcome === null) throw new Error('the session has no outcome');
  // The document is made from the finished session, so that a later export gives the same text.
  const finished = {
    status: 'completed' as const,
    pause_reason: null,
    completed_at: run.session.completed_at ?? nowText(run),
    turn: { order: [], index: 0, next_speaker: null },
  };
  const files = await run.ports.store.publish({ ...run.session, ...finished });
  await saveSession(run, { ...finished, outcome: { ...outcome, files } });
  await run.ports.store.release(run.session.id);
  run.ports.report({ type: 'completed', session: run.session, outcome: { ...outcome, files } });
}

/** Asks for the draft and writes the outcome into the session. */
async function writeOutcome(run: Run, endedBy: Ending): Promise<void> {
  const document = await askDraft(run);
  const last = run.session.rounds.at(-1);
  const text = (key: string): string | null => {
    const value = document.content[key];
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  };
  const settled = settleCompletion(run);
  const session: Session = { ...run.session, ...settled };
  const degradation = listDegradation(session, document.assembled_by === 'program' ? document.reason : null);
  await saveSession(run, {
    ...settled,
    outcome: {
      result: nameResult(session, endedBy),
      ended_by: endedBy,
      degraded: degradation.length > 0,
      degradation,
      summary: text('summary') ?? last?.synthesis ?? '',
      recommendation: text('recommendation') ?? last?.recommendation ?? null,
      dissent: listDissent(session),
      document,
      files: [],
    },
  });
  run.ports.report({ type: 'draft-ready', document });
}
