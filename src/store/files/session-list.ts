/** Lists sessions: names from the folder, values from the head of each file; the rounds are not read. */

import * as z from 'zod';
import { readStamp } from '../../files/durable-file.ts';
import { letOthersGoOn } from '../../files/let-others-go-on.ts';
import { listNames } from '../../files/list-folder.ts';
import { readFileNow, readFilePart } from '../../files/read-file.ts';
import { decodeWrittenText } from '../../files/read-text.ts';
import { S2sError } from '../../session/errors.ts';
import type { ListOptions, SessionEntry, SessionList } from '../../session/ports/repository.ts';
import { findWait, makeHead, type SessionHead, sessionHeadSchema } from '../../session/session-head.ts';
import { idPattern, schemaVersion } from '../../session/vocabulary.ts';
import { assertInside, locateSessionFile, type SessionPaths, showPath } from '../folder/session-paths.ts';
import { readValues, refuseOtherForms } from '../session/foreign-session.ts';
import { fitsFilters, mayFitFilters } from '../session/resolve-session.ts';
import { assertOwnId, mostSessionBytes, parseSession } from '../session/session-text.ts';

/** The ids of all session files, newest first; copies, temporary files and locks have other names. Throws FILE_UNREADABLE. */
export async function listSessionIds(paths: SessionPaths): Promise<string[]> {
  const names = await listNames(paths.sessions, showPath(paths, paths.sessions));
  const ids = names.filter((name) => name.endsWith('.yaml')).map((name) => name.slice(0, -'.yaml'.length));
  return ids.filter((id) => idPattern.test(id)).sort((a, b) => (a < b ? 1 : -1));
}

/** The entries that were read before, by id, with the stamps of their files. To read ten thousand again takes a server two seconds. */
export type KnownEntries = Map<string, { stamp: string; entry: SessionEntry }>;

/** Heads that are read before others have their turn. */
const readAtOnce = 50;

/**
 * Lists sessions. A file that is damaged, or not ours, is listed with the reason, except under a filter, which it cannot match.
 * Throws FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the folder as a whole.
 */
export async function listSessionEntries(
  { paths, known }: { paths: SessionPaths; known: KnownEntries },
  options: ListOptions,
): Promise<SessionList> {
  await assertInside(paths, paths.sessions);
  const ids = await listSessionIds(paths);
  const offset = options.offset ?? 0;
  const end = offset + (options.limit ?? ids.length);
  const { status, workflow, query } = options;
  const isFiltered = status !== undefined || workflow !== undefined || query !== undefined;
  const read: SessionEntry[] = [];
  for (const [index, id] of (isFiltered ? ids : ids.slice(offset, end)).entries()) {
    if (index % readAtOnce === readAtOnce - 1) await letOthersGoOn();
    // What cannot even be looked at is named when it is read.
    const stamp = await readStamp(locateSessionFile(paths, id)).catch(() => null);
    const before = known.get(id);
    const entry = before?.stamp === stamp ? before.entry : readListEntry(paths, id, options);
    if (stamp !== null && entry.head !== null) known.set(id, { stamp, entry });
    read.push(entry);
  }
  const complete = (entry: SessionEntry) => completeEntry(paths, entry, options);
  if (!isFiltered) return { entries: read.map(complete), total: ids.length };
  const matching = read.filter(({ head }) => head !== null && fitsFilters(head, options));
  return { entries: matching.slice(offset, end).map(complete), total: matching.length };
}

/** Adds what is not in the head of the file. A caller without a limit wants all heads, not what a person is shown, and does without. */
function completeEntry(paths: SessionPaths, entry: SessionEntry, { limit }: ListOptions): SessionEntry {
  const { head, id, location: shownAs } = entry;
  const isWhole = head?.status === 'completed' ? head.decision !== null : head?.status !== 'paused';
  if (head === null || isWhole || limit === undefined) return entry;
  try {
    const place = { shownAs, root: paths.root, maxBytes: mostSessionBytes };
    return { ...entry, head: completeHead(head, locateSessionFile(paths, id), place) };
  } catch (error) {
    if (error instanceof S2sError) return entry;
    throw error;
  }
}

