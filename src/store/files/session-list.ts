/** Lists sessions: names from the folder, values from the head of each file; the rounds are not read. */

import * as z from 'zod';
import { readStamp } from '../../files/durable-file.ts';
import { letOthersGoOn } from '../../files/let-others-go-on.ts';
import { listNames } from '../../files/list-folder.ts';
import { type ReadOptions, readFileNow, readFilePart } from '../../files/read-file.ts';
import { decodeWrittenText } from '../../files/read-text.ts';
import { S2sError } from '../../session/errors.ts';
import type { ListOptions, SessionEntry, SessionList } from '../../session/ports/repository.ts';
import { findWait, makeHead, type SessionHead, sessionHeadSchema } from '../../session/session-head.ts';
import { idPattern, schemaVersion } from '../../session/vocabulary.ts';
import { assertInside, locateSessionFile, type SessionPaths, showPath } from '../folder/session-paths.ts';
import { readValues, refuseOtherForms } from '../session/foreign-session.ts';
import { fitsFilters, tellWhetherFits } from '../session/resolve-session.ts';
import { assertOwnId, mostSessionBytes, parseSession } from '../session/session-text.ts';

/** The ids of all session files, newest first; copies, temporary files and locks have other names. Throws FILE_UNREADABLE. */
export async function listSessionIds(paths: SessionPaths): Promise<string[]> {
  const names = await listNames(paths.sessions, showPath(paths, paths.sessions));
  const ids = names.filter((name) => name.endsWith('.yaml')).map((name) => name.slice(0, -'.yaml'.length));
  return ids.filter((id) => idPattern.test(id)).sort((a, b) => (a < b ? 1 : -1));
}

/** The entries that were read before, by id, with the stamps of their files. To parse ten thousand again takes a server two seconds. */
export type KnownEntries = Map<string, { stamp: string; entry: SessionEntry }>;

/** What entries are read from. */
interface Lists {
  paths: SessionPaths;
  known: KnownEntries;
}

/** Heads that are read before others have their turn. */
const readAtOnce = 50;

/**
 * Lists sessions. A file that is damaged, or not ours, is listed with the reason; with a filter, when its text says that it fits.
 * Throws FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the folder as a whole.
 */
export async function listSessionEntries(lists: Lists, options: ListOptions): Promise<SessionList> {
  await assertInside(lists.paths, lists.paths.sessions);
  const { status, workflow, query, offset = 0, limit } = options;
  const isFiltered = status !== undefined || workflow !== undefined || query !== undefined;
  const all = await listSessionIds(lists.paths);
  const ids: string[] = isFiltered ? [] : all;
  for (const [index, id] of (isFiltered ? all : []).entries()) {
    if (index % readAtOnce === readAtOnce - 1) await letOthersGoOn();
    if (await fits(lists, id, options)) ids.push(id);
  }
  const entries: SessionEntry[] = [];
  for (const [index, id] of ids.slice(offset, offset + (limit ?? ids.length)).entries()) {
    if (index % readAtOnce === readAtOnce - 1) await letOthersGoOn();
    entries.push(completeEntry(lists.paths, await readEntry(lists, id), options));
  }
  return { entries, total: ids.length };
}

/** Whether a session fits the filters: by its text where that shows it, because to parse ten thousand heads takes more than a second. */
async function fits(lists: Lists, id: string, options: ListOptions): Promise<boolean> {
  try {
    const text = lists.known.has(id) ? '' : readStart(placeSession(lists.paths, id), filterEnd);
    const told = tellWhetherFits(text, options);
    if (told !== null) return told;
  } catch (error) {
    if (error instanceof S2sError) return false;
    throw error;
  }
  const { head } = await readEntry(lists, id);
  return head !== null && fitsFilters(head, options);
}

