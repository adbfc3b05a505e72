/**
 * Reads the few values of a session file that a list shows, without its rounds: top-level keys are at the start of a line, so that
 * the values can be cut out of the first piece of the file. To parse a thousand sessions whole would take seconds.
 */

import { decodeText } from '../../files/read-file.ts';
import { type PlacedFile, readFileBoundedSync, readPiecesSync } from '../../files/read-file-sync.ts';
import { isMapping } from '../../session/is-mapping.ts';
import type { ForeignSession } from '../../session/ports/repository.ts';
import { makeHead, type SessionHead, sessionHeadSchema } from '../../session/session-head.ts';
import { schemaVersion } from '../../session/vocabulary.ts';
import { findForeign, refuseOtherForms } from '../session/foreign-session.ts';
import { parseSession } from '../session/session-parse.ts';
import { readValues } from '../session/top-level.ts';

const wantedKeys = ['schema_version', ...Object.keys(sessionHeadSchema.shape)];
const chunkBytes = 8 * 1024;
/** Reading stops here; a longer head leads to reading the whole file. */
const mostHeadBytes = 1024 * 1024;

/**
 * Reads the head of one session file, or what it is when it is of another form; a file whose head is not where this version writes
 * it is read whole. Synchronous, which makes ten thousand small reads several times faster. Throws SESSION_INVALID, SESSION_TOO_NEW,
 * FILE_TOO_LARGE, FILE_UNREADABLE, FILE_OUTSIDE_PROJECT.
 */
export function readSessionHead(
  path: string,
  { maxBytes, ...place }: PlacedFile & { maxBytes: number },
): { head: SessionHead; foreign: null } | { head: null; foreign: ForeignSession } {
  const start = readHeadText(path, place);
  const values = readValues(start, wantedKeys);
  const head = sessionHeadSchema.safeParse(values);
  if (head.success && values['schema_version'] === schemaVersion) return { head: head.data, foreign: null };
  const early = findForeign(start);
  if (early !== null) return { head: null, foreign: early };
  refuseOtherForms(start, place.shownAs);
  const text = decodeText(readFileBoundedSync(path, { ...place, maxBytes }), place.shownAs);
  const foreign = findForeign(text);
  if (foreign !== null) return { head: null, foreign };
  return { head: makeHead(parseSession(text, place.shownAs)), foreign: null };
}

/**
 * What a completed session decided, from the end of its file, where the outcome is; null when it cannot be found. For the few sessions
 * that are shown, since the whole file is read. Throws as `readSessionHead`.
 */
export function readDecision(
  path: string,
  { maxBytes, ...place }: PlacedFile & { maxBytes: number },
): string | null {
  const text = decodeText(readFileBoundedSync(path, { ...place, maxBytes }), place.shownAs);
  const { outcome } = readValues(text, ['outcome']);
  return isMapping(outcome) && typeof outcome['decision'] === 'string' ? outcome['decision'] : null;
}

/** Reads on until the last wanted key is complete, the rounds begin, or the file ends. */
function readHeadText(path: string, place: PlacedFile): string {
  let text = '';
  let end = -1;
  readPiecesSync(path, { ...place, pieceBytes: chunkBytes }, (piece) => {
    // As latin1, so that a character cut at a chunk's edge survives: the bytes are decoded as UTF-8 in the end.
    text += piece.toString('latin1');
    end = findHeadEnd(text);
    return end === -1 && text.length < mostHeadBytes;
  });
  return Buffer.from(end === -1 ? text : text.slice(0, end), 'latin1').toString('utf8');
}

function findHeadEnd(text: string): number {
  const total = text.indexOf('\ntotal_rounds:');
  const totalEnd = total === -1 ? -1 : text.indexOf('\n', total + 1);
  // `total_turns`, if present, is the next line.
  const end = totalEnd === -1 ? -1 : text.indexOf('\n', totalEnd + 1);
  if (end === -1) return text.indexOf('\nrounds:');
  return (text.startsWith('total_turns:', totalEnd + 1) ? end : totalEnd) + 1;
}
