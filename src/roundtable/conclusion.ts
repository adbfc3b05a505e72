/** The conclusion of a session: the text, the outcome, documents, status. Each step is safe to repeat. */
import { readOutcome } from './outcome.ts';
import { nowText, type Run, saveSession } from './run.ts';
import { makeText } from './text/make-text.ts';

/** Finishes a session whose discussion has ended. */
export async function concludeSession(run: Run): Promise<void> {
  if (run.session.outcome === null) {
    await makeText(run);
    // What ended the discussion is written in its last round, also when one more round was held for the text.
    const endedBy = run.session.rounds.findLast(({ ending }) => ending !== null)?.ending ?? 'conclude';
    await saveSession(run, { outcome: readOutcome(run.session, endedBy, nowText(run)) });
  }
  const { outcome } = run.session;
  if (outcome === null) throw new Error('the session has no outcome');
  // The documents are made from the finished session, so that a later export gives the same text.
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
