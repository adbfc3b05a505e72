/** Reading the bytes of a journal: good lines, bad lines as problems, and how far the file can be trusted. */
import type { FileProblem } from '../../domain/errors.ts';
import { type JournalLine, journalLineSchema } from '../../domain/journal.ts';

/** Bytes that a line may have; no useful reply is that long. */
export const mostLineBytes = 4 * 1024 * 1024;
const mostProblems = 50;
const openingBrace = 0x7b;

/** What a journal's bytes hold. */
export interface JournalScan {
  lines: JournalLine[];
  /** Lines that could not be read and are skipped. A torn last line is not counted among them. */
  problems: FileProblem[];
  /** Bytes up to which the file is kept; what follows is a torn line. */
  keptBytes: number;
  /** True when the last line is complete except for its line end. */
  lacksNewline: boolean;
}

/** Reads all lines. Never throws. Takes time and memory in proportion to the bytes. */
export function scanJournal(bytes: Buffer, file: string): JournalScan {
  const lines: JournalLine[] = [];
  const problems: FileProblem[] = [];
  let badLines = 0;
  let start = 0;
  for (let number = 1; ; number += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) break;
    const line = end === start ? null : readLine(bytes.subarray(start, end));
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
  const tail = start === bytes.length ? null : readLine(bytes.subarray(start));
  // A line that lacks only its line end is a paid call like any other.
  if (tail === null || typeof tail === 'string')
    return { lines, problems, keptBytes: start, lacksNewline: false };
  return { lines: [...lines, tail], problems, keptBytes: bytes.length, lacksNewline: true };
}

/** The line, or why it is none. */
function readLine(bytes: Buffer): JournalLine | string {
  if (bytes.length > mostLineBytes)
    return `a line of ${bytes.length} bytes; at most ${mostLineBytes} are read`;
  // A line is an object. An error for each of a million other lines would take most of a minute.
  if (bytes[0] !== openingBrace && /^\s*[^\s{]/.test(bytes.toString('latin1', 0, 100))) return 'no JSON';
  try {
    const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const result = journalLineSchema.safeParse(data);
    return result.success ? result.data : 'neither a call nor an input, or without a field that it needs';
  } catch {
    return 'no JSON';
  }
}
