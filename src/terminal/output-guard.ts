/* oxlint-disable no-control-regex -- this file is there to find control characters */
/** Filters all output: removes secret keys, control sequences other than our own, and commands of CI pipelines. */
import { invisible } from '../text/clean-text.ts';
import type { Redactor } from '../text/secrets/redactor.ts';

/** The parts of a stream that are used. */
export interface GuardedStream {
  write: NodeJS.WriteStream['write'];
  isTTY?: boolean | undefined;
}

/** How a stream is guarded. */
export interface GuardOptions {
  redact: Redactor;
  /** Keeps colours although the stream is not a terminal. */
  keepsColor: boolean;
}

/** Cleans every text that is written to a stream from now on, until the returned function is called. */
export function guardStream(stream: GuardedStream, options: GuardOptions): () => void {
  const hadOwn = Object.hasOwn(stream, 'write');
  const write = stream.write as (...parts: unknown[]) => boolean;
  stream.write = ((text: unknown, ...rest: unknown[]) =>
    write.call(
      stream,
      typeof text === 'string' ? cleanOutput(text, { ...options, isTerminal: stream.isTTY === true }) : text,
      ...rest,
    )) as GuardedStream['write'];
  return () => {
    if (hadOwn) stream.write = write as GuardedStream['write'];
    else Reflect.deleteProperty(stream, 'write');
  };
}

/** Sequences that set window titles, the clipboard and the like from a text; the program never sends any. */
const stringSequence =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?/g;
const controlSequence = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;
const color = /^\u001b\[[\d;]*m$/;
/** Texts that CI pipelines take for a command: at the start of a line (after blanks and colours), or anywhere. */
const lineCommand = /(^|[\n\r])((?:[^\S\n\r]|\u001b\[[\d;]*m)*)::(?=[a-z])/gi;
const anyCommand = /##(?=\w*\[)/g;
const section = /\b((?:section|travis_fold)[_:](?:start|end)):(?=\S)/g;

/** A text of lines without what moves a cursor: only the live picture does, which is painted by itself. */
export function keepColors(text: string): string {
  return text.replace(controlSequence, (sequence) => (color.test(sequence) ? sequence : ''));
}

/** The text for the stream. A terminal also gets the cursor movements that paint the live picture. */
export function cleanOutput(
  text: string,
  { redact, keepsColor, isTerminal }: GuardOptions & { isTerminal: boolean },
): string {
  const clean = redact(text).replace(stringSequence, '').replace(invisible, '');
  if (isTerminal) return clean.replace(/[\u0000-\u0006\u000e-\u001a\u001c-\u001f\u0080-\u009f]/g, '');
  return clean
    .replace(controlSequence, (sequence) => (keepsColor && color.test(sequence) ? sequence : ''))
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replace(
      keepsColor
        ? /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u009f]/g
        : /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g,
      '',
    )
    .replace(lineCommand, '$1$2: :')
    .replace(anyCommand, '# #')
    .replace(section, '$1 :');
}
