/** At a terminal, lists a large context and asks before it goes to every seat. */
import type { RunOptions } from '../../app/options.ts';
import { formatCount } from '../../wording/format-numbers.ts';
import type { ActionContext } from '../action-context.ts';
import { openAsker } from './ask-person.ts';

/** The most files that the question lists. */
const mostNamed = 30;

/** Asks the person; undefined when there is no terminal. The answer holds for the whole command, even if the action runs again. */
export function askContext(context: ActionContext): RunOptions['confirmContext'] {
  if (!context.modes.interactive) return undefined;
  let answer: Promise<boolean> | null = null;
  return ({ paths, bytes }) => {
    answer ??= ask(context, { paths, bytes });
    return answer;
  };
}

async function ask(
  context: ActionContext,
  { paths, bytes }: { paths: readonly string[]; bytes: number },
): Promise<boolean> {
  const asker = await openAsker(context);
  const more = paths.length - mostNamed;
  asker.say(
    [
      'Files of the folders and patterns of --context:',
      ...paths.slice(0, mostNamed).map((path) => `  ${path}`),
      ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
    ].join('\n'),
  );
  const size = `${formatCount(paths.length)} files, ${formatCount(Math.ceil(bytes / 1000))} kB`;
  const answer = await asker.confirm(`Share the room for context among them (${size})?`, false);
  return answer === true;
}
