/** `s2s roundtable say`: records the person's turn outside a run, then runs the session to their next turn. */
import { S2sError } from '../domain/errors.ts';
import { describeCommand } from './command-descriptor.ts';
import type { LimitFlags } from './read-run-flags.ts';
import { runNotes, runOptions } from './run-notes.ts';

interface SayFlags extends LimitFlags {
  support?: string;
  standAside?: string;
  block?: string;
}

export const sayCommand = describeCommand<[string[]], SayFlags>({
  path: 'roundtable say',
  description: 'Take your turn at the table, and run on to your next one',
  arguments: [
    {
      usage: '<words...>',
      description: 'a session id (the current one when absent), then what you say; an empty text passes',
      values: 'sessions',
    },
  ],
  options: [
    { usage: '--support <ids>', description: 'items that you support' },
    { usage: '--stand-aside <ids>', description: 'items that you would not stop' },
    { usage: '--block <ids>', description: 'items that must not go ahead' },
    ...runOptions,
  ],
  examples: [
    's2s roundtable say "Start with Redis, but show me the cost of leaving it"',
    's2s roundtable say last "" --support REQ-001',
  ],
  ...runNotes,
  run: async ({ words: [words], flags }, context) => {
    const [{ followRun }, { readFlags }, { splitWords }] = await Promise.all([
      import('./follow-run.ts'),
      import('../config/option-layer.ts'),
      import('./read-run-flags.ts'),
    ]);
    const { app } = context;
    const options = {
      ...readFlags(flags),
      ...readWords(words, 'say'),
      support: splitWords(flags.support),
      standAside: splitWords(flags.standAside),
      block: splitWords(flags.block),
    };
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
    throw new S2sError('USAGE', 'Your words have to be one argument.', {
      hint: `Put them in quotes: s2s roundtable ${command} "..."`,
    });
  }
  return second === undefined ? { session: undefined, text: first ?? '' } : { session: first, text: second };
}
