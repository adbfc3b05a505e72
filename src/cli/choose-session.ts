/** Which session a command that only reads is about. */
import type { SessionStore } from '../store/files/session-store.ts';
import type { ActionContext } from './command-runner.ts';

/**
 * The named session, else the current one, else the newest: looking at what has just ended is the usual wish. Says so
 * when the pointer to the current one had to be set right.
 */
export async function chooseSession(
  store: SessionStore,
  named: string | undefined,
  { say }: Pick<ActionContext, 'say'>,
): Promise<string> {
  if (named !== undefined) return (await store.resolveId(named)).id;
  const { id, notice } = await store.readCurrent();
  if (notice !== null) say(notice, { warning: true });
  return id ?? (await store.resolveId('last')).id;
}
