/** Searches the sessions of a project. */

import { readFileBounded } from '../../files/read-file.ts';
import type { SearchOptions } from '../../session/ports/repository.ts';
import type { SearchFindings } from '../../session/ports/search.ts';
import type { Session } from '../../session/session.ts';
import { assertInside, locateSessionFile, type SessionPaths, showPath } from '../folder/session-paths.ts';
import { isBuiltIn } from '../search/open-engine.ts';
import type { SearchIndex } from '../search/open-index.ts';
import { putSources } from '../search/search-index.ts';
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
    return { key: id, path, file, second: readSecond(id), load };
  });
  return searchSources(index, words, { ...options, sources });
}

/** Indexes a session that was just written. Where that fails, or the engine would have to be loaded for it, the next search does it. */
export async function indexSession(
  { paths, index }: { paths: SessionPaths; index: SearchIndex },
  session: Session,
  stamp: string,
): Promise<void> {
  if (!(await isBuiltIn())) return;
  const { id } = session;
  const file = showPath(paths, locateSessionFile(paths, id));
  const source = describeSearchSource(session);
  const one = { key: id, stamp, second: readSecond(id), file, source, unread: null };
  await index.use((engine) => putSources(engine, [one])).catch(() => undefined);
}

/** The time in an id, in seconds since 1970; 0 without one. */
function readSecond(id: string): number {
  const [, date, time] = /^(\d{8})-(\d{6})/.exec(id) ?? [];
  if (date === undefined || time === undefined) return 0;
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].map(Number);
  const [hour, minute, second] = [time.slice(0, 2), time.slice(2, 4), time.slice(4)].map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) / 1000;
}
