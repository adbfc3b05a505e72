/** Reads text files that people wrote: limited in size, UTF-8, and never outside the folder they belong to. */
import { type ErrorCode, S2sError } from '../session/errors.ts';
import { explainReadError, readErrorCode } from './file-errors.ts';
import { readFileBounded } from './read-file.ts';

/** The largest file that is read, in bytes. */
export const maxFileBytes = 1024 * 1024;

/**
 * Reads a text file whose real path lies in `root`. A byte order mark is dropped, line ends become `\n`.
 * Throws S2sError: FILE_MISSING, FILE_OUTSIDE_PROJECT, FILE_TOO_LARGE, FILE_UNREADABLE.
 */
export async function readTextWithin(file: string, root: string): Promise<string> {
  const reading = await readFileBounded(file, { shownAs: file, maxBytes: maxFileBytes, root });
  if (reading === null) throw describeSystemError({ code: 'ENOENT' }, file);
  return decodeWrittenText(reading.bytes, file);
}

/** Normalises the line ends of Windows and of old Macs, and drops a byte order mark. */
export function normalizeText(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

const saveAgain = 'Save it as UTF-8, then run the same command again.';
const repair =
  'Type `s2s session validate --repair` to go back to its last whole round; the damaged file is kept.';

/**
 * Decodes text: UTF-8, without a byte order mark and with `\n` for every line end. `file` names it. Throws FILE_UNREADABLE, or the code
 * that is given, with the line.
 */
export function decodeWrittenText(
  bytes: Uint8Array,
  file: string,
  code: ErrorCode = 'FILE_UNREADABLE',
): string {
  const refuse = (why: string, line: number): S2sError =>
    new S2sError(code, `${file} is not a text file that can be read: ${why} (line ${line}).`, {
      hint: code === 'SESSION_INVALID' ? repair : saveAgain,
      problems: [{ file, line, message: `not UTF-8 text: ${why}` }],
    });
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (wide) throw refuse('it is UTF-16', 1);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const lenient = normalizeText(new TextDecoder('utf-8').decode(bytes));
    throw refuse('it holds bytes that are not UTF-8', countLines(lenient, '\uFFFD'));
  }
  if (text.includes('\0')) throw refuse('it holds zero bytes', countLines(text, '\0'));
  return normalizeText(text);
}

function countLines(text: string, mark: string): number {
  return text.slice(0, text.indexOf(mark)).split('\n').length;
}

/** Turns a system error into FILE_MISSING or FILE_UNREADABLE. */
export function describeSystemError(error: unknown, file: string): S2sError {
  if (readErrorCode(error) === 'ENOENT') {
    return new S2sError('FILE_MISSING', `${file} does not exist.`, {
      hint: 'Check the path, or create the file.',
      cause: error,
    });
  }
  return explainReadError(error, file);
}
