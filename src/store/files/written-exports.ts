/**
 * Files that an export may replace: only those that hold what an export wrote. `.s2s/cache/exports` keeps the hash of every
 * text that was exported, one a line; without it (it can be deleted) less is recognised, and never too much.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { S2sError } from '../../domain/errors.ts';
import { readStamp, removeStaleTemporaries, writeFileDurably } from '../../files/durable-file.ts';
import { hashText } from '../../files/hash-text.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { assertInside, type SessionPaths } from './session-paths.ts';

/** The largest file that is looked at before it is replaced, and the largest list of hashes that is read. */
const maxBytes = 64 * 1024 * 1024;
const mostHashBytes = 4 * 1024 * 1024;

/** What is exported. */
export interface ExportedText {
  text: string;
  /** The path as the person named it. */
  shownAs: string;
  /** Whether a text that the list does not know is an export nevertheless. */
  isOwn: (text: string) => boolean;
  /** What to type to get the text without writing this file. */
  instead: string;
}

/**
 * Writes an export to a file, whole or not at all; the caller has checked where it lies. Throws FILE_REFUSED for a file that
 * exists and holds anything but an export, FILE_UNREADABLE, FILE_TOO_LARGE, FILE_UNWRITABLE.
 */
export async function writeExport(
  paths: SessionPaths,
  file: string,
  { text, shownAs, isOwn, instead }: ExportedText,
): Promise<void> {
  const refuse = (): never => {
    const message = `${shownAs} exists and does not hold what an export of s2s wrote, or was changed since; it is left as it is.`;
    throw new S2sError('FILE_REFUSED', message, {
      hint: `Remove it or choose another name; or print the document: ${instead}`,
    });
  };
  const before = await readFileBounded(file, { shownAs, maxBytes });
  if (before !== null && !(await isExport(paths, before.bytes, isOwn))) refuse();
  // First the hash: an export that is killed in between is still recognised by the next.
  await remember(paths, text);
  await removeStaleTemporaries(file);
  const confirm = async (): Promise<void> => {
    if (before !== null && (await readStamp(file)) !== before.stamp) refuse();
  };
  const options = { mode: 0o644, shownAs, confirm, exclusive: before === null };
  if ((await writeFileDurably(file, text, options)) === null) refuse();
}

async function isExport(
  paths: SessionPaths,
  bytes: Buffer,
  isOwn: (text: string) => boolean,
): Promise<boolean> {
  const list = locateList(paths);
  await assertInside(paths, list);
  const known = await readFileBounded(list, { shownAs: list, maxBytes: mostHashBytes }).catch(() => null);
  const hashes = known?.bytes.toString('utf8').split('\n') ?? [];
  return hashes.includes(hashText(bytes)) || isOwn(bytes.toString('utf8'));
}

/** What cannot be kept is not recognised the next time, which is no reason not to export. */
async function remember(paths: SessionPaths, text: string): Promise<void> {
  const list = locateList(paths);
  await assertInside(paths, list);
  try {
    const made = await mkdir(dirname(list), { recursive: true, mode: 0o700 });
    if (made !== undefined) await appendFile(join(dirname(list), '.gitignore'), '*\n');
    await appendFile(list, `${hashText(text)}\n`, { mode: 0o600 });
  } catch {
    // Read-only, or something else in its place.
  }
}

function locateList(paths: SessionPaths): string {
  return join(paths.s2sDir, 'cache', 'exports');
}
