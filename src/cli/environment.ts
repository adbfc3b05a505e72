/** Everything of the process that commands may use; only main.ts builds it from `process`. */
import type { AppWorld } from '../app/world.ts';

/** The world as a command sees it. */
export interface CliEnvironment extends AppWorld {
  /** Arguments after the program's name. */
  argv: readonly string[];
  cwd: string;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  platform: string;
  version: string;
  /**
   * Calls the handler at each request to stop (Ctrl-C, SIGTERM, SIGHUP), and with SIGPIPE when an output cannot be
   * written to any more; returns how to end that.
   */
  onStopRequest: (handler: (signal: string) => void) => () => void;
  /** Sends a signal as the terminal does for a key: to everybody in the foreground. */
  raiseSignal: (signal: 'SIGINT' | 'SIGTSTP' | 'SIGQUIT') => void;
  /** Whether the terminal is this process's to read and to change. */
  isForeground: () => boolean;
  /**
   * Calls `before` when the process is about to be stopped (Ctrl-Z), which then happens once what is queued has run, and `after`
   * when it goes on in the foreground; returns how to end that.
   */
  onSuspension: (handlers: { before: () => void; after: () => void }) => () => void;
  /** Opens a file with the program that the system has for it, and waits for nothing. */
  openFile: (file: string) => void;
  /** Ends the process at once. */
  exitNow: (code: number) => never;
}

/** Options that every command takes, and those that count before a command begins. */
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

/** What a command came to: one document for programs, the same as text for people. */
export interface CommandResult {
  /** Written with `--json`, and as the last event with `--ndjson`. */
  json: unknown;
  /** Written to standard output otherwise. */
  text: string;
  /**
   * What to type or do next, for people: said on standard error under the result, so that a pipe gets the result alone;
   * not with `--quiet`, `--json` or `--ndjson`.
   */
  next?: readonly string[];
  exitCode?: number;
}
