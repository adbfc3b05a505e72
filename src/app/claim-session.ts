/** A new session gets its file under an id that nobody else has, also when several are started in the same second. */

import type { CliEnvironment } from '../cli/environment.ts';
import { S2sError } from '../domain/errors.ts';
import type { Table, Version } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import { createSessionId } from '../store/files/create-session-id.ts';
import type { SessionStore } from '../store/files/session-store.ts';
import { withLock } from './session-lock.ts';

/** Starts of one second that are waited for; each goes on a second later in its id. */
const mostTries = 60;

/** What is started: the session as it was planned, or under another id. */
export interface Claimed {
  session: Session;
  table: Table;
  version: Version;
}

/**
 * Writes the file of a new session and runs an action on it under its lock. When another start has taken the id since
 * it was planned, the next free one is taken. Throws as `store.create` and `withLock` do.
 */
export async function claimSession<Value>(
  planned: { session: Session; table: Table },
  options: {
    store: SessionStore;
    environment: CliEnvironment;
    slugMaxLength: number | undefined;
    action: (claimed: Claimed) => Promise<Value>;
  },
): Promise<Value> {
  const { store, environment, slugMaxLength } = options;
  let { session, table } = planned;
  const tried: string[] = [];
  for (;;) {
    let isClaimed = false;
    try {
      return await withLock(store, session.id, {
        environment,
        action: async () => {
          const version = await store.create(session);
          isClaimed = true;
          return options.action({ session, table, version });
        },
      });
    } catch (error) {
      if (isClaimed || !isTaken(error) || tried.length >= mostTries) throw error;
      tried.push(session.id);
      const id = createSessionId(session.topic, new Date(session.created_at), {
        slugMaxLength,
        taken: [...(await store.listIds()), ...tried],
      });
      table = { ...table, sessionFile: table.sessionFile?.replace(session.id, id) ?? null };
      session = { ...session, id };
    }
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof S2sError && (error.code === 'SESSION_CHANGED' || error.code === 'SESSION_LOCKED');
}
