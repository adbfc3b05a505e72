/**
 * Journal lines that a run could not send before it gave up on the database. They are kept in the project's folder, and the next run
 * from there sends them. Without them, calls that were paid for would be made again.
 */
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolderDurably } from '../../files/durable-file.ts';
import { explainWriteError } from '../../files/file-errors.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { type JournalLine, journalLineSchema } from '../../session/ports/journal.ts';
import { parseJson } from '../../text/parse-json.ts';
import { assertInside, locateSessionFolder, type SessionPaths, showPath } from '../folder/session-paths.ts';

/** The largest file that is read, in bytes. */
const maxBytes = 256 * 1024 * 1024;

/** Stores a line, flushed. Throws FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT. */
export async function keepUnsent(paths: SessionPaths, id: string, json: string): Promise<void> {
  const file = await locate(paths, id);
  await makeFolderDurably(locateSessionFolder(paths, id), showPath(paths, file));
  try {
    await appendFile(file, `${json}\n`, { mode: 0o600, flush: true });
  } catch (error) {
    throw explainWriteError(error, showPath(paths, file));
  }
}

/** The waiting lines, oldest first; a torn one is left out. */
export async function readUnsent(paths: SessionPaths, id: string): Promise<JournalLine[]> {
  const file = await locate(paths, id);
  const reading = await readFileBounded(file, { shownAs: showPath(paths, file), maxBytes });
  const lines = reading?.bytes.toString('utf8').split('\n') ?? [];
  return lines.flatMap((text) => journalLineSchema.safeParse(parseJson(text)).data ?? []);
}

/** Removes the lines once the database has them; no error when there are none. */
export async function removeUnsent(paths: SessionPaths, id: string): Promise<void> {
  await rm(await locate(paths, id), { force: true });
}

/** Whether a journal already has a line: the same line, or a reply to the same call. */
export function isKept(line: JournalLine, lines: readonly JournalLine[]): boolean {
  const text = JSON.stringify(line);
  const isReply = (one: JournalLine): boolean =>
    one.kind === 'call' && line.kind === 'call' && one.ok && one.key === line.key && one.hash === line.hash;
  return lines.some((one) => isReply(one) || JSON.stringify(one) === text);
}

async function locate(paths: SessionPaths, id: string): Promise<string> {
  const file = join(locateSessionFolder(paths, id), 'unsent.jsonl');
  await assertInside(paths, file);
  return file;
}
