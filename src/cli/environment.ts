/** The parts of the process that commands may use; only main.ts builds them from `process`. */
import type { AppWorld } from '../app/world.ts';

export interface CliEnvironment extends AppWorld {
  /** Arguments after the program's name. */
  argv: readonly string[];
  cwd: string;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  version: string;
  /**
   * Calls the handler at each request to stop (Ctrl-C, SIGTERM, SIGHUP), and with SIGPIPE when an output can no longer
   * be written to. The returned function removes the handler.
   */
  onStopRequest: (handler: (signal: string) => void) => () => void;
  /** Calls the handler, seconds later, when the process that started this one is gone. The returned function ends that. */
  onParentGone: (handler: () => void) => () => void;
  /** Sends a signal as the terminal does for a key: to the whole foreground process group. */
  raiseSignal: (signal: 'SIGINT' | 'SIGTSTP' | 'SIGQUIT') => void;
  /** Whether this process may read and change the terminal. */
  isForeground: () => boolean;
  /**
   * Calls `before` when the process is about to be stopped (Ctrl-Z), which happens once queued tasks have run, and `after` when it
   * continues in the foreground. The returned function removes both.
   */
  onSuspension: (handlers: { before: () => void; after: () => void }) => () => void;
  /** Opens a file with the system's program for it, without waiting. */
  openFile: (file: string) => void;
  /** Ends the process at once. */
  exitNow: (code: number) => never;
}

/** Options that every command takes, and `--trust`, which counts before a command begins. */
export interface GlobalOptions {
  json?: boolean;
  ndjson?: boolean;
  /** False with `--no-input`. */
  input?: boolean;
  quiet?: boolean;
  debug?: boolean;
  /** False with `--no-color`. */
  color?: boolean;
  cwd?: string;
  /** `--trust` of the commands that call models. */
  trust?: boolean;
}

/** The result of a command: one document for programs, and the same as text for people. */
export interface CommandResult {
  /** Written with `--json`, and as the last event with `--ndjson`. */
  json: unknown;
  /** Written to standard output otherwise. */
  text: string;
  /**
   * What to type or do next, for people: written to standard error below the result, so that a pipe gets the result alone;
   * left out with `--quiet`, `--json` or `--ndjson`.
   */
  next?: readonly string[];
  exitCode?: number;
}
