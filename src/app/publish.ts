/** Putting the documents of a finished session in place again. */

import { S2sError } from '../domain/errors.ts';
import type { Session } from '../domain/session.ts';
import type { AppParts } from './app-parts.ts';
import { chooseSession } from './get-session.ts';
import { loadChecked } from './journal-changes.ts';
import type { GetOptions } from './options.ts';
import type { Published } from './results.ts';

/**
 * Publishes; safe to repeat. A session whose run was killed between its outcome and its last save is completed with it. Throws
 * NEEDS_INPUT for a session without an outcome, SESSION_LOCKED, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT, FILE_REFUSED.
 */
export async function publish(parts: AppParts, options: GetOptions): Promise<Published> {
  const id = await chooseSession(parts, options.session);
  const { session } = await loadChecked(parts, id);
  if (session.status === 'completed') return { sessionId: id, ...(await parts.publisher.publish(session)) };
  if (session.outcome === null || session.status === 'closed') {
    throw new S2sError(
      'NEEDS_INPUT',
      `The session ${id} is not completed, so it has no documents to publish.`,
      {
        hint: `Go on with: s2s roundtable resume ${id}; or look at what there is: s2s roundtable export ${id}`,
      },
    );
  }
  return complete(parts, id);
}

/** Takes the last step of a run that has reached its outcome. */
async function complete(parts: AppParts, id: string): Promise<Published> {
  const { repository, publisher, world } = parts;
  const lease = await repository.acquireLease(id);
  try {
    const { session, version } = await loadChecked(parts, id);
    const now = world.clock.now().toISOString();
    const finished: Session = {
      ...session,
      status: 'completed',
      pause_reason: null,
      paused_at: null,
      updated_at: now,
      completed_at: session.completed_at ?? now,
      turn: { order: [], index: 0, next_speaker: null },
    };
    const { files, notes } = await publisher.publish(finished);
    const outcome = finished.outcome === null ? null : { ...finished.outcome, files };
    await repository.save({ ...finished, outcome }, version);
    await repository.release(id);
    return { sessionId: id, files, notes };
  } finally {
    await lease.release();
  }
}
