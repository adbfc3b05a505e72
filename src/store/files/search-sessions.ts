/** Searches the sessions of a project. */

import { readFileBounded } from '../../files/read-file.ts';
import type { SearchOptions } from '../../session/ports/repository.ts';
import type { SearchFindings } from '../../session/ports/search.ts';
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
    return { key: id, path, file, readSecond: () => readSecond(id), load };
  });
  return searchSources(index, words, { ...options, sources });
}

/** The time in an id, in seconds since 1970; 0 without one. */
function readSecond(id: string): number {
  const [, date, time] = /^(\d{8})-(\d{6})/.exec(id) ?? [];
  if (date === undefined || time === undefined) return 0;
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].map(Number);
  const [hour, minute, second] = [time.slice(0, 2), time.slice(2, 4), time.slice(4)].map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) / 1000;
}
