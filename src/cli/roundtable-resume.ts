/** `s2s roundtable resume`: go on with a session, with other limits or models if wanted. */
import type { Command } from 'commander';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';
import type { LimitFlags } from './read-run-flags.ts';
import { addRunOptions } from './roundtable-start.ts';

/** Adds `resume`. */
export function addResume(parent: Command, host: Host): void {
  const command = parent
    .command('resume')
    .description('Go on with a session: the current one, or the one you name')
    .argument('[session]', 'a session id, its unique beginning, or last');
  addRunOptions(command);
  command.option('--replay-missing <what>', 'for a replay: fail at calls that were not recorded, or ask');
  command.action((id: string | undefined, flags: LimitFlags) =>
    host.run(command, (context) => resume(id, flags, context)),
  );
}

async function resume(
  session: string | undefined,
  flags: LimitFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const [{ followRun }, { readLimitFlags, readReplayMissing }] = await Promise.all([
    import('./follow-run.ts'),
    import('./read-run-flags.ts'),
  ]);
  const options = { ...readLimitFlags(flags), session, replayMissing: readReplayMissing(flags) };
  return followRun((run) => context.app.resume({ ...options, ...run }), context, {
    failOn: flags.failOn,
    full: flags.full === true,
  });
}
