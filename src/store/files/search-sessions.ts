/** Searches the sessions of a project. */
import type { SearchFindings } from '../../session/search.ts';
import { assertInside, locateSessionFile, type SessionPaths } from '../folder/session-paths.ts';
import { searchWords } from '../search/word-index.ts';
import { describeSearchSource } from '../session/session-source.ts';
import { loadSessionFile } from './session-file.ts';
import { listSessionIds } from './session-list.ts';

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
      return describeSearchSource((await loadSessionFile(paths, id, { maxBytes })).session);
    },
  }));
  return searchWords(paths, words, { sources, folder: 'sessions', limit });
}
