/**
 * Reads the few values of a session file that a list shows, without its rounds: top-level keys are at the start of a line, so that
 * the values can be cut out of the first piece of the file. To parse a thousand sessions whole would take seconds.
 */
import * as z from 'zod';
import { decodeText, readFileNow, readFilePart } from '../../files/read-file.ts';
import type { ForeignSession } from '../../session/ports/repository.ts';
import { findWait, makeHead, type SessionHead, sessionHeadSchema } from '../../session/session-head.ts';
import { schemaVersion } from '../../session/vocabulary.ts';
import { findForeign, refuseOtherForms } from '../session/foreign-session.ts';
import { parseSession } from '../session/session-parse.ts';
import { readValues } from '../session/top-level.ts';

/** Where a file may be, its name in messages, and the largest that is read. */
interface SessionPlace {
  shownAs: string;
  root: string;
  maxBytes: number;
}

const wantedKeys = ['schema_version', ...Object.keys(sessionHeadSchema.shape)];
/** Where the head may end: usually in the first piece, and in the second with what a review is of. */
const pieces = [16 * 1024, 1024 * 1024];
/** The last line of the head that a list wants. */
const headEnd = /^total_turns:.*\n/m;

/**
 * Reads the head of one session file, or what it is when it is of another form; a file whose head is not where this version writes
 * it is read whole. Throws SESSION_INVALID, SESSION_TOO_NEW, FILE_TOO_LARGE, FILE_UNREADABLE, FILE_OUTSIDE_PROJECT.
 */
export function readSessionHead(
  path: string,
  place: SessionPlace,
): { head: SessionHead; foreign: null } | { head: null; foreign: ForeignSession } {
  const start = readStart(path, place);
  const values = readValues(start, wantedKeys);
  const head = sessionHeadSchema.safeParse(values);
  if (head.success && values['schema_version'] === schemaVersion) return { head: head.data, foreign: null };
  const early = findForeign(start);
  if (early !== null) return { head: null, foreign: early };
  refuseOtherForms(start, place.shownAs);
  const text = readWhole(path, place);
  const foreign = findForeign(text);
  if (foreign !== null) return { head: null, foreign };
  return { head: makeHead(parseSession(text, place.shownAs)), foreign: null };
}

/**
 * The head with what stands further back in the file: what a completed session decided, and what a paused one asks of a person. For the
 * few sessions that are shown, since the whole file is read. Throws as `readSessionHead`.
 */
export function completeHead(head: SessionHead, path: string, place: SessionPlace): SessionHead {
  const { outcome, escalations } = readValues(readWhole(path, place), ['outcome', 'escalations']);
  const reached = outcomeSchema.safeParse(outcome);
  const asked = z.array(z.looseObject({ status: z.string() })).safeParse(escalations);
  return {
    ...head,
    ...(reached.success ? reached.data : {}),
    waits_for: findWait({ ...head, escalations: asked.data ?? [] }),
  };
}

const outcomeSchema = sessionHeadSchema.pick({ decision: true, result: true });

/** A character that is cut at the end stands behind the head. */
function readStart(path: string, place: SessionPlace): string {
  let text = '';
  for (const maxBytes of pieces) {
    const bytes = readFilePart(path, 0, { ...place, maxBytes }) ?? Buffer.alloc(0);
    text = bytes.toString('utf8');
    if (bytes.length < maxBytes || headEnd.test(text)) break;
  }
  return text;
}

function readWhole(path: string, place: SessionPlace): string {
  return decodeText(readFileNow(path, place)?.bytes ?? Buffer.alloc(0), place.shownAs);
}
