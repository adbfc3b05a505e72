/** The journal of a session: the truth about the round that is open. */

import { isSettledFailure } from '../../domain/call-key.ts';
import { type FileProblem, S2sError } from '../../domain/errors.ts';
import type { CallLine, FailureLine, InputLine, JournalLine, SuccessLine } from '../../domain/journal.ts';
import { readFileBounded } from '../../files/read-file.ts';
import {
  locateJournalFile,
  locateSessionFolder,
  refuseWayOut,
  type SessionPaths,
  showPath,
} from '../files/session-paths.ts';
import { createAppendingFile } from './journal-file.ts';
import { type JournalScan, mostLineBytes, scanJournal } from './journal-scan.ts';

/** Bytes of a journal that are read at most. */
const defaultMaxBytes = 256 * 1024 * 1024;

/** A journal that was read, not opened for writing. */
export interface JournalReading {
  /** Relative to the project. */
  file: string;
  lines: JournalLine[];
  /** Lines that could not be read and are skipped, each with its number. */
  problems: FileProblem[];
}

/** A journal open for writing. One writer at a time: the holder of the session's lock. */
export interface Journal {
  readonly file: string;
  readonly problems: readonly FileProblem[];
  /** Every line, oldest first, those added since included. */
  readLines(): readonly JournalLine[];
  /** The newest success of exactly this request, or null. The hash is read only where there is a call to compare it with. */
  findSuccess(key: string, readHash: () => string): SuccessLine | null;
  /**
   * The newest failure of exactly this request, when a later call that was paid for builds on it: making the
   * call again could change its end, and all that follows would have to be paid for again. Else null.
   */
  findSettledFailure(key: string, readHash: () => string): FailureLine | null;
  /**
   * Resolves when the line is in the file; its flush follows by itself. Throws FILE_UNWRITABLE, also when an earlier line
   * could not be flushed, or JOURNAL_INVALID for a line longer than 4 MiB.
   */
  append(line: CallLine): Promise<void>;
  /** Throws FILE_UNWRITABLE when a line could not be flushed. */
  check(): void;
  /** Resolves when all lines so far are flushed; throws FILE_UNWRITABLE. */
  flushed(): Promise<void>;
  /** The newest input for a key, or null. */
  findInput(key: string): InputLine | null;
  /** Flushes what a person said. Throws as `append`. */
  appendInput(input: { key: string; at: Date; value: unknown }): Promise<void>;
  close(): Promise<void>;
}

/** Reads the journal of a session; a session without one has no lines. Writes nothing. Throws FILE_TOO_LARGE, FILE_UNREADABLE. */
export async function readJournal(
  paths: SessionPaths,
  id: string,
  { maxBytes = defaultMaxBytes } = {},
): Promise<JournalReading> {
  const { file, scan } = await scanFile(paths, id, maxBytes);
  return { file, lines: scan?.lines ?? [], problems: scan?.problems ?? [] };
}

/** Opens the journal of a session. A torn last line is cut off with the first line that is added. Throws as above. */
export async function openJournal(
  paths: SessionPaths,
  id: string,
  { maxBytes = defaultMaxBytes } = {},
): Promise<Journal> {
  const { file, scan } = await scanFile(paths, id, maxBytes);
  const lines: JournalLine[] = [...(scan?.lines ?? [])];
  const appending = createAppendingFile(locateJournalFile(paths, id), {
    shownAs: file,
    keptBytes: scan?.keptBytes ?? null,
    prefix: scan?.lacksNewline === true ? '\n' : '',
  });
  const byKey = new Map<string, JournalLine[]>();
  const remember = (line: JournalLine): void => {
    const name = `${line.kind} ${line.key}`;
    byKey.set(name, [...(byKey.get(name) ?? []), line]);
  };
  for (const line of lines) remember(line);
  const append = async (line: JournalLine): Promise<void> => {
    const text = `${JSON.stringify(line)}\n`;
    if (Buffer.byteLength(text) > mostLineBytes) throw describeLongLine(file, line.key);
    // Known from now on: whoever asks again at once is answered, and a line that cannot be written stops the run.
    lines.push(line);
    remember(line);
    await appending.append(text);
  };
  const findCalls = (key: string, readHash: () => string): CallLine[] =>
    (byKey.get(`call ${key}`) ?? [])
      .filter((line) => line.kind === 'call')
      .filter((line) => line.hash === readHash());
  return {
    file,
    problems: scan?.problems ?? [],
    readLines: () => lines,
    findSuccess: (key, readHash) => findCalls(key, readHash).findLast((line) => line.ok) ?? null,
    findSettledFailure: (key, readHash) => {
      const failure = findCalls(key, readHash).findLast((line) => !line.ok) ?? null;
      return failure !== null && isSettledFailure(failure, lines) ? failure : null;
    },
    append,
    findInput: (key) => (byKey.get(`input ${key}`) ?? []).findLast((line) => line.kind === 'input') ?? null,
    check: () => appending.check(),
    flushed: () => appending.flushed(),
    appendInput: async ({ key, at, value }) => {
      await append({ kind: 'input', key, at: at.toISOString(), value });
      await appending.flushed();
    },
    close: () => appending.close(),
  };
}

async function scanFile(
  paths: SessionPaths,
  id: string,
  maxBytes: number,
): Promise<{ file: string; scan: JournalScan | null }> {
  const path = locateJournalFile(paths, id);
  const file = showPath(paths, path);
  await refuseWayOut(paths, locateSessionFolder(paths, id));
  await refuseWayOut(paths, path);
  const reading = await readFileBounded(path, { shownAs: file, maxBytes });
  return { file, scan: reading === null ? null : scanJournal(reading.bytes, file) };
}

function describeLongLine(file: string, key: string): S2sError {
  return new S2sError(
    'JOURNAL_INVALID',
    `${file}: the line for ${key} is longer than ${mostLineBytes} bytes and was not written.`,
    {
      hint: 'Use a shorter text.',
    },
  );
}
