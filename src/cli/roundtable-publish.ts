/** `s2s roundtable publish`: the documents of a completed session, put in place again. */

import type { ActionContext } from './action-context.ts';
import { describeCommand } from './command-descriptor.ts';
import type { CommandResult } from './environment.ts';
import { describeSessionArgument } from './session-argument.ts';

export const publishCommand = describeCommand<[string | undefined], { supersede?: string }>({
  path: 'roundtable publish',
  description: 'Put the documents of a completed session in place again; safe to repeat',
  arguments: [describeSessionArgument('newest')],
  options: [
    {
      usage: '--supersede <records>',
      description: 'mark these older records as superseded; at a terminal you are asked about each',
    },
  ],
  examples: ['s2s roundtable publish', 's2s roundtable publish last --json'],
  exits: {
    0: 'done',
    2: 'no such session, it is not completed, or no such record',
    5: 'a file cannot be written',
  },
  next: 's2s roundtable show',
  run: ({ words: [session], flags }, context) => publish({ session, supersede: flags.supersede }, context),
});

async function publish(
  { session, supersede }: { session: string | undefined; supersede: string | undefined },
  context: ActionContext,
): Promise<CommandResult> {
  const [{ splitWords }, { askSupersede }] = await Promise.all([
    import('./read-run-flags.ts'),
    import('./ask-supersede.ts'),
  ]);
  let published = await context.app.publish({ session, supersede: splitWords(supersede) });
  const agreed = await askSupersede(published.proposed, context);
  if (agreed.length > 0)
    published = await context.app.publish({ session: published.sessionId, supersede: agreed });
  const { sessionId: id, files, notes, proposed } = published;
  for (const text of notes) context.notify({ level: 'warning', text });
  return {
    json: { session_id: id, files, notes, proposed },
    text: files.map(({ type, path }) => `${path} (${type})`).join('\n'),
    next: [`s2s roundtable show ${id}`],
  };
}
