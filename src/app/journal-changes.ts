/** Lines of the journal that somebody changed: said to the person, and kept in the session so that its record says it as well. */
import type { LoadedSession } from '../domain/repository.ts';
import type { Session } from '../domain/session.ts';
import type { AppParts } from './app-parts.ts';

/** The session with the lines that are newly found changed, and a sentence about them; both as before when there are none. */
export function noteJournalChanges(
  session: Session,
  { changedLines = [], location }: { changedLines?: readonly number[]; location: string },
  now: Date,
): { session: Session; notice: string | null } {
  const known = session.journal_changes ?? [];
  const found = changedLines.filter((line) => !known.some((change) => change.line === line));
  const notice =
    changedLines.length === 0
      ? null
      : `The journal was changed by hand at line ${changedLines.join(', ')} (${location}). What stands there is used as it is, and the record of the session says so.`;
  if (found.length === 0) return { session, notice };
  const changes = found.map((line) => ({ line, noticed_at: now.toISOString() }));
  return { session: { ...session, journal_changes: [...known, ...changes] }, notice };
}

/** Loads a session and looks whether its journal still is what was written; tells where it is not. Writes nothing. */
export async function loadChecked(
  { repository, notify, world }: Pick<AppParts, 'repository' | 'notify' | 'world'>,
  id: string,
): Promise<LoadedSession> {
  const loaded = await repository.load(id);
  // A document needs no journal: one that cannot be read says nothing here.
  const reading = await repository.readJournal(id).catch(() => ({ location: loaded.location }));
  const { session, notice } = noteJournalChanges(loaded.session, reading, world.clock.now());
  if (notice !== null) notify({ level: 'warning', text: notice });
  return { ...loaded, session };
}
