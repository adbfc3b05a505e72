/** Shows at a terminal that something takes a while, and how far it is; writes nothing to a pipe. */
import type { StreamModes } from './terminal-modes.ts';

/** Says what is going on now. */
export type Note = (text: string) => void;

/** The terminal of a command. `onExit` takes a function that restores it before the process ends at once. */
export interface WaitPlace {
  environment: { stderr: NodeJS.WriteStream };
  modes: { stderr: StreamModes };
  globals: { quiet?: boolean };
  onExit: (clean: () => void) => void;
}

/** Does some work while the terminal shows `text`, or what the work notes; the line is gone when it ends. */
export async function showWait<Result>(
  { environment, modes, globals, onExit }: WaitPlace,
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
