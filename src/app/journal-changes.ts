/** Reports journal lines that somebody changed or removed, and notes them in the session, so that its record mentions them too. */
import { S2sError } from '../session/errors.ts';
import type { JournalReading, LoadedSession } from '../session/ports/repository.ts';
import { findJournalChanges, type WrittenJournal } from '../session/rules/journal-changes.ts';
import type { Session } from '../session/session.ts';
import { formatPlural } from '../wording/format-numbers.ts';
import type { AppParts } from './app-parts.ts';

/** The most changed lines that are told and noted: of a file of other data, every line is one. */
const mostChanges = 30;

/** `unread`: why it could not be read; it then counts as a journal without a line. */
type Written = WrittenJournal & { location: string; unread?: string };

/** Notes how far the journal goes, so that a missing end is noticed too. */
export function noteJournalEnd(
  session: Session,
  { ends = [] }: Partial<Pick<JournalReading, 'ends'>>,
): Session {
  const chain = ends.at(-1);
  return chain === undefined ? session : { ...session, journal_end: { lines: ends.length, chain } };
}

/** Adds newly found changes to the session. `notice` is a sentence about all changes, or null if there are none. */
export function noteJournalChanges(
  session: Session,
  journal: Written,
  now: Date,
): { session: Session; notice: string | null } {
  const all = findJournalChanges(session, journal);
  const changes = all.slice(0, mostChanges);
  if (changes.length === 0 && journal.unread === undefined) return { session, notice: null };
  const known = session.journal_changes ?? [];
  const found = changes.filter(
    ({ line, missing }) => !known.some((change) => change.line === line && change.missing === missing),
  );
  const lines = changes.filter(({ missing }) => missing === undefined).map(({ line }) => line);
  const [gap] = changes.filter(({ missing }) => missing !== undefined);
  const said = [
    ...(lines.length === 0
      ? []
      : [
          `The journal was changed by hand at line ${lines.join(', ')}${all.length > changes.length ? ', and more' : ''}`,
        ]),
    ...(gap === undefined
      ? []
      : [`The journal lacks ${formatPlural(gap.missing ?? 0, 'line')} from line ${gap.line} on`]),
  ];
  const notice =
    journal.unread === undefined
      ? `${said.join('; ')} (${journal.location}). It is used as it is; the record says so.`
      : `The journal cannot be read, so nobody can check what calls and people said: ${journal.unread}`;
  if (found.length === 0) return { session, notice };
  const noted = found.map((change) => ({ ...change, noticed_at: now.toISOString() }));
  return { session: { ...session, journal_changes: [...known, ...noted] }, notice };
}

/** Loads a session and warns about changed lines of its journal. Writes nothing. */
export async function loadChecked(
  { repository, notify, world }: Pick<AppParts, 'repository' | 'notify' | 'world'>,
  id: string,
): Promise<LoadedSession> {
  const loaded = await repository.load(id);
  // A document does not need the journal; what is said is that nobody can check it.
  const reading: Written = await repository.readJournal(id).catch((error: unknown) => {
    if (!(error instanceof S2sError)) throw error;
    return { location: loaded.location, ends: [], unread: error.message };
  });
  const { session, notice } = noteJournalChanges(loaded.session, reading, world.clock.now());
  if (notice !== null) notify({ level: 'warning', text: notice });
  return { ...loaded, session };
}
