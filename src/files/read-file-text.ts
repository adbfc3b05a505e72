import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { S2sError } from '../domain/errors.ts';

/** The largest configuration that is read, in bytes. */
export const configSizeLimit = 1024 * 1024;

/**
 * Reads a file as text. Null when there is none. `shown` names the file in messages.
 * Throws FILE_UNREADABLE for anything but a readable file, FILE_TOO_LARGE above `configSizeLimit`, CONFIG_INVALID when it is not UTF-8.
 */
export async function readFileText(file: string, shown: string): Promise<string | null> {
  let bytes: Buffer;
  try {
    // Without blocking: a pipe in the place of the file would otherwise be waited for without end.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const status = await handle.stat();
      if (!status.isFile()) throw refuseReading(shown, 'it is not a file');
      if (status.size > configSizeLimit) throw refuseSize(shown);
      bytes = await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof S2sError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw refuseReading(shown, code ?? String(error), error);
  }
  if (bytes.byteLength > configSizeLimit) throw refuseSize(shown);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new S2sError('CONFIG_INVALID', `${shown} cannot be read: it is not UTF-8 text.`, {
      hint: 'Save the file as UTF-8.',
      problems: [{ file: shown, message: 'not UTF-8 text' }],
    });
  }
}

function refuseReading(shown: string, reason: string, cause?: unknown): S2sError {
  return new S2sError('FILE_UNREADABLE', `${shown} cannot be read: ${reason}.`, {
    hint: 'Check that it is a file and that you may read it.',
    cause,
  });
}

function refuseSize(shown: string): S2sError {
  return new S2sError(
    'FILE_TOO_LARGE',
    `${shown} is larger than ${configSizeLimit / 1024} KiB, which no configuration is.`,
    {
      hint: 'Check that it is the right file.',
    },
  );
}
