/** `s2s roundtable resume`: go on with a session, with other limits or models if wanted. */
import type { Command } from 'commander';
import type { StartFlags } from '../app/plan-session.ts';
import { S2sError } from '../domain/errors.ts';
import type { Session } from '../domain/session.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';
import { addRunOptions } from './roundtable-start.ts';

/** Adds `resume`. */
export function addResume(parent: Command, host: Host): void {
  const command = parent
    .command('resume')
    .description('Go on with a session: the current one, or the one you name')
    .argument('[session]', 'a session id, its unique beginning, or last');
  addRunOptions(command);
  command.option('--replay-missing <what>', 'for a replay: fail at calls that were not recorded, or ask');
  command.action((id: string | undefined, flags: StartFlags) =>
    host.run(command, (context) => resume(id, flags, context)),
  );
}

/** Resumes a session; also the second half of `say`. */
export async function resume(
  idArgument: string | undefined,
  flags: StartFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const [
    { openProject, openStore },
    { runDiscussion },
    { withLock },
    { readConditions },
    { createPublisher },
    { resolveConfig },
  ] = await Promise.all([
    import('./open-project.ts'),
    import('./run-discussion.ts'),
    import('../app/session-lock.ts'),
    import('../app/fail-on.ts'),
    import('../app/publish.ts'),
    import('../config/resolve-config.ts'),
  ]);
  readConditions(flags.failOn);
  const project = await openProject(context);
  const { id } = await openStore(project, context).resolveId(idArgument);
  return withLock(openStore(project, context), id, {
    environment: context.environment,
    action: async () => {
      const loaded = await openStore(project, context).load(id);
      // A run that was killed behind its last save has left the pointer; nothing else of a finished session is open.
      if (loaded.session.status === 'completed') await openStore(project, context).release(id);
      refuseEnded(loaded.session);
      const config = resolveConfig(project.config, { workflow: loaded.session.workflow_type, flags: {} });
      const store = openStore(project, context, createPublisher(project, config, context.environment));
      const { prepareResume } = await import('../app/prepare-resume.ts');
      const prepared = await prepareResume(project, loaded.session, { flags, config, context });
      for (const notice of prepared.notices) context.say(notice, { warning: true });
      if (loaded.migratedFrom !== null)
        context.say(
          `The session file was of schema version ${loaded.migratedFrom}; the old one is kept beside it.`,
        );
      await store.setCurrent(id);
      return runDiscussion(
        {
          session: prepared.session,
          version: loaded.version,
          table: prepared.table,
          store,
          config,
          resumed: true,
          failOn: flags.failOn,
          full: flags.full === true,
        },
        context,
      );
    },
  });
}

/** A session that has ended cannot go on. */
export function refuseEnded(session: Session): void {
  if (session.status === 'completed') {
    throw new S2sError('SESSION_COMPLETED', `The session ${session.id} is completed.`, {
      hint: `Look at it with: s2s roundtable show ${session.id}; start a new one with: s2s roundtable start "..."`,
    });
  }
  if (session.status === 'closed') {
    throw new S2sError('SESSION_CLOSED', `The session ${session.id} was closed.`, {
      hint: `Look at it with: s2s roundtable show ${session.id}; start a new one with: s2s roundtable start "..."`,
    });
  }
}
