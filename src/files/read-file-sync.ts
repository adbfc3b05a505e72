/** Like `read-file.ts`, for ten thousand small reads in a row: only the last part of each path is checked. */
import { closeSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { S2sError } from '../session/errors.ts';
import { describeTooLarge, explainReadError, readErrorCode } from './file-errors.ts';
import { isInside } from './is-outside.ts';
import { describeNoFile, describeOutside, readBytes, readFlags } from './read-file.ts';

/** Where a file may be, and its name in messages. */
export interface PlacedFile {
  shownAs: string;
  /** The folder that must contain the file's real path. The caller has checked the file's folder; only the file itself may be a link. */
  root: string;
}

/**
 * Passes the pieces of a file to `take`, until the file ends or `take` returns false. The pieces share one buffer.
 * Throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT.
 */
export function readPiecesSync(
  path: string,
  { shownAs, root, pieceBytes }: PlacedFile & { pieceBytes: number },
  take: (piece: Buffer) => boolean,
): void {
  withFile(path, { shownAs, root }, (descriptor, size) => {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    for (let at = 0; at < size; ) {
      const count = readSync(descriptor, buffer, 0, Math.min(pieceBytes, size - at), at);
      if (count === 0 || !take(buffer.subarray(0, count))) return;
      at += count;
    }
  });
}

/** Reads a whole file. Throws FILE_UNREADABLE, FILE_TOO_LARGE, FILE_OUTSIDE_PROJECT. */
export function readFileBoundedSync(
  path: string,
  { shownAs, root, maxBytes }: PlacedFile & { maxBytes: number },
): Buffer {
  return withFile(path, { shownAs, root }, (descriptor, size) => {
    if (size > maxBytes) throw describeTooLarge(shownAs, { bytes: size, maxBytes });
    return readBytes(descriptor, size);
  });
}

function withFile<T>(path: string, place: PlacedFile, use: (descriptor: number, size: number) => T): T {
  let descriptor: number | undefined;
  try {
    descriptor = openInside(path, place);
    const facts = fstatSync(descriptor);
    if (facts.isDirectory())
      throw new S2sError('FILE_UNREADABLE', `${place.shownAs} could not be read: it is a folder.`);
    if (!facts.isFile()) throw describeNoFile(place.shownAs);
    return use(descriptor, facts.size);
  } catch (error) {
    throw explainReadError(error, place.shownAs);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Few files are links, so the real path is looked up only when opening without following a link fails. */
function openInside(path: string, { shownAs, root }: PlacedFile): number {
  try {
    return openSync(path, readFlags);
  } catch (error) {
    if (readErrorCode(error) !== 'ELOOP') throw error;
  }
  const real = realpathSync(path);
  if (!isInside(real, realpathSync(root))) throw describeOutside(shownAs, root);
  return openSync(real, readFlags);
}
