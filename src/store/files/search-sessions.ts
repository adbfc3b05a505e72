/** Searches the sessions of a project. */
import type { Progress } from '../../session/ports/repository.ts';
import type { SearchFindings } from '../../session/ports/search.ts';
import { assertInside, locateSessionFile, type SessionPaths } from '../folder/session-paths.ts';
import { searchWords } from '../search/word-index.ts';
import { describeSearchSource } from '../session/session-source.ts';
import { loadSessionFile } from './session-file.ts';
import { listSessionIds } from './session-list.ts';

/** Among equal hits the newest session comes first. Throws FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the folder as a whole. */
export async function searchSessions(
  paths: SessionPaths,
  words: string,
  { limit, maxBytes, onReading }: { limit: number; maxBytes: number; onReading?: Progress | undefined },
): Promise<SearchFindings> {
  await assertInside(paths, paths.sessions);
  const ids = await listSessionIds(paths);
  let read = 0;
  const sources = ids.map((id) => ({
    key: id,
    path: locateSessionFile(paths, id),
    load: async () => {
      read += 1;
      onReading?.(read, ids.length);
      return describeSearchSource((await loadSessionFile(paths, id, { maxBytes })).session);
    },
  }));
  return searchWords(paths, words, { sources, folder: 'sessions', limit });
}
