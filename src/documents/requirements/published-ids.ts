/** Finds the ids of a session's requirements in a file shared by sessions, so that exports use the same ids. */
import type { Session } from '../../domain/session.ts';
import { ManagedFile } from '../markdown/managed-file.ts';

/** Maps the ids of the session's items to their ids in the file. Throws S2sError FILE_TOO_LARGE. */
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

/** The id of the session that wrote all parts of a file; null if there are no parts, or parts of several sessions. */
export function findOnlySession(text: string): string | null {
  const sessions = new Set(
    [...text.matchAll(/^<!-- s2s:begin \S+ from ([a-z0-9-]+)\//gm)].map(([, id]) => id),
  );
  const [only] = sessions;
  return sessions.size === 1 && only !== undefined ? only : null;
}
