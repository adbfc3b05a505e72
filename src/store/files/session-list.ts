/** Listing sessions: names from the folder, values from the head of each file, never the rounds. */

import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { S2sError } from '../../domain/errors.ts';
import type { SessionHead } from '../../domain/session-head.ts';
import { idPattern, type SessionStatus, type WorkflowType } from '../../domain/vocabulary.ts';
import { describeTooLarge, explainReadError, isMissing } from '../../files/file-errors.ts';
import { decodeText } from '../../files/read-file.ts';
import { assertHeadId, readSessionHead } from './session-head.ts';
import { locateSessionFile, refuseWayOut, type SessionPaths, showPath } from './session-paths.ts';

/** One line of a list. */
export interface SessionEntry {
  id: string;
  /** Relative to the project. */
  file: string;
  /** Null when the file is damaged. */
  head: SessionHead | null;
  /** Why the file cannot be used, else null. */
  damaged: string | null;
}

/** What to list. `limit` and `offset` count after the filters. */
export interface ListOptions {
  status?: SessionStatus | undefined;
  workflow?: WorkflowType | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

/** A part of the list, newest session first, and how many there are in all. */
export interface SessionList {
  entries: SessionEntry[];
  total: number;
}

/** The ids of all session files, newest first; copies, temporary files and locks have other names. Throws FILE_UNREADABLE. */
export async function listSessionIds(paths: SessionPaths): Promise<string[]> {
  try {
    const names = await readdir(paths.sessions);
    const ids = names.filter((name) => name.endsWith('.yaml')).map((name) => name.slice(0, -'.yaml'.length));
    return ids.filter((id) => idPattern.test(id)).sort((a, b) => (a < b ? 1 : -1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw explainReadError(error, showPath(paths, paths.sessions));
  }
}

/**
 * Lists sessions. A damaged file is an entry with a reason, unless a filter is given, which it cannot meet.
 * Throws FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the folder as a whole.
 */
export async function listSessions(
  paths: SessionPaths,
  options: ListOptions & { maxBytes: number },
): Promise<SessionList> {
  await refuseWayOut(paths, paths.sessions);
  const ids = await listSessionIds(paths);
  const offset = options.offset ?? 0;
  const end = offset + (options.limit ?? ids.length);
  const read = (id: string): SessionEntry => readEntry(paths, id, options.maxBytes);
  if (options.status === undefined && options.workflow === undefined) {
    return { entries: ids.slice(offset, end).map(read), total: ids.length };
  }
  const matching = ids.map(read).filter(({ head }) => {
    if (head === null) return false;
    const statusFits = options.status === undefined || head.status === options.status;
    return statusFits && (options.workflow === undefined || head.workflow_type === options.workflow);
  });
  return { entries: matching.slice(offset, end), total: matching.length };
}

/** Reads the entry of one session; never throws for what is wrong with its file. */
export function readEntry(paths: SessionPaths, id: string, maxBytes: number): SessionEntry {
  const path = locateSessionFile(paths, id);
  const file = showPath(paths, path);
  try {
    const head = readSessionHead(path, {
      shownAs: file,
      readWhole: (whole) => readWholeText(whole, { file, maxBytes }),
    });
    assertHeadId(head, { id, shownAs: file });
    return { id, file, head, damaged: null };
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    const [problem] = error.problems;
    const more = error.problems.length > 1 ? ` (and ${error.problems.length - 1} more)` : '';
    const damaged =
      problem === undefined ? error.message : `${formatLine(problem.line)}${problem.message}${more}`;
    return { id, file, head: null, damaged };
  }
}

function formatLine(line: number | undefined): string {
  return line === undefined ? '' : `line ${line}: `;
}

function readWholeText(path: string, { file, maxBytes }: { file: string; maxBytes: number }): string {
  const bytes = statSync(path).size;
  if (bytes > maxBytes) throw describeTooLarge(file, { bytes, maxBytes });
  return decodeText(readFileSync(path), file);
}
