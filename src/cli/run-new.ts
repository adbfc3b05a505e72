/** Runs a new session as the flags of its command say: its estimate alone, by workers, or here to its end. */
import type { StartOptions } from '../app/options.ts';
import type { Session } from '../session/session.ts';
import type { ActionContext } from './action-context.ts';
import { runWithTrust } from './ask/ask-trust.ts';
import type { CommandResult } from './environment.ts';
import { type FailCondition, runConditions } from './fail-on.ts';
import type { StartFlags } from './read-run-flags.ts';

/** The ID of the session of a result, if it was completed here. */
export function findCompleted({ json }: CommandResult): string | null {
  const { session_id: id, status } = json as { session_id?: string; status?: string };
  return status === 'completed' && id !== undefined ? id : null;
}

/** Runs it; `known` are the conditions that `--fail-on` takes. */
export async function runNew(
  options: StartOptions,
  flags: StartFlags,
  { context, known = runConditions }: { context: ActionContext; known?: readonly FailCondition[] },
): Promise<CommandResult> {
  if (flags.estimate === true) return estimate(options, context);
  if (flags.detach === true) return startDetached(options, flags, context);
  const { followRun } = await import('./follow-run.ts');
  return followRun((run) => context.app.start({ ...options, ...run }), context, flags, known);
}

async function estimate(options: StartOptions, context: ActionContext): Promise<CommandResult> {
  const [{ buildEstimate, sayEstimate }, { layText }, { sayStrategy }] = await Promise.all([
    import('../app/start/estimate.ts'),
    import('../terminal/wrap-text.ts'),
    import('../wording/steps.ts'),
  ]);
  const estimated = await runWithTrust(context, () =>
    context.app.estimate({ ...options, signal: context.stop }),
  );
  const { session } = estimated;
  // A run shows this itself when it begins.
  context.say(`Strategy: ${sayStrategy(session.strategy, session.strategy_reason)}`);
  for (const { path, note } of session.context_files) context.say(`Context ${path}: ${note}`);
  return {
    json: { estimate: buildEstimate(estimated) },
    text: layText(sayEstimate(estimated), context.modes.stdout),
    next: ['The same without --estimate; --max-cost limits it.'],
  };
}

/** Creates a session for the workers and returns at once. */
async function startDetached(
  options: StartOptions,
  flags: StartFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const { app, stop } = context;
  const { readPriority } = await import('./read-run-flags.ts');
  const priority = readPriority(flags);
  const session = await runWithTrust(context, () =>
    app.startDetached({ ...options, priority, signal: stop }),
  );
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
