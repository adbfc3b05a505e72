/** The journal of a session: the record of the round that is still open. */

import { requireRoom } from '../../files/durable-file.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { S2sError } from '../../session/errors.ts';
import type { CallLine, JournalLine } from '../../session/ports/journal.ts';
import type { Journal, JournalReading } from '../../session/ports/repository.ts';
import { isSettledFailure } from '../../session/rules/call-key.ts';
import {
  assertInside,
  locateJournalFile,
  locateSessionFolder,
  type SessionPaths,
  showPath,
} from '../folder/session-paths.ts';
import { chainBytes, chainLine, emptyChain } from './journal-chain.ts';
import { createAppendingFile, type LinkLine } from './journal-file.ts';
import { type JournalScan, mostLineBytes, scanJournal } from './journal-scan.ts';

/** The largest journal that is read, in bytes. */
const mostBytes = 256 * 1024 * 1024;

/** Reads the journal of a session; a session without one has no lines. Writes nothing. Throws FILE_TOO_LARGE, FILE_UNREADABLE. */
export async function readJournal(paths: SessionPaths, id: string): Promise<JournalReading> {
  const { keptBytes: _bytes, lacksNewline: _end, isNew: _new, ...reading } = await scanFile(paths, id);
  return reading;
}

/** Opens the journal of a session. A torn last line is cut off when the first line is added. Throws as above. */
export async function openJournal(paths: SessionPaths, id: string): Promise<Journal> {
  const scan = await scanFile(paths, id);
  const appending = createAppendingFile(locateJournalFile(paths, id), {
    shownAs: scan.location,
    keptBytes: scan.isNew ? null : scan.keptBytes,
    prefix: scan.lacksNewline ? '\n' : '',
    chain: { last: scan.ends.at(-1) ?? emptyChain, link: linkLine },
  });
  return {
    ...buildJournal(scan, (text) => appending.append(text)),
    requireRoom: (bytes) => requireRoom(paths.sessions, bytes, scan.location),
    close: () => appending.close(),
  };
}

/** A journal over the lines already read; `write` stores a text durably, in any kind of store. */
export function buildJournal(
  { location, problems, changedLines, ...read }: JournalReading,
  write: (text: string) => Promise<void>,
): Omit<Journal, 'close' | 'requireRoom'> {
  const lines = [...read.lines];
  const ends = [...read.ends];
  const append = async (line: JournalLine): Promise<void> => {
    const text = JSON.stringify(line);
    if (Buffer.byteLength(text) + chainBytes > mostLineBytes) throw describeLongLine(location, line.key);
    await write(text);
    lines.push(line);
    ends.push(chainLine(ends.at(-1) ?? emptyChain, text).chain);
  };
  const findCalls = (key: string, hash: string): CallLine[] =>
    lines.filter((line) => line.kind === 'call').filter((line) => line.key === key && line.hash === hash);
  return {
    location,
    problems,
    changedLines,
    ends,
    readLines: () => lines,
    findSuccess: (key, hash) => findCalls(key, hash).findLast((line) => line.ok) ?? null,
    findSettledFailure: (key, hash) => {
      const failure = findCalls(key, hash).findLast((line) => !line.ok) ?? null;
      return failure !== null && isSettledFailure(failure, lines) ? failure : null;
    },
    append,
    findInput: (key) =>
      lines.filter((line) => line.kind === 'input').findLast((line) => line.key === key) ?? null,
    appendInput: ({ key, at, value }) => append({ kind: 'input', key, at: at.toISOString(), value }),
  };
}

const linkLine: LinkLine = (before, line) => {
  const { text, chain } = chainLine(before, line);
  return { text: `${text}\n`, chain };
};

async function scanFile(
  paths: SessionPaths,
  id: string,
): Promise<JournalReading & JournalScan & { isNew: boolean }> {
  const path = locateJournalFile(paths, id);
  const location = showPath(paths, path);
  await assertInside(paths, locateSessionFolder(paths, id));
  await assertInside(paths, path);
  const reading = await readFileBounded(path, { shownAs: location, maxBytes: mostBytes });
  return { location, isNew: reading === null, ...scanJournal(reading?.bytes ?? Buffer.alloc(0), location) };
}

function describeLongLine(location: string, key: string): S2sError {
  const message = `${location}: the line for ${key} is longer than ${mostLineBytes} bytes and was not written.`;
  return new S2sError('JOURNAL_INVALID', message, { hint: 'Use a shorter text.' });
}
