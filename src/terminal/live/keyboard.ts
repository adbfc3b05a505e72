/**
 * What is typed while nothing is asked. A terminal would echo it into the picture and keep it, so that an impatient Enter would
 * answer the next question, or be left on the line of the shell. So the keys are read and dropped; the three that send signals
 * still do.
 */

/** What is needed of standard input. */
export interface KeyInput {
  readonly isTTY?: boolean | undefined;
  setRawMode?(raw: boolean): unknown;
  on(event: 'data', listener: (chunk: string | Uint8Array) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
  removeListener(event: 'data', listener: (chunk: string | Uint8Array) => void): unknown;
  removeListener(event: 'error', listener: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Signals that a terminal sends for a key. */
export type KeySignal = 'SIGINT' | 'SIGTSTP' | 'SIGQUIT';

/** Where the keys come from and where their signals go. */
export interface KeyboardOptions {
  /** Opened when it is first needed. */
  openInput: () => KeyInput;
  /** Sends a signal as the terminal would: to everybody in the foreground. */
  raise: (signal: KeySignal) => void;
  /** Whether this program may change the terminal now; in the background that would stop it. */
  isForeground: () => boolean;
}

/** The keys while nothing is asked. */
export interface Keyboard {
  /** From now on keys are dropped. */
  hold(): void;
  /** Lets somebody else read, a question or the shell; the returned function takes the keys back. Calls nest. */
  lend(): () => void;
  /** Final and safe to repeat: the terminal is as it was. */
  stop(): void;
}

const signals: ReadonlyMap<string, KeySignal> = new Map([
  ['\u0003', 'SIGINT'],
  ['\u001a', 'SIGTSTP'],
  ['\u001c', 'SIGQUIT'],
]);

/** Drops what is typed between `hold` and `stop`. */
export function createKeyboard(options: KeyboardOptions): Keyboard {
  let wanted = false;
  let lent = 0;
  let held: KeyInput | null = null;

  const drop = (chunk: string | Uint8Array): void => {
    for (const key of typeof chunk === 'string' ? chunk : String.fromCharCode(...chunk)) {
      const signal = signals.get(key);
      if (signal === 'SIGQUIT') letGo();
      if (signal !== undefined) options.raise(signal);
    }
  };
  // A terminal that is gone also sends a signal, which is where it is dealt with.
  const ignore = (): void => undefined;
  const take = (): void => {
    if (!wanted || lent > 0 || held !== null || !options.isForeground()) return;
    const input = options.openInput();
    if (input.isTTY !== true || input.setRawMode === undefined) return;
    held = input;
    input.on('error', ignore);
    input.setRawMode(true);
    input.on('data', drop);
    input.resume();
  };
  const letGo = (): void => {
    if (held === null) return;
    const input = held;
    held = null;
    input.removeListener('data', drop);
    input.pause();
    input.setRawMode?.(false);
    input.removeListener('error', ignore);
  };
  return {
    hold() {
      wanted = true;
      take();
    },
    lend() {
      let back = false;
      lent += 1;
      letGo();
      return () => {
        if (back) return;
        back = true;
        lent -= 1;
        take();
      };
    },
    stop() {
      wanted = false;
      letGo();
    },
  };
}
