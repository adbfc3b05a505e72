/** Which session a command that only reads is about. */
import { S2sError } from '../errors.ts';
import type { SessionStore } from '../session/session-store.ts';

/** The named session, else the current one, else the newest: looking at what has just ended is the usual wish. */
export async function chooseSession(store: SessionStore, named: string | undefined): Promise<string> {
  try {
    return (await store.resolveId(named)).id;
  } catch (error) {
    if (named !== undefined || !(error instanceof S2sError) || error.code !== 'UNKNOWN_SESSION') throw error;
    return (await store.resolveId('last')).id;
  }
}
