/**
 * Handles keys typed while no question is open. A terminal would echo them into the picture and keep them, so that an impatient Enter
 * would answer the next question or end up in the shell. They are read and dropped, except for the three keys that send signals and
 * for single keys that `onKey` handles.
 */

/** The parts of standard input that are used. */
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

/** Signals that a terminal sends for keys. */
export type KeySignal = 'SIGINT' | 'SIGTSTP' | 'SIGQUIT';

/** Where the keys come from and where their signals go. */
export interface KeyboardOptions {
  /** Called when the input is first needed. */
  openInput: () => KeyInput;
  /** Sends a signal as the terminal would: to the whole foreground process group. */
  raise: (signal: KeySignal) => void;
  /** Whether this program may change the terminal now: the system stops a background process that tries. */
  isForeground: () => boolean;
  /** Called for a letter or digit that arrives by itself; several characters in one chunk are not a command. */
  onKey?: ((key: string) => void) | undefined;
}

/** Holds the keys while no question is open. */
export interface Keyboard {
  /** From now on keys are dropped. */
  hold(): void;
  /** Lets a question or the shell read; the returned function takes the keys back. Calls nest. */
  lend(): () => void;
  /** Final and safe to repeat: restores the terminal. */
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
    const typed = typeof chunk === 'string' ? chunk : String.fromCharCode(...chunk);
    if (/^[a-z0-9]$/i.test(typed)) options.onKey?.(typed.toLowerCase());
    for (const key of typed) {
      const signal = signals.get(key);
      if (signal === 'SIGQUIT') letGo();
      if (signal !== undefined) options.raise(signal);
    }
  };
  // When a terminal goes away, the process also gets a signal, which is handled elsewhere.
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
