/**
 * Journal lines that a run could not send before it gave up on the database. They are kept in the project's folder, and the next run
 * from there sends them. Without them, calls that were paid for would be made again.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type JournalLine, journalLineSchema } from '../../session/ports/journal.ts';
import { openNoteFile } from '../folder/note-file.ts';
import { assertInside, locateSessionFolder, type SessionPaths } from '../folder/session-paths.ts';

/** Stores a line, flushed. Throws FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT. */
export function keepUnsent(paths: SessionPaths, id: string, json: string): Promise<void> {
  return openNoteFile(paths, locate(paths, id)).add(json);
}

/** The waiting lines, oldest first; a torn one is left out. */
export function readUnsent(paths: SessionPaths, id: string): Promise<JournalLine[]> {
  return openNoteFile(paths, locate(paths, id)).read(journalLineSchema);
}

/** Removes the lines once the database has them; no error when there are none. */
export async function removeUnsent(paths: SessionPaths, id: string): Promise<void> {
  const file = locate(paths, id);
  await assertInside(paths, file);
  await rm(file, { force: true });
}

/** Whether a journal already has a line: the same line, or a reply to the same call. */
export function isKept(line: JournalLine, lines: readonly JournalLine[]): boolean {
  const text = JSON.stringify(line);
  const isReply = (one: JournalLine): boolean =>
    one.kind === 'call' && line.kind === 'call' && one.ok && one.key === line.key && one.hash === line.hash;
  return lines.some((one) => isReply(one) || JSON.stringify(one) === text);
}

function locate(paths: SessionPaths, id: string): string {
  return join(locateSessionFolder(paths, id), 'unsent.jsonl');
}
