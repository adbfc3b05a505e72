/** Searches the sessions of a project. */

import { readFileBounded } from '../../files/read-file.ts';
import type { SearchOptions } from '../../session/ports/repository.ts';
import type { SearchFindings } from '../../session/ports/search.ts';
import { readIdTime } from '../../session/rules/session-id.ts';
import { assertInside, locateSessionFile, type SessionPaths, showPath } from '../folder/session-paths.ts';
import type { SearchIndex } from '../search/open-index.ts';
import { searchSources } from '../search/search-sources.ts';
import { describeSearchSource } from '../session/session-source.ts';
import { decodeSession, mostSessionBytes } from '../session/session-text.ts';
import { listSessionIds } from './session-list.ts';

/** Among equal hits the newest session comes first. Throws FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the folder as a whole. */
export async function searchSessions(
  { paths, index }: { paths: SessionPaths; index: SearchIndex },
  words: string,
  options: SearchOptions,
): Promise<SearchFindings> {
  await assertInside(paths, paths.sessions);
  const ids = await listSessionIds(paths);
  const sources = ids.map((id) => {
    const path = locateSessionFile(paths, id);
    const file = showPath(paths, path);
    const load = async () => {
      await assertInside(paths, path);
      const reading = await readFileBounded(path, { shownAs: file, maxBytes: mostSessionBytes });
      return reading === null ? null : describeSearchSource(decodeSession(reading.bytes, { id, file }));
    };
    return { key: id, path, file, second: (readIdTime(id) ?? 0) / 1000, load };
  });
  return searchSources(index, words, { ...options, sources });
}
