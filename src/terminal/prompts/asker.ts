/** Asks a person, one question at a time. */

/** Returned instead of an answer when the person ended the program or the input ended. */
export const stopped: unique symbol = Symbol('stopped');

export type Stopped = typeof stopped;

/** What a person is asked who wants to advise the panel. */
export const guidanceQuestion = 'What should the panel take into account? (empty to go back)';

/** One of several answers. */
export interface Choice<Value> {
  name: string;
  value: Value;
  description?: string;
}

/** Asks on one terminal. Every text is cleaned before it is shown. */
export interface Asker {
  /** Writes a text to the stream of the questions. */
  say(text: string): void;
  choose<Value>(question: string, choices: readonly Choice<Value>[]): Promise<Value | Stopped>;
  /** The text, trimmed; with `required` it is not empty. */
  askText(question: string, options?: { required?: boolean; preset?: string }): Promise<string | Stopped>;
  /** A whole number within the limits. */
  askNumber(
    question: string,
    options: { least: number; most: number; preset: number },
  ): Promise<number | Stopped>;
  confirm(question: string, preset: boolean): Promise<boolean | Stopped>;
}

/** The parts of an asker. */
export interface AskerOptions {
  /** Standard input. */
  input: NodeJS.ReadableStream;
  /** Standard error: standard output is for results. */
  output: NodeJS.WritableStream;
  /** Aborted when the run is to stop; an open question then returns `stopped`. */
  stop: AbortSignal;
  /** Called when the person ends the program from within a question or the input ends. */
  requestStop: () => void;
  /** `suspend` and `resume` clear the live view while a question is open. */
  suspend: () => void;
  resume: () => void;
  /** Called just before a question reads, to get the keys; the returned function gives them back. */
  lendInput?: () => () => void;
  /** Calls `before` when Ctrl-Z is about to suspend the program and `after` when it continues; the returned function ends that. */
  onSuspension?: (handlers: { before: () => void; after: () => void }) => () => void;
}
