/** `s2s search`: searches sessions, what was said in them, and the documents of the project. */
import { describeCommand, readFlag } from '../parser/command-descriptor.ts';

export const searchCommand = describeCommand<[string[]], { limit?: string }>({
  path: 'search',
  description: 'Search decisions, items, positions and documents of the project',
  arguments: [{ usage: '<words...>', description: 'words to look for, in any inflection' }],
  options: [{ usage: '--limit <n>', description: 'how many (default: 20)' }],
  examples: ['s2s search retry queue', 's2s search REQ-007 --json'],
  exits: { 0: 'done, also when nothing was found', 2: 'no word to look for' },
  run: async ({ words: [words], flags }, context) => {
    const [{ formatSearch }, { parsePositiveInteger }, { showWait }] = await Promise.all([
      import('../../terminal/views/format-search.ts'),
      import('../../config/parse-values.ts'),
      import('../../terminal/show-wait.ts'),
    ]);
    const limit = readFlag(flags.limit, '--limit', parsePositiveInteger);
    const found = await showWait(context, 'Searching', (note) =>
      context.app.search({
        ...{ words: words.join(' '), limit },
        onReading: (done, of) => note(`Reading sessions for the first time: ${done} of ${of}`),
      }),
    );
    for (const { file, reason } of found.unread)
      context.notify({ level: 'warning', text: `${file} was not searched: ${reason}` });
    const [session] = found.hits.flatMap((hit) => hit.session ?? []);
    return {
      json: found,
      text: formatSearch(found, context.modes.stdout),
      next: session === undefined ? [] : [`s2s roundtable show ${session}`],
    };
  },
});
