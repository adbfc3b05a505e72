/** Writes the documents of a finished session again. */

import { S2sError } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';
import { loadChecked } from '../journal-changes.ts';
import type { PublishOptions } from '../options.ts';
import { chooseSession } from '../read/get-session.ts';
import type { Published } from '../results.ts';

/**
 * Publishes; safe to repeat. Also completes a session whose run was killed between its outcome and its last save. Throws
 * INVALID_VALUE for a record that the document does not name, NEEDS_INPUT for a session without an outcome, SESSION_LOCKED,
 * FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT, FILE_REFUSED.
 */
export async function publish(parts: AppParts, options: PublishOptions): Promise<Published> {
  const id = await chooseSession(parts, options.session);
  const { session } = await loadChecked(parts, id);
  if (session.status === 'completed') return publishAgain(parts, session, options.supersede ?? []);
  if (session.outcome === null || session.status === 'closed') {
    throw new S2sError(
      'NEEDS_INPUT',
      `The session ${id} is not completed, so it has no documents to publish.`,
      {
        hint: `Continue with: s2s roundtable resume ${id}; or see what there is: s2s roundtable export ${id}`,
      },
    );
  }
  return complete(parts, id);
}

async function publishAgain(
  { publisher }: AppParts,
  session: Session,
  supersede: readonly string[],
): Promise<Published> {
  const before = await publisher.publish(session);
  if (supersede.length === 0) return { sessionId: session.id, ...before };
  const after = await publisher.publish(session, { supersede });
  if (before.proposed.length - after.proposed.length < supersede.length) {
    const known = before.proposed.length === 0 ? 'none' : before.proposed.join(', ');
    throw new S2sError(
      'INVALID_VALUE',
      `Not all of "${supersede.join(', ')}" could be marked as superseded.`,
      { hint: `Records that the document names and that are still in force: ${known}.` },
    );
  }
  return { sessionId: session.id, ...after };
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
    const published = await publisher.publish(finished);
    const outcome = finished.outcome === null ? null : { ...finished.outcome, files: published.files };
    await repository.save({ ...finished, outcome }, version);
    await repository.release(id);
    return { sessionId: id, ...published };
  } finally {
    await lease.release();
  }
}