/** Reads an entry, unless it is known and its file is the same. */
async function readEntry({ paths, known }: Lists, id: string): Promise<SessionEntry> {
  // What cannot even be looked at is named when it is read.
  const stamp = await readStamp(locateSessionFile(paths, id)).catch(() => null);
  const before = known.get(id);
  if (before !== undefined && before.stamp === stamp) return before.entry;
  const entry = readListEntry(paths, id);
  if (stamp !== null && entry.head !== null) known.set(id, { stamp, entry });
  return entry;
}

/** Adds what is not in the head of the file. A caller without a limit wants all heads, not what a person is shown, and does without. */
function completeEntry(paths: SessionPaths, entry: SessionEntry, { limit }: ListOptions): SessionEntry {
  const { head, id } = entry;
  const isWhole = head?.status === 'completed' ? head.decision !== null : head?.status !== 'paused';
  if (head === null || isWhole || limit === undefined) return entry;
  try {
    return { ...entry, head: completeHead(head, placeSession(paths, id)) };
  } catch (error) {
    if (error instanceof S2sError) return entry;
    throw error;
  }
}

/** Reads the entry of one session. A problem with its file is returned as `damaged`, not thrown. */
function readListEntry(paths: SessionPaths, id: string): SessionEntry {
  const place = placeSession(paths, id);
  const { shownAs: location } = place;
  try {
    const head = readSessionHead(place);
    assertOwnId(head, { id, file: location });
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

/** A file, and how it is read. */
interface SessionPlace extends ReadOptions {
  path: string;
}

function placeSession(paths: SessionPaths, id: string): SessionPlace {
  const path = locateSessionFile(paths, id);
  return { path, shownAs: showPath(paths, path), root: paths.root, maxBytes: mostSessionBytes };
}

const wantedKeys = ['schema_version', ...Object.keys(sessionHeadSchema.shape)];
/** Where the head may end: usually in the first piece, with a large panel in the second, and in the last with what a review is of. */
const pieces = [4 * 1024, 16 * 1024, 1024 * 1024];
/** The last line of the head that a list wants, and that a filter wants. */
const headEnd = /^total_turns:.*\n/m;
const filterEnd = /^status:.*\n/m;

/**
 * Reads the head of one session file; a file whose head is not where this version writes it is read whole. Throws SESSION_INVALID,
 * SESSION_FOREIGN, SESSION_TOO_NEW, FILE_TOO_LARGE, FILE_UNREADABLE, FILE_OUTSIDE_PROJECT.
 */
function readSessionHead(place: SessionPlace): SessionHead {
  const start = readStart(place, headEnd);
  const values = readValues(start, wantedKeys);
  const head = sessionHeadSchema.safeParse(values);
  if (head.success && values['schema_version'] === schemaVersion) return head.data;
  refuseOtherForms(start, place.shownAs);
  return makeHead(parseSession(readWhole(place), place.shownAs));
}

/**
 * The head with what stands further back in the file: what a completed session decided, what it cost, and what a paused one asks of a person. For the
 * few sessions that are shown, since the whole file is read. Throws as `readSessionHead`.
 */
function completeHead(head: SessionHead, place: SessionPlace): SessionHead {
  const { outcome, escalations, paused_at: since, usage } = readValues(readWhole(place), wantedBehind);
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

/** The text up to the end that is wanted, and more. A character that is cut at the end stands behind the head. */
function readStart(place: SessionPlace, wanted: RegExp): string {
  let text = '';
  for (const maxBytes of pieces) {
    const bytes = readFilePart(place.path, 0, { ...place, maxBytes }) ?? Buffer.alloc(0);
    text = bytes.toString('utf8');
    if (bytes.length < maxBytes || wanted.test(text)) break;
  }
  return text;
}

function readWhole(place: SessionPlace): string {
  const bytes = readFileNow(place.path, place)?.bytes ?? Buffer.alloc(0);
  return decodeWrittenText(bytes, place.shownAs, 'SESSION_INVALID');
}
