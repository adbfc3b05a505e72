/** A new session gets its place under an id that nobody else has, also when several are started in the same second. */
import { S2sError } from '../domain/errors.ts';
import type { Table, Version } from '../domain/ports.ts';
import type { Lease, SessionRepository } from '../domain/repository.ts';
import type { Session } from '../domain/session.ts';
import { createSessionId } from '../store/files/create-session-id.ts';

/** Starts of one second that are waited for; each goes on a second later in its id. */
const mostTries = 60;

/** What is started: the session as it was planned, or under another id; whoever claimed it gives the lease back. */
export interface Claimed {
  session: Session;
  table: Table;
  version: Version;
  lease: Lease;
}

/**
 * Stores a new session and takes its lease. When another start has taken the id since it was planned, the next free one is
 * taken. `given` are the ids that starts of this app are trying for, so that many at once do not try for the same. Throws as `create`
 * and `acquireLease` of the repository do.
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
      // Once it is stored, it is among the ids of the store.
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
