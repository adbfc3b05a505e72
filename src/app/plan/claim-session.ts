/** Stores a new session under a unique ID, even when several are started in the same second. */
import { S2sError } from '../../session/errors.ts';
import type { Table, Version } from '../../session/ports/ports.ts';
import type { Lease, SessionRepository } from '../../session/ports/repository.ts';
import type { Session } from '../../session/session.ts';
import { createSessionId } from '../../store/session/create-session-id.ts';

/** The most IDs tried after the planned one; each is a second later. */
const mostTries = 60;

/** The stored session, under the planned ID or another; the caller releases the lease. */
export interface Claimed {
  session: Session;
  table: Table;
  version: Version;
  lease: Lease;
}

/**
 * Stores a new session and takes its lease. If another start has taken the planned ID, it takes the next free one. `given` holds the IDs
 * that starts of this app are trying to take, so that simultaneous starts try different ones. Throws what `create` and `acquireLease`
 * of the repository throw.
 */
export async function claimSession(
  planned: { session: Session; table: Table },
  options: { repository: SessionRepository; slugMaxLength: number | undefined; given: Set<string> },
): Promise<Claimed> {
  const { repository, slugMaxLength, given } = options;
  let { session, table } = planned;
  const tried = given.has(session.id) ? [session.id] : [];
  for (;;) {
    if (tried.length > 0) {
      const taken = [...(await repository.listIds()), ...given, ...tried];
      const id = createSessionId(session.topic, new Date(session.created_at), { slugMaxLength, taken });
      table = { ...table, sessionFile: table.sessionFile?.replace(session.id, id) ?? null };
      session = { ...session, id };
    }
    given.add(session.id);
    try {
      return { session, table, ...(await storeNew(session, repository)) };
    } catch (error) {
      if (!isTaken(error) || tried.length > mostTries) throw error;
      tried.push(session.id);
    } finally {
      // Once the session is stored, `listIds` returns its ID.
      given.delete(session.id);
    }
  }
}

async function storeNew(
  session: Session,
  repository: SessionRepository,
): Promise<Pick<Claimed, 'version' | 'lease'>> {
  const lease = await repository.acquireLease(session.id);
  try {
    return { version: await repository.create(session), lease };
  } catch (error) {
    await lease.release();
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof S2sError && (error.code === 'SESSION_CHANGED' || error.code === 'SESSION_LOCKED');
}
