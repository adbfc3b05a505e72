/** The ids that a session's requirements have in a file that many sessions share: an export calls them the same. */
import type { Session } from '../../domain/session.ts';
import { ManagedFile } from '../markdown/managed-file.ts';

/** Ids in the file by the ids of the session's items. Throws S2sError FILE_TOO_LARGE. */
export function findPublishedIds(
  text: string,
  session: Pick<Session, 'id' | 'artifacts'>,
  { shownAs }: { shownAs: string },
): ReadonlyMap<string, string> {
  const file = new ManagedFile(text.replace(/^\ufeff/, '').replace(/\r\n/g, '\n'), shownAs);
  return new Map(
    session.artifacts.flatMap(({ id }) => {
      const name = file.find(`${session.id}/${id}`)?.name;
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

/** The session from which all parts of a file come; null where there are none, or parts of several sessions. */
export function findOnlySession(text: string): string | null {
  const sessions = new Set(
    [...text.matchAll(/^<!-- s2s:begin \S+ from ([a-z0-9-]+)\//gm)].map(([, id]) => id),
  );
  const [only] = sessions;
  return sessions.size === 1 && only !== undefined ? only : null;
}
