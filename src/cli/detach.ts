/** Leaves a session to the workers. */
import type { JobOrder, StartOptions } from '../app/options.ts';
import type { Session } from '../session/session.ts';
import type { ActionContext } from './action-context.ts';
import { runWithTrust } from './ask/ask-trust.ts';
import type { CommandResult } from './environment.ts';

/** Creates a session for the workers and returns at once. */
export async function startDetached(
  options: StartOptions & JobOrder,
  context: ActionContext,
): Promise<CommandResult> {
  const { app } = context;
  const session = await runWithTrust(context, () => app.startDetached({ ...options, signal: context.stop }));
  if (!(await app.hasWorkers()))
    context.say('No worker is running; the next one that you start takes the session: s2s worker', {
      warning: true,
    });
  return describeDetached(session);
}

/** Prints only the id, so that a script can use it. */
export function describeDetached({ id }: Session): CommandResult {
  return {
    json: { session_id: id, detached: true },
    text: id,
    next: [`s2s roundtable show ${id}`],
  };
}
