/** Asking a person, one question at a time. */

/** The answer of a person who ended the program instead of answering, or of an input that ended. */
export const stopped: unique symbol = Symbol('stopped');

/** See `stopped`. */
export type Stopped = typeof stopped;

/** One of several answers. */
export interface Choice<Value> {
  name: string;
  value: Value;
  description?: string;
}

/** Asks on one terminal. Every text is data; it is cleaned before it is shown. */
export interface Asker {
  /** Writes a text that stays, on the same stream as the questions. */
  say(text: string): void;
  choose<Value>(question: string, choices: readonly Choice<Value>[]): Promise<Value | Stopped>;
  /** The text without white space around it; with `required` it is not empty. */
  askText(question: string, options?: { required?: boolean; preset?: string }): Promise<string | Stopped>;
  /** A whole number within the limits. */
  askNumber(
    question: string,
    options: { least: number; most: number; preset: number },
  ): Promise<number | Stopped>;
  confirm(question: string, preset: boolean): Promise<boolean | Stopped>;
}

/** What both kinds of asker are made from. */
export interface AskerOptions {
  /** Standard input. */
  input: NodeJS.ReadableStream;
  /** Standard error: standard output belongs to results. */
  output: NodeJS.WritableStream;
  /** Aborted when the run is to stop; an open question then ends as `stopped`. */
  stop: AbortSignal;
  /** Called when the person ends the program from within a question, or the input ends. */
  requestStop: () => void;
  /** Take the live view away while a question is open. */
  suspend: () => void;
  resume: () => void;
  /** Has the keys to itself from directly before it reads; the returned function is called when it has read. */
  lendInput?: () => () => void;
  /** Tells when the program is about to be stopped (Ctrl-Z), and when it goes on; returns how to end that. */
  onSuspension?: (handlers: { before: () => void; after: () => void }) => () => void;
}

/** Frames one question with `suspend` and `resume`. */
export async function frameQuestion<Value>(
  options: AskerOptions,
  ask: () => Promise<Value>,
): Promise<Value | Stopped> {
  if (options.stop.aborted) return stopped;
  options.suspend();
  try {
    return await ask();
  } finally {
    options.resume();
  }
}

/** A whole number from what was typed, or why it is none. */
export function readNumber(text: string, limits: { least: number; most: number }): number | string {
  const number = /^\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  if (Number.isNaN(number) || number < limits.least || number > limits.most) {
    return `Type a whole number from ${limits.least} to ${limits.most}.`;
  }
  return number;
}
