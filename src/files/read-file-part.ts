/** Reads what was added to a file that grows, through the same door as every other file. */
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { explainReadError, isMissing } from './file-errors.ts';
import { isInside } from './is-outside.ts';
import { describeNoFile, describeOutside, readFlags } from './read-file.ts';

/** At most `maxBytes` bytes from `offset` on, and the size of the file; null when there is none. Throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT. */
export async function readFilePart(
  path: string,
  offset: number,
  { shownAs, maxBytes, root }: { shownAs: string; maxBytes: number; root: string },
): Promise<{ bytes: Buffer; size: number } | null> {
  let handle: FileHandle | undefined;
  try {
    const real = await realpath(path);
    if (!isInside(real, await realpath(root))) throw describeOutside(shownAs, root);
    if (!(await stat(real)).isFile()) throw describeNoFile(shownAs);
    handle = await open(real, readFlags);
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.max(0, Math.min(size - offset, maxBytes)));
    const { bytesRead } =
      bytes.length === 0 ? { bytesRead: 0 } : await handle.read(bytes, 0, bytes.length, offset);
    return { bytes: bytes.subarray(0, bytesRead), size };
  } catch (error) {
    if (isMissing(error)) return null;
    throw explainReadError(error, shownAs);
  } finally {
    await handle?.close();
  }
}
