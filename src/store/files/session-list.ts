/** Lists sessions: names from the folder, values from the head of each file; the rounds are not read. */

import { listNames } from '../../files/list-folder.ts';
import { S2sError } from '../../session/errors.ts';
import type { ListOptions, SessionEntry, SessionList } from '../../session/ports/repository.ts';
import { idPattern } from '../../session/vocabulary.ts';
import { assertInside, locateSessionFile, type SessionPaths, showPath } from '../folder/session-paths.ts';
import { fitsFilters } from '../session/fits-filters.ts';
import { assertOwnId } from '../session/session-parse.ts';
import { completeHead, readSessionHead } from './session-head.ts';

/** The ids of all session files, newest first; copies, temporary files and locks have other names. Throws FILE_UNREADABLE. */
export async function listSessionIds(paths: SessionPaths): Promise<string[]> {
  const names = await listNames(paths.sessions, showPath(paths, paths.sessions));
  const ids = names.filter((name) => name.endsWith('.yaml')).map((name) => name.slice(0, -'.yaml'.length));
  return ids.filter((id) => idPattern.test(id)).sort((a, b) => (a < b ? 1 : -1));
}

/**
 * Lists sessions. A damaged file is listed with the reason, and one of another form as what it is, except under a filter, which they
 * cannot match.
 * Throws FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the folder as a whole.
 */
export async function listSessionEntries(
  paths: SessionPaths,
  options: ListOptions & { maxBytes: number },
): Promise<SessionList> {
  await assertInside(paths, paths.sessions);
  const ids = await listSessionIds(paths);
  const offset = options.offset ?? 0;
  const end = offset + (options.limit ?? ids.length);
  const read = (id: string): SessionEntry => readListEntry(paths, id, options.maxBytes);
  if (options.status === undefined && options.workflow === undefined && options.query === undefined) {
    const entries = ids.slice(offset, end).map(read);
    return { entries: entries.map((entry) => completeEntry(paths, entry, options)), total: ids.length };
  }
  const matching = ids.map(read).filter(({ head }) => head !== null && fitsFilters(head, options));
  const shown = matching.slice(offset, end);
  return { entries: shown.map((entry) => completeEntry(paths, entry, options)), total: matching.length };
}

/** Adds what is not in the head of the file. A caller without a limit wants all heads, not what a person is shown, and does without. */
function completeEntry(
  paths: SessionPaths,
  entry: SessionEntry,
  { maxBytes, limit }: { maxBytes: number; limit?: number | undefined },
): SessionEntry {
  const { head, id, location: shownAs } = entry;
  const isWhole = head?.status === 'completed' ? head.decision !== null : head?.status !== 'paused';
  if (head === null || isWhole || limit === undefined) return entry;
  try {
    const place = { shownAs, root: paths.root, maxBytes };
    return { ...entry, head: completeHead(head, locateSessionFile(paths, id), place) };
  } catch (error) {
    if (error instanceof S2sError) return entry;
    throw error;
  }
}

/** Reads the entry of one session. A problem with its file is returned as `damaged`, not thrown. */
export function readListEntry(paths: SessionPaths, id: string, maxBytes: number): SessionEntry {
  const path = locateSessionFile(paths, id);
  const location = showPath(paths, path);
  try {
    const { head, foreign } = readSessionHead(path, { shownAs: location, root: paths.root, maxBytes });
    if (head !== null) assertOwnId(head, { id, file: location });
    return { id, location, head, foreign, damaged: null };
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return { id, location, head: null, foreign: null, damaged: sayDamage(error, location) };
  }
}

function sayDamage({ message, problems }: S2sError, location: string): string {
  const [problem] = problems;
  if (problem === undefined) return message.replace(`${location} `, '');
  const line = problem.line === undefined ? '' : `line ${problem.line}: `;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return `${line}${problem.message}${more}`;
}