/** Reads the entry of one session. A problem with its file is returned as `damaged`, not thrown. */
function readListEntry(paths: SessionPaths, id: string, filters: ListOptions): SessionEntry {
  const path = locateSessionFile(paths, id);
  const location = showPath(paths, path);
  try {
    const place = { shownAs: location, root: paths.root, maxBytes: mostSessionBytes };
    const head = readSessionHead(path, { ...place, filters });
    if (head !== null) assertOwnId(head, { id, file: location });
    return { id, location, head, damaged: null };
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return { id, location, head: null, damaged: sayDamage(error, location) };
  }
}

function sayDamage({ message, problems }: S2sError, location: string): string {
  const [problem] = problems;
  if (problem === undefined) return message.replace(`${location} `, '');
  const line = problem.line === undefined ? '' : `line ${problem.line}: `;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return `${line}${problem.message}${more}`;
}

/** Where a file may be, its name in messages, and the largest that is read. */
interface SessionPlace {
  shownAs: string;
  root: string;
  maxBytes: number;
}

const wantedKeys = ['schema_version', ...Object.keys(sessionHeadSchema.shape)];
/** Where the head may end: usually in the first piece, with a large panel in the second, and in the last with what a review is of. */
const pieces = [4 * 1024, 16 * 1024, 1024 * 1024];
/** The last line of the head that a list wants. */
const headEnd = /^total_turns:.*\n/m;

/**
 * Reads the head of one session file, unless the session does not fit the filters; a file whose head is not where this version writes it is read whole. Throws SESSION_INVALID,
 * SESSION_FOREIGN, SESSION_TOO_NEW, FILE_TOO_LARGE, FILE_UNREADABLE, FILE_OUTSIDE_PROJECT.
 */
function readSessionHead(path: string, place: SessionPlace & { filters: ListOptions }): SessionHead | null {
  const start = readStart(path, place);
  if (!mayFitFilters(start, place.filters)) return null;
  const values = readValues(start, wantedKeys);
  const head = sessionHeadSchema.safeParse(values);
  if (head.success && values['schema_version'] === schemaVersion) return head.data;
  refuseOtherForms(start, place.shownAs);
  return makeHead(parseSession(readWhole(path, place), place.shownAs));
}

/**
 * The head with what stands further back in the file: what a completed session decided, what it cost, and what a paused one asks of a person. For the
 * few sessions that are shown, since the whole file is read. Throws as `readSessionHead`.
 */
function completeHead(head: SessionHead, path: string, place: SessionPlace): SessionHead {
  const { outcome, escalations, paused_at: since, usage } = readValues(readWhole(path, place), wantedBehind);
  const reached = outcomeSchema.safeParse(outcome);
  const used = usageSchema.safeParse(usage);
  const asked = askedSchema.safeParse({ escalations, paused_at: since });
  return {
    ...head,
    ...(reached.success ? reached.data : {}),
    ...(used.success ? used.data : {}),
    waits_for: findWait({ ...head, ...(asked.data ?? { escalations: [], paused_at: null }) }),
  };
}

const outcomeSchema = sessionHeadSchema.pick({ decision: true, result: true, degraded: true });
const usageSchema = sessionHeadSchema.pick({ cost_usd: true });
const askedSchema = z.object({
  escalations: z.array(z.looseObject({ status: z.string(), answered_at: z.string().nullish() })),
  paused_at: z.string().nullable(),
});
const wantedBehind = ['outcome', 'escalations', 'paused_at', 'usage'];

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
  const bytes = readFileNow(path, place)?.bytes ?? Buffer.alloc(0);
  return decodeWrittenText(bytes, place.shownAs, 'SESSION_INVALID');
}
