/** The context of a command's action. */
import type { App } from '../app/app.ts';
import type { Notify } from '../app/notice.ts';
import type { NdjsonReporter } from '../terminal/live/ndjson-reporter.ts';
import type { TerminalModes } from '../terminal/terminal-modes.ts';
import type { CliEnvironment, GlobalOptions } from './environment.ts';

export interface ActionContext {
  environment: CliEnvironment;
  globals: GlobalOptions;
  modes: TerminalModes;
  /** The folder from `--cwd`, else the working folder of the process. */
  cwd: string;
  /** The use cases, for the project of `cwd`. */
  app: App;
  /** Shows a notice of a use case. */
  notify: Notify;
  /** The stream of events with `--ndjson`; the host writes the result to it. */
  events: NdjsonReporter | null;
  /** Writes to standard error; with `--quiet`, only warnings. */
  say: (text: string, options?: { warning?: boolean }) => void;
  /** Aborted at the first request to stop. */
  stop: AbortSignal;
  requestStop: () => void;
  /** Adds a function that restores the terminal; it is called before the process ends at once. */
  onExit: (clean: () => void) => void;
}
