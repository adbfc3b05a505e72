/** `s2s roundtable publish`: the documents of a completed session, put in place again. */
import type { Command } from 'commander';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

/** Adds `publish`. */
export function addPublish(parent: Command, host: Host): void {
  const command = parent
    .command('publish')
    .description('Put the documents of a completed session in place again; safe to repeat')
    .argument(
      '[session]',
      'a session id, its unique beginning, or last; the current one, else the newest, when absent',
    );
  command.action((session: string | undefined) => host.run(command, (context) => publish(session, context)));
}

async function publish(session: string | undefined, context: ActionContext): Promise<CommandResult> {
  const { sessionId: id, files, notes } = await context.app.publish({ session });
  for (const text of notes) context.notify({ level: 'warning', text });
  return {
    json: { session_id: id, files, notes },
    text: files.map(({ type, path }) => `${path} (${type})`).join('\n'),
    next: [`s2s roundtable show ${id}`],
  };
}
