/** Reads the bytes of a journal: good lines, bad lines as problems, and how far the file can be trusted. */

import type { FileProblem } from '../../session/errors.ts';
import { type JournalLine, journalLineSchema } from '../../session/ports/journal.ts';
import type { JournalReading } from '../../session/ports/repository.ts';
import { ChainReader, readChained } from './journal-chain.ts';

/** The longest line, in bytes; no useful reply is that long. */
export const mostLineBytes = 4 * 1024 * 1024;
const mostProblems = 50;
/** Shared because it keeps no state between lines: creating one for each of a million lines takes longer than reading them. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** What the bytes hold; a torn last line is no problem. */
export interface JournalScan extends Omit<JournalReading, 'location'> {
  /** Bytes of the file to keep; the rest is a torn line. */
  keptBytes: number;
  /** True when the last line is complete except for its line end. */
  lacksNewline: boolean;
}

/** Reads all lines. Never throws. Takes time and memory in proportion to the bytes. */
export function scanJournal(bytes: Buffer, file: string): JournalScan {
  const lines: JournalLine[] = [];
  const problems: FileProblem[] = [];
  const changedLines: number[] = [];
  const ends: string[] = [];
  const chain = new ChainReader();
  let badLines = 0;
  let start = 0;
  let number = 1;
  for (; ; number += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) break;
    const text = decodeLine(bytes.subarray(start, end));
    const line = end === start ? null : typeof text === 'string' ? readLine(text) : text.problem;
    // A line that cannot be read spoils itself alone.
    if (typeof line === 'string') chain.skip();
    else if (line !== null && !chain.take(text as string)) changedLines.push(number);
    ends.push(chain.last);
    if (typeof line === 'string') {
      changedLines.push(number);
      badLines += 1;
      if (badLines <= mostProblems) problems.push({ file, line: number, message: line });
    } else if (line !== null) {
      lines.push(line);
    }
    start = end + 1;
  }
  if (badLines > mostProblems)
    problems.push({ file, message: `${badLines - mostProblems} more lines cannot be read` });
  const rest = start === bytes.length ? { problem: 'none' } : decodeLine(bytes.subarray(start));
  const tail = typeof rest === 'string' ? readLine(rest) : 'no text';
  // A line that lacks only its line end is a complete, paid call.
  if (typeof rest !== 'string' || typeof tail === 'string')
    return { lines, problems, changedLines, ends, keptBytes: start, lacksNewline: false };
  if (!chain.take(rest)) changedLines.push(number);
  lines.push(tail);
  ends.push(chain.last);
  return { lines, problems, changedLines, ends, keptBytes: bytes.length, lacksNewline: true };
}

function decodeLine(bytes: Buffer): string | { problem: string } {
  if (bytes.length > mostLineBytes)
    return { problem: `a line of ${bytes.length} bytes; at most ${mostLineBytes} are read` };
  try {
    return decoder.decode(bytes);
  } catch {
    return { problem: 'no JSON' };
  }
}

/** The line, or what is wrong with it. */
function readLine(text: string): JournalLine | string {
  // Every line is an object. Letting JSON.parse throw for each of a million other lines would take most of a minute.
  if (!/^\s*(?:\{|$)/.test(text.slice(0, 100))) return 'no JSON';
  try {
    const value: unknown = JSON.parse(readChained(text));
    // As it was written, so that it can be written again with the same hash.
    return journalLineSchema.safeParse(value).success
      ? (value as JournalLine)
      : 'neither a call nor an input, or without a field that it needs';
  } catch {
    return 'no JSON';
  }
}
