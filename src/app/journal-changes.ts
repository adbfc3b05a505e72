/** Reports journal lines that somebody changed, and notes them in the session, so that its record mentions them too. */
import type { LoadedSession } from '../session/repository.ts';
import type { Session } from '../session/session.ts';
import type { AppParts } from './app-parts.ts';

/** Adds newly found changed lines to the session. `notice` is a sentence about all changed lines, or null if there are none. */
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
      : `The journal was changed by hand at line ${changedLines.join(', ')} (${location}). It is used as it is; the record says so.`;
  if (found.length === 0) return { session, notice };
  const changes = found.map((line) => ({ line, noticed_at: now.toISOString() }));
  return { session: { ...session, journal_changes: [...known, ...changes] }, notice };
}

/** Loads a session and warns about changed lines of its journal. Writes nothing. */
export async function loadChecked(
  { repository, notify, world }: Pick<AppParts, 'repository' | 'notify' | 'world'>,
  id: string,
): Promise<LoadedSession> {
  const loaded = await repository.load(id);
  // A document does not need the journal, so an unreadable one is not reported here.
  const reading = await repository.readJournal(id).catch(() => ({ location: loaded.location }));
  const { session, notice } = noteJournalChanges(loaded.session, reading, world.clock.now());
  if (notice !== null) notify({ level: 'warning', text: notice });
  return { ...loaded, session };
}
