/** Lists sessions: names from the folder, values from the head of each file; the rounds are not read. */
import { S2sError } from '../../domain/errors.ts';
import type { ListOptions, SessionEntry, SessionList } from '../../domain/repository.ts';
import { idPattern } from '../../domain/vocabulary.ts';
import { listNames } from '../../files/list-folder.ts';
import { decodeText } from '../../files/read-file.ts';
import { readFileBoundedSync } from '../../files/read-file-sync.ts';
import { assertHeadId, readSessionHead } from './session-head.ts';
import { assertInside, locateSessionFile, type SessionPaths, showPath } from './session-paths.ts';

/** The ids of all session files, newest first; copies, temporary files and locks have other names. Throws FILE_UNREADABLE. */
export async function listSessionIds(paths: SessionPaths): Promise<string[]> {
  const names = await listNames(paths.sessions, showPath(paths, paths.sessions));
  const ids = names.filter((name) => name.endsWith('.yaml')).map((name) => name.slice(0, -'.yaml'.length));
  return ids.filter((id) => idPattern.test(id)).sort((a, b) => (a < b ? 1 : -1));
}

/**
 * Lists sessions. A damaged file is listed with the reason, except under a filter, which it cannot match.
 * Throws FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the folder as a whole.
 */
export async function listSessions(
  paths: SessionPaths,
  options: ListOptions & { maxBytes: number },
): Promise<SessionList> {
  await assertInside(paths, paths.sessions);
  const ids = await listSessionIds(paths);
  const offset = options.offset ?? 0;
  const end = offset + (options.limit ?? ids.length);
  const read = (id: string): SessionEntry => readEntry(paths, id, options.maxBytes);
  if (options.status === undefined && options.workflow === undefined && options.query === undefined) {
    return { entries: ids.slice(offset, end).map(read), total: ids.length };
  }
  const words = options.query?.toLowerCase().split(/\s+/) ?? [];
  const matching = ids.map(read).filter(({ head }) => {
    if (head === null) return false;
    const statusFits = options.status === undefined || head.status === options.status;
    const said = `${head.id} ${head.topic}`.toLowerCase();
    if (!words.every((word) => said.includes(word))) return false;
    return statusFits && (options.workflow === undefined || head.workflow_type === options.workflow);
  });
  return { entries: matching.slice(offset, end), total: matching.length };
}

/** Reads the entry of one session. A problem with its file is returned as `damaged`, not thrown. */
export function readEntry(paths: SessionPaths, id: string, maxBytes: number): SessionEntry {
  const path = locateSessionFile(paths, id);
  const location = showPath(paths, path);
  const place = { shownAs: location, root: paths.root };
  try {
    const readWhole = () => decodeText(readFileBoundedSync(path, { ...place, maxBytes }), location);
    const head = readSessionHead(path, { ...place, readWhole });
    assertHeadId(head, { id, shownAs: location });
    return { id, location, head, damaged: null };
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    const [problem] = error.problems;
    const more = error.problems.length > 1 ? ` (and ${error.problems.length - 1} more)` : '';
    const damaged =
      problem === undefined
        ? error.message.replace(`${location} `, '')
        : `${formatLine(problem.line)}${problem.message}${more}`;
    return { id, location, head: null, damaged };
  }
}

function formatLine(line: number | undefined): string {
  return line === undefined ? '' : `line ${line}: `;
}
