/** One line for a single wait, through ora, which is loaded when it is needed. */
import { cleanLine } from '../../text/clean-text.ts';
import type { StreamModes } from '../terminal-modes.ts';
import { createTheme } from '../theme.ts';
import { truncateText } from '../wrap-text.ts';
import type { TerminalStream } from './frame-painter.ts';

/** A wait that is shown; each method may be called once. */
export interface Spinner {
  /** Ends the line with the given mark. */
  end(result: 'done' | 'failed', text: string): void;
  /** Takes the line away. */
  stop(): void;
}

/** Shows that something goes on. Where lines cannot be redrawn, only the end is written, as one line. */
export async function startSpinner(
  text: string,
  options: { stream: TerminalStream & NodeJS.WritableStream; modes: StreamModes },
): Promise<Spinner> {
  const { stream, modes } = options;
  const theme = createTheme(modes);
  const writeEnd = (result: 'done' | 'failed', words: string): void => {
    const mark = result === 'done' ? theme.good(theme.symbols.covered) : theme.bad(theme.symbols.failed);
    stream.write(`${mark} ${cleanLine(words)}\n`);
  };
  // ora divides by the columns: at zero it never ends.
  if (!modes.live || (stream.columns ?? 0) < 4) return { end: writeEnd, stop: () => undefined };
  const { default: ora } = await import('ora');
  const spinner = ora({
    text: truncateText(text, (stream.columns ?? 80) - 3, theme.symbols.ellipsis),
    stream,
    isEnabled: true,
    discardStdin: false,
    spinner: { interval: 120, frames: theme.symbols.frames },
    ...(modes.color === 0 ? { color: false } : {}),
  }).start();
  return {
    end(result, words) {
      spinner.stop();
      writeEnd(result, words);
    },
    stop: () => void spinner.stop(),
  };
}
