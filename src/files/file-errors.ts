/** Puts the system's file errors into words, with advice. */
import { constants } from 'node:os';
import { type ErrorCode, S2sError } from '../session/errors.ts';

/** The end of most advice. */
export const again = 'then run the same command again.';

/** By the system's error code: why it failed, and what to do. */
const explanations: Record<string, { reason: string; hint: string }> = {
  ENOSPC: { reason: 'no space is left on the disk', hint: `Free some space, ${again}` },
  EDQUOT: { reason: 'the disk quota of this user is used up', hint: `Free some space, ${again}` },
  EACCES: {
    reason: 'this user has no permission for it',
    hint: `Change the owner or the permissions, ${again}`,
  },
  EPERM: { reason: 'the system does not permit it', hint: `Change the owner or the permissions, ${again}` },
  EROFS: {
    reason: 'the file system is read-only',
    hint: `Make it writable or copy the project elsewhere, ${again}`,
  },
  EISDIR: { reason: 'there is a folder at that path', hint: `Move that folder away, ${again}` },
  ENOTEMPTY: { reason: 'there is a folder at that path', hint: `Move that folder away, ${again}` },
  ENOTDIR: { reason: 'there is a file where a folder should be', hint: `Move that file away, ${again}` },
  EEXIST: { reason: 'there is something else at that path', hint: `Move it away, ${again}` },
  ENOENT: { reason: 'its folder is gone', hint: `Bring the folder back, ${again}` },
  ENAMETOOLONG: { reason: 'the name is too long for this file system', hint: 'Use a shorter name.' },
  EMFILE: { reason: 'this process has too many files open', hint: `Raise the limit (ulimit -n), ${again}` },
  ENFILE: { reason: 'the system has too many files open', hint: `Close other programs, ${again}` },
  EBUSY: { reason: 'another program has it open', hint: `Close that program, ${again}` },
  ESTALE: { reason: 'the network drive lost it', hint: `Check the network drive, ${again}` },
  EIO: { reason: 'the disk reported an error', hint: 'Check the disk before going on.' },
  ELOOP: {
    reason: 'there is a link where a file should be, or links lead in a circle',
    hint: `Remove the link, ${again}`,
  },
};

/** Names by Node's numbers: of some errors, such as ESTALE and EDQUOT, it knows no name. */
const names = new Map(Object.entries(constants.errno).map(([name, number]) => [-number, name]));

/** The system's code in an error (`ENOENT`, …), or null when it has none. */
export function readErrorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  if (typeof error.code !== 'string') return null;
  const number = 'errno' in error && typeof error.errno === 'number' ? error.errno : 0;
  return error.code.startsWith('E') ? error.code : (names.get(number) ?? error.code);
}

/** True when a file, or a folder on the way to it, does not exist. */
export function isMissing(error: unknown): boolean {
  const code = readErrorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** True when making a link failed because the file system does not support links. */
export function lacksLinks(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(readErrorCode(error) ?? '');
}

/** Turns a system error into FILE_UNWRITABLE with the path and the reason; an S2sError stays as it is. */
export function explainWriteError(error: unknown, shownAs: string): S2sError {
  return explain(error, { code: 'FILE_UNWRITABLE', what: `${shownAs} could not be written` });
}

/** Turns a system error into FILE_UNREADABLE with the path and the reason; an S2sError stays as it is. */
export function explainReadError(error: unknown, shownAs: string): S2sError {
  return explain(error, { code: 'FILE_UNREADABLE', what: `${shownAs} could not be read` });
}

/** FILE_TOO_LARGE: nothing of the file was read. */
export function describeTooLarge(
  shownAs: string,
  { bytes, maxBytes }: { bytes: number; maxBytes: number },
): S2sError {
  const message = `${shownAs} has ${bytes} bytes; the limit is ${maxBytes}, so it was not read.`;
  return new S2sError('FILE_TOO_LARGE', message, { hint: 'Find out what put so much into that file.' });
}

function explain(error: unknown, { code, what }: { code: ErrorCode; what: string }): S2sError {
  if (error instanceof S2sError) return error;
  const systemCode = readErrorCode(error);
  const known = systemCode === null ? undefined : explanations[systemCode];
  const reason = known?.reason ?? (error instanceof Error ? error.message : String(error));
  const details = { cause: error, hint: known?.hint ?? `Find out what is wrong with that file, ${again}` };
  return new S2sError(code, `${what}: ${reason}${systemCode === null ? '' : ` (${systemCode})`}.`, details);
}
