/** Ends a session for good without completing it. */
import { S2sError } from '../../session/errors.ts';
import type { SessionRepository } from '../../session/ports/repository.ts';
import type { CloseReport } from '../../session/ports/session-maintenance.ts';
import type { Session } from '../../session/session.ts';

/**
 * Sets the status to `closed`, under the session's lease, and clears the pointer to it. Closing twice is no error.
 * Throws SESSION_COMPLETED for a completed session, SESSION_LOCKED, and what loading and saving throw.
 */
export async function closeSession(
  repository: Pick<SessionRepository, 'acquireLease' | 'load' | 'save' | 'release'>,
  id: string,
  now: () => Date,
): Promise<CloseReport> {
  const lease = await repository.acquireLease(id);
  try {
    const { session, version, location } = await repository.load(id);
    if (session.status === 'completed') {
      throw new S2sError('SESSION_COMPLETED', `The session ${id} is completed; there is nothing to close.`, {
        hint: 'Type `s2s session cleanup --older-than 30d` to remove old completed sessions.',
      });
    }
    const changed = session.status !== 'closed';
    if (changed) {
      const closed: Session = {
        ...session,
        status: 'closed',
        pause_reason: null,
        updated_at: now().toISOString(),
      };
      await repository.save(closed, version);
    }
    await repository.release(id);
    return { id, file: location, was: session.status, changed };
  } finally {
    await lease.release();
  }
}
