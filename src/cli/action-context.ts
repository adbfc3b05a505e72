/** What the action of a command works with. */
import type { App } from '../app/app.ts';
import type { Notify } from '../app/notice.ts';
import type { NdjsonReporter } from '../terminal/live/ndjson-reporter.ts';
import type { TerminalModes } from '../terminal/terminal-modes.ts';
import type { CliEnvironment, GlobalOptions } from './environment.ts';

/** What an action is given. */
export interface ActionContext {
  environment: CliEnvironment;
  globals: GlobalOptions;
  modes: TerminalModes;
  /** The folder that `--cwd` names, else the process's. */
  cwd: string;
  /** The use cases, for the project of `cwd`. */
  app: App;
  /** Tells a notice of a use case. */
  notify: Notify;
  /** The stream of events with `--ndjson`; the host writes the result to it. */
  events: NdjsonReporter | null;
  /** Says something to the person on standard error; nothing with `--quiet` unless it is a warning. */
  say: (text: string, options?: { warning?: boolean }) => void;
  /** Aborted at the first request to stop. */
  stop: AbortSignal;
  requestStop: () => void;
  /** Called before the process ends at once, so that the terminal is left as it was. */
  onExit: (clean: () => void) => void;
}
