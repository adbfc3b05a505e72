/** What a command says when it leaves a session to the workers. */
import type { JobOrder, StartOptions } from '../app/options.ts';
import type { Session } from '../domain/session.ts';
import type { ActionContext } from './action-context.ts';
import { runWithTrust } from './ask-trust.ts';
import type { CommandResult } from './environment.ts';

/** Starts one and ends. */
export async function startDetached(
  options: StartOptions & JobOrder,
  context: ActionContext,
): Promise<CommandResult> {
  const { app } = context;
  const session = await runWithTrust(context, () => app.startDetached({ ...options, signal: context.stop }));
  if (!(await app.hasWorkers()))
    context.say('No worker runs now; the first one that is started takes it: s2s worker', { warning: true });
  return describeDetached(session);
}

/** The id alone, so that a script can take it. */
export function describeDetached({ id }: Session): CommandResult {
  return {
    json: { session_id: id, detached: true },
    text: id,
    next: [`s2s roundtable show ${id}`],
  };
}
