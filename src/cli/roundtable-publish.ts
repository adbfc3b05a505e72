/** `s2s roundtable publish`: the documents of a completed session, put in place again. */

import { describeCommand } from './command-descriptor.ts';
import type { ActionContext } from './command-runner.ts';
import type { CommandResult } from './environment.ts';
import { describeSessionArgument } from './session-argument.ts';

export const publishCommand = describeCommand<[string | undefined]>({
  path: 'roundtable publish',
  description: 'Put the documents of a completed session in place again; safe to repeat',
  arguments: [describeSessionArgument('newest')],
  examples: ['s2s roundtable publish', 's2s roundtable publish last --json'],
  exits: { 0: 'done', 2: 'no such session, or it is not completed', 5: 'a file cannot be written' },
  next: 's2s roundtable show',
  run: ({ words: [session] }, context) => publish(session, context),
});

async function publish(session: string | undefined, context: ActionContext): Promise<CommandResult> {
  const { sessionId: id, files, notes } = await context.app.publish({ session });
  for (const text of notes) context.notify({ level: 'warning', text });
  return {
    json: { session_id: id, files, notes },
    text: files.map(({ type, path }) => `${path} (${type})`).join('\n'),
    next: [`s2s roundtable show ${id}`],
  };
}
