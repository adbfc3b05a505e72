/** Searches the sessions of a project. */
import type { SearchFindings } from '../../domain/search.ts';
import { loadSessionFile } from './session-file.ts';
import { listSessionIds } from './session-list.ts';
import { assertInside, locateSessionFile, type SessionPaths } from './session-paths.ts';
import { describeSession } from './session-source.ts';
import { findWords } from './word-index.ts';

/** The newest come first among equals. Throws FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the folder as a whole. */
export async function searchSessions(
  paths: SessionPaths,
  words: string,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<SearchFindings> {
  await assertInside(paths, paths.sessions);
  const sources = (await listSessionIds(paths)).map((id) => ({
    key: id,
    path: locateSessionFile(paths, id),
    load: async () => describeSession((await loadSessionFile(paths, id, { maxBytes })).session),
  }));
  return findWords(paths, words, { sources, folder: 'sessions', limit });
}
