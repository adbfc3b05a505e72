/** Shows at a terminal that something takes a while, and how far it is; writes nothing to a pipe. */
import type { ActionContext } from './action-context.ts';

/** Says what is going on now. */
export type Note = (text: string) => void;

/** Does some work while the terminal shows `text`, or what the work notes; the line is gone when it ends. */
export async function showWait<Result>(
  { environment, modes, globals, onExit }: ActionContext,
  text: string,
  work: (note: Note) => Promise<Result>,
): Promise<Result> {
  if (!modes.stderr.live || globals.quiet === true) return work(() => undefined);
  const { default: ora } = await import('ora');
  const spinner = ora({
    text,
    stream: environment.stderr,
    color: modes.stderr.color === 0 ? false : 'cyan',
    spinner: modes.stderr.unicode ? 'dots' : 'line',
    // The keyboard belongs to the command, which may be asked to stop.
    discardStdin: false,
    isEnabled: true,
  }).start();
  const end = (): void => void spinner.stop();
  onExit(end);
  try {
    return await work((now) => {
      spinner.text = now;
    });
  } finally {
    end();
  }
}
