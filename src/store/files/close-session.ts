/** Ending a session for good without completing it. The caller holds the session's lock. */
import { S2sError } from '../../domain/errors.ts';
import type { SessionStatus } from '../../domain/vocabulary.ts';
import type { SessionStore } from './session-store.ts';

/** What closing did. */
export interface CloseReport {
  id: string;
  file: string;
  /** The status before. */
  was: SessionStatus;
  /** False when the session was closed already. */
  changed: boolean;
}

/**
 * Sets the status to `closed` and clears the pointer to it. Closing twice is no error.
 * Throws SESSION_COMPLETED for a completed session, and what loading and saving throw.
 */
export async function closeSession(
  store: Pick<SessionStore, 'load' | 'save' | 'release'>,
  { id, now }: { id: string; now: Date },
): Promise<CloseReport> {
  const { session, version, file } = await store.load(id);
  if (session.status === 'completed') {
    throw new S2sError('SESSION_COMPLETED', `The session ${id} is completed; there is nothing to close.`, {
      hint: 'Type `s2s session cleanup --older-than 30d` to remove old completed sessions.',
    });
  }
  const changed = session.status !== 'closed';
  if (changed) {
    await store.save(
      { ...session, status: 'closed', pause_reason: null, updated_at: now.toISOString() },
      version,
    );
  }
  await store.release(id);
  return { id, file, was: session.status, changed };
}
