/** `s2s roundtable say`: records the person's turn outside a run, then runs the session to their next turn. */

import type { ResumeOptions, SayOptions } from '../../app/options.ts';
import { S2sError } from '../../session/errors.ts';
import { describeCommand, listFlags } from '../parser/command-descriptor.ts';
import type { LimitFlags } from '../read-run-flags.ts';
import { runNotes, runOptions } from '../run-notes.ts';
import { pickWaiting } from '../session-argument.ts';

export const sayCommand = describeCommand<[string[]], LimitFlags>({
  path: 'roundtable say',
  description: 'Take your turn, then continue to the next',
  arguments: [
    {
      usage: '[words...]',
      description:
        'a session id (default: the current one, else the only one that waits), then what you say; "" passes',
      values: 'sessions',
    },
  ],
  options: [...listFlags(['say']), ...runOptions],
  examples: [
    's2s roundtable say "Start with Redis, but show me the cost of leaving it"',
    's2s roundtable say "Nobody measured it" --block REQ-004 --rest ratify',
    's2s roundtable say ""',
  ],
  ...runNotes,
  run: async ({ words: [words], flags }, context) => {
    const [{ followRun }, { readFlags }] = await Promise.all([
      import('../follow-run.ts'),
      import('../../config/option-layer.ts'),
    ]);
    const { app } = context;
    const votes = readFlags<Partial<SayOptions>>(flags, ['say']);
    if (words.length === 0 && Object.keys(votes).length === 0)
      throw new S2sError('USAGE', 'There is nothing to say.', {
        hint: 'Give your words: s2s roundtable say "..."; an empty text passes: s2s roundtable say ""',
      });
    const said = readWords(words, 'say');
    const options = {
      ...readFlags<ResumeOptions>(flags, ['run', 'own']),
      ...votes,
      ...said,
      session: await pickWaiting(app, said.session, 'turn'),
    };
    if (await app.isDetached({ session: options.session })) {
      const { describeDetached } = await import('../run-new.ts');
      return describeDetached(await app.sayDetached(options));
    }
    return followRun((run) => app.say({ ...options, ...run }), context, flags);
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
