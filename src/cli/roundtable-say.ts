/** `s2s roundtable say`: records the person's turn outside a run, then runs the session to their next turn. */
import { S2sError } from '../session/errors.ts';
import { describeCommand, readFlag } from './command-descriptor.ts';
import type { LimitFlags } from './read-run-flags.ts';
import { runNotes, runOptions } from './run-notes.ts';

interface SayFlags extends LimitFlags {
  ratify?: string;
  standAside?: string;
  block?: string;
  rest?: string;
}

const rests = ['ratify', 'none'] as const;

export const sayCommand = describeCommand<[string[]], SayFlags>({
  path: 'roundtable say',
  description: 'Take your turn, then continue to the next',
  arguments: [
    {
      usage: '[words...]',
      description: 'a session id (default: the current one), then what you say; "" passes',
      values: 'sessions',
    },
  ],
  options: [
    { usage: '--ratify <ids>', description: 'items that you are for (last call)' },
    { usage: '--stand-aside <ids>', description: 'items that you do not support, but would not stop' },
    { usage: '--block <ids>', description: 'items that must not be agreed as they are' },
    {
      usage: '--rest <vote>',
      description: 'your vote on all other items of the last call: ratify or none (default: none)',
      values: rests,
    },
    ...runOptions,
  ],
  examples: [
    's2s roundtable say "Start with Redis, but show me the cost of leaving it"',
    's2s roundtable say "Nobody measured it" --block REQ-004 --rest ratify',
    's2s roundtable say ""',
  ],
  ...runNotes,
  run: async ({ words: [words], flags }, context) => {
    const [{ followRun }, { readFlags }, { splitWords }, { parseChoice }] = await Promise.all([
      import('./follow-run.ts'),
      import('../config/option-layer.ts'),
      import('./read-run-flags.ts'),
      import('../config/parse-values.ts'),
    ]);
    const { app } = context;
    const votes = {
      ratify: splitWords(flags.ratify),
      standAside: splitWords(flags.standAside),
      block: splitWords(flags.block),
      rest: readFlag(flags.rest, '--rest', (text, flag) => parseChoice(text, flag, { choices: rests })),
    };
    if (words.length === 0 && Object.values(votes).every((vote) => vote === undefined))
      throw new S2sError('USAGE', 'There is nothing to say.', {
        hint: 'Give your words: s2s roundtable say "..."; an empty text passes: s2s roundtable say ""',
      });
    const options = { ...readFlags(flags), ...readWords(words, 'say'), ...votes };
    if (await app.isDetached({ session: options.session })) {
      const { describeDetached } = await import('./detach.ts');
      return describeDetached(await app.sayDetached(options));
    }
    const { supersede } = flags;
    return followRun((run) => app.say({ ...options, ...run, supersede }), context, flags);
  },
});

/** When two arguments are given, the first one names the session. Throws USAGE for more. */
export function readWords(
  words: readonly string[],
  command: string,
): { session: string | undefined; text: string } {
  const [first, second] = words;
  if (words.length > 2) {
    throw new S2sError('USAGE', 'Your words must be one argument.', {
      hint: `Put them in quotes: s2s roundtable ${command} "..."`,
    });
  }
  return second === undefined ? { session: undefined, text: first ?? '' } : { session: first, text: second };
}
