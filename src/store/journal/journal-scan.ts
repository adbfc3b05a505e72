/** Reading the bytes of a journal: good lines, bad lines as problems, and how far the file can be trusted. */
import type { FileProblem } from '../../domain/errors.ts';
import { type JournalLine, journalLineSchema } from '../../domain/journal.ts';
import { ChainReader, readChained } from './journal-chain.ts';

/** Bytes that a line may have; no useful reply is that long. */
export const mostLineBytes = 4 * 1024 * 1024;
const mostProblems = 50;
/** Keeps nothing from one line to the next; to make one for each of a million lines takes longer than to read them. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** What a journal's bytes hold. */
export interface JournalScan {
  lines: JournalLine[];
  /** Lines that could not be read and are skipped. A torn last line is not counted among them. */
  problems: FileProblem[];
  /** The numbers of lines that do not stand as they were written, or from before which a line was taken out. */
  changed: number[];
  /** The end of the chain, for the next line. */
  chain: string;
  /** Bytes up to which the file is kept; what follows is a torn line. */
  keptBytes: number;
  /** True when the last line is complete except for its line end. */
  lacksNewline: boolean;
}

/** Reads all lines. Never throws. Takes time and memory in proportion to the bytes. */
export function scanJournal(bytes: Buffer, file: string): JournalScan {
  const lines: JournalLine[] = [];
  const problems: FileProblem[] = [];
  const changed: number[] = [];
  const chain = new ChainReader();
  let badLines = 0;
  let start = 0;
  let number = 1;
  for (; ; number += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) break;
    const text = readText(bytes.subarray(start, end));
    const line = end === start ? null : typeof text === 'string' ? readLine(text) : text.problem;
    // A line that cannot be read is told as such, and breaks no chain behind it.
    const holds = end === start || typeof text !== 'string' || chain.take(text);
    if (!holds && typeof line !== 'string') changed.push(number);
    if (typeof line === 'string') {
      badLines += 1;
      if (badLines <= mostProblems) problems.push({ file, line: number, message: line });
    } else if (line !== null) {
      lines.push(line);
    }
    start = end + 1;
  }
  if (badLines > mostProblems)
    problems.push({ file, message: `${badLines - mostProblems} more lines cannot be read` });
  const rest = start === bytes.length ? { problem: 'none' } : readText(bytes.subarray(start));
  const tail = typeof rest === 'string' ? readLine(rest) : 'no text';
  // A line that lacks only its line end is a paid call like any other.
  if (typeof rest !== 'string' || typeof tail === 'string')
    return { lines, problems, changed, chain: chain.last, keptBytes: start, lacksNewline: false };
  if (!chain.take(rest)) changed.push(number);
  lines.push(tail);
  return { lines, problems, changed, chain: chain.last, keptBytes: bytes.length, lacksNewline: true };
}

function readText(bytes: Buffer): string | { problem: string } {
  if (bytes.length > mostLineBytes)
    return { problem: `a line of ${bytes.length} bytes; at most ${mostLineBytes} are read` };
  try {
    return decoder.decode(bytes);
  } catch {
    return { problem: 'no JSON' };
  }
}

/** The line, or why it is none. */
function readLine(text: string): JournalLine | string {
  // A line is an object. An error for each of a million other lines would take most of a minute.
  if (!/^\s*(?:\{|$)/.test(text.slice(0, 100))) return 'no JSON';
  try {
    const result = journalLineSchema.safeParse(JSON.parse(readChained(text)));
    return result.success ? result.data : 'neither a call nor an input, or without a field that it needs';
  } catch {
    return 'no JSON';
  }
}
