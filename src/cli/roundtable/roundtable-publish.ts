/** `s2s roundtable publish`: writes the documents of a completed session again. */

import { askSupersede } from '../ask/ask-supersede.ts';
import { describeCommand } from '../parser/command-descriptor.ts';
import { describeSessionArgument } from '../session-argument.ts';

export const publishCommand = describeCommand<[string | undefined], { supersede?: string }>({
  path: 'roundtable publish',
  description: 'Write the documents of a completed session again',
  arguments: [describeSessionArgument('newest')],
  options: [
    {
      usage: '--supersede <records>',
      description: 'mark these older records as superseded (at a terminal you are asked)',
    },
  ],
  examples: ['s2s roundtable publish', 's2s roundtable publish last --json'],
  exits: {
    0: 'done',
    2: 'no such session, it is not completed, or no such record',
    5: 'a file cannot be written',
  },
  run: async ({ words: [session], flags }, context) => {
    const { splitWords } = await import('../../config/parse-values.ts');
    const named = flags.supersede === undefined ? undefined : splitWords(flags.supersede);
    const before = await context.app.publish({ session, supersede: named });
    const { sessionId: id } = before;
    const supersede = await askSupersede(before.proposed, context);
    const published = supersede.length > 0 ? await context.app.publish({ session: id, supersede }) : before;
    const { files, notes, proposed } = published;
    for (const text of notes) context.notify({ level: 'warning', text });
    return {
      json: { session_id: id, files, notes, proposed },
      text: files.map(({ type, path }) => `${path} (${type})`).join('\n'),
      next: [`s2s roundtable show ${id}`],
    };
  },
});
