/** Reads a configuration file. */
import { S2sError } from '../session/errors.ts';
import { readFileBounded } from './read-file.ts';

/** The largest configuration that is read, in bytes. */
export const configSizeLimit = 1024 * 1024;

/**
 * Reads a file as text; null when there is none. `shown` names the file in messages; `root` is the folder that must contain its real path.
 * Throws FILE_UNREADABLE for anything but a readable file, FILE_TOO_LARGE above `configSizeLimit`, FILE_OUTSIDE_PROJECT, CONFIG_INVALID when it is not UTF-8.
 */
export async function readFileText(
  file: string,
  { shown, root }: { shown: string; root?: string | undefined },
): Promise<string | null> {
  const reading = await readFileBounded(file, { shownAs: shown, maxBytes: configSizeLimit, root });
  return reading === null ? null : decodeConfig(reading.bytes, shown);
}

/** Decodes a configuration. Throws CONFIG_INVALID when it is not UTF-8. */
export function decodeConfig(bytes: Buffer, shown: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new S2sError('CONFIG_INVALID', `${shown} cannot be read: it is not UTF-8 text.`, {
      hint: 'Save the file as UTF-8.',
      problems: [{ file: shown, message: 'not UTF-8 text' }],
    });
  }
}
