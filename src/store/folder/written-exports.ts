/**
 * An export may replace a file only if the file holds an earlier export. `.s2s/cache/exports` lists the hash of every exported
 * text, one per line. It can be deleted: then fewer exports are recognised, but never a file that is none.
 */
import { access, appendFile, constants, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readStamp, removeStaleTemporaries, writeFileDurably } from '../../files/durable-file.ts';
import { explainWriteError, isMissing } from '../../files/file-errors.ts';
import { hashText } from '../../files/hash-text.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { S2sError } from '../../session/errors.ts';
import { assertInside, type SessionPaths } from './session-paths.ts';

/** The largest file that is checked before it is replaced, and the largest list of hashes that is read. */
const maxBytes = 64 * 1024 * 1024;
const mostHashBytes = 4 * 1024 * 1024;

export interface ExportedText {
  /** Null: nothing is written, only checked. */
  text: string | null;
  /** The path as the person named it. */
  shownAs: string;
  /** Whether a text that is not in the list is an export nevertheless. */
  isOwn: (text: string) => boolean;
  /** The command that prints the text instead of writing this file. */
  instead: string;
}

/**
 * Writes an export to a file, whole or not at all; the caller has checked its path. Throws FILE_REFUSED for an existing file
 * that is not an unchanged export, FILE_UNREADABLE, FILE_TOO_LARGE, FILE_UNWRITABLE.
 */
export async function writeExport(
  paths: SessionPaths,
  file: string,
  { text, shownAs, isOwn, instead }: ExportedText,
): Promise<void> {
  const refuse = (): never => {
    const message = `${shownAs} exists and was not exported by s2s, or was changed since; it is left as it is.`;
    throw new S2sError('FILE_REFUSED', message, {
      hint: `Remove it or choose another name; or print the document: ${instead}`,
    });
  };
  const before = await readFileBounded(file, { shownAs, maxBytes });
  if (before !== null && !(await isExport(paths, before.bytes, isOwn))) refuse();
  await requireFolder(file, shownAs);
  if (text === null) return;
  // The hash comes first, so that the next export recognises the file even if this one is killed in between.
  await noteHash(paths, text);
  await removeStaleTemporaries(file);
  const confirm = async (): Promise<void> => {
    if (before !== null && (await readStamp(file)) !== before.stamp) refuse();
  };
  const options = { mode: 0o644, shownAs, confirm, exclusive: before === null };
  if ((await writeFileDurably(file, text, options)) === null) refuse();
}

async function requireFolder(file: string, shownAs: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((cause: unknown) => {
    const folder = dirname(shownAs);
    if (isMissing(cause))
      throw new S2sError('FILE_UNWRITABLE', `There is no folder ${folder}, so ${shownAs} was not written.`, {
        hint: `mkdir -p ${folder}, and type the same again.`,
        cause,
      });
    const { code, message } = explainWriteError(cause, shownAs);
    throw new S2sError(code, message, { hint: 'Make its folder writable, or name another file.', cause });
  });
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

/** Adds the hash to the list. If that fails, the file is not recognised the next time, but the export goes on. */
async function noteHash(paths: SessionPaths, text: string): Promise<void> {
  const list = locateList(paths);
  await assertInside(paths, list);
  try {
    const made = await mkdir(dirname(list), { recursive: true, mode: 0o700 });
    if (made !== undefined) await appendFile(join(dirname(list), '.gitignore'), '*\n');
    await appendFile(list, `${hashText(text)}\n`, { mode: 0o600 });
  } catch {
    // The folder is read-only, or the path is taken by something else.
  }
}

function locateList(paths: SessionPaths): string {
  return join(paths.s2sDir, 'cache', 'exports');
}
