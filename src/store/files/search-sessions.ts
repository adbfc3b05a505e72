/** Searches the sessions of a project. */
import type { SearchFindings } from '../../domain/search.ts';
import { loadSessionFile } from './session-file.ts';
import { listSessionIds } from './session-list.ts';
import { assertInside, locateSessionFile, type SessionPaths } from './session-paths.ts';
import { describeSession } from './session-source.ts';
import { findWords } from './word-index.ts';

/** Sessions that are read whole before the user is told that this takes a while. */
const mostQuiet = 20;

/** Among equal hits the newest session comes first. Throws FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the folder as a whole. */
export async function searchSessions(
  paths: SessionPaths,
  words: string,
  {
    limit,
    maxBytes,
    onFirstReading,
  }: { limit: number; maxBytes: number; onFirstReading?: (sessions: number) => void },
): Promise<SearchFindings> {
  await assertInside(paths, paths.sessions);
  const ids = await listSessionIds(paths);
  let read = 0;
  const sources = ids.map((id) => ({
    key: id,
    path: locateSessionFile(paths, id),
    load: async () => {
      read += 1;
      if (read === mostQuiet) onFirstReading?.(ids.length);
      return describeSession((await loadSessionFile(paths, id, { maxBytes })).session);
    },
  }));
  return findWords(paths, words, { sources, folder: 'sessions', limit });
}
