/** Reads a whole file of bounded size, with a stamp that names the state that was read. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { S2sError } from '../domain/errors.ts';
import { formatStamp } from './durable-file.ts';
import { describeTooLarge, explainReadError, isMissing } from './file-errors.ts';

/** What was read. */
export interface FileReading {
  bytes: Buffer;
  /** Names the state of the file that these bytes are. */
  stamp: string;
}

/** Reads a file, or gives null when there is none. Throws FILE_UNREADABLE or FILE_TOO_LARGE. */
export async function readFileBounded(
  path: string,
  { shownAs, maxBytes }: { shownAs: string; maxBytes: number },
): Promise<FileReading | null> {
  let handle: FileHandle | undefined;
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = await handle.stat({ bigint: true });
    if (!facts.isFile())
      throw new S2sError('FILE_UNREADABLE', `${shownAs} is not a file.`, { hint: 'Move it away.' });
    if (facts.size > BigInt(maxBytes))
      throw describeTooLarge(shownAs, { bytes: Number(facts.size), maxBytes });
    return { bytes: await handle.readFile(), stamp: formatStamp(facts) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw explainReadError(error, shownAs);
  } finally {
    await handle?.close();
  }
}

/** Decodes UTF-8. Throws SESSION_INVALID with the first line that holds other bytes. */
export function decodeText(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    const line = findBrokenLine(bytes);
    throw new S2sError(
      'SESSION_INVALID',
      `${file} holds bytes that are not UTF-8 text, first in line ${line}. It is left as it is.`,
      {
        hint: 'Type `s2s session validate --repair` to rebuild what can be read; the damaged file is kept.',
        problems: [{ file, line, message: 'bytes that are not UTF-8' }],
      },
    );
  }
}

function findBrokenLine(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
  return line;
}
