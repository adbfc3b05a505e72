/** Reports what is wrong with a stored session and what to do about it. Writes nothing. */

import { type FileProblem, S2sError } from '../../session/errors.ts';
import type { JournalReading } from '../../session/ports/repository.ts';
import type { SessionReport } from '../../session/ports/session-maintenance.ts';
import { findJournalChanges, type JournalChange } from '../../session/rules/journal-changes.ts';
import type { Session } from '../../session/session.ts';
import { describeUnknownSession } from '../session/resolve-session.ts';
import { decodeSession } from '../session/session-text.ts';

/** Checks one session in any kind of store. Throws UNKNOWN_SESSION, INVALID_ID, FILE_OUTSIDE_PROJECT, FILE_UNREADABLE. */
export async function validateStored(stored: ReadSession): Promise<SessionReport> {
  const { id, file } = stored;
  const advice: string[] = [];
  const problems: FileProblem[] = [];
  let session: Session | null = null;
  try {
    const reading = await stored.read();
    if (reading === null) throw describeUnknownSession(id, await stored.listIds());
    session = decodeSession(reading.bytes, { id, file });
  } catch (error) {
    if (!(error instanceof S2sError) || !isAboutContent(error)) throw error;
    const isForeign = error.code === 'SESSION_FOREIGN';
    // What another program keeps here is no fault.
    if (!isForeign)
      problems.push(...(error.problems.length > 0 ? error.problems : [{ file, message: error.message }]));
    advice.push(
      isForeign
        ? error.message
        : error.code === 'SESSION_INVALID'
          ? `Type \`s2s session validate ${id} --repair\` to go back to its last whole round; the damaged file is kept.`
          : (error.hint ?? error.message),
    );
  }
  const journal = await stored.readJournal();
  if (journal.problems.length > 0) {
    advice.push(
      `Lines of ${journal.location} that cannot be read are skipped; their calls are made again when they are needed.`,
    );
  }
  const changes = session === null ? [] : findJournalChanges(session, journal);
  const unread = journal.problems.map(({ line }) => line);
  const changed = changes.filter(({ line }) => !unread.includes(line)).map(describeChange(journal.location));
  if (changed.length > 0) advice.push('The journal is used as it is; the record says so.');
  return {
    id,
    file,
    valid: session !== null,
    problems,
    journal: {
      file: journal.location,
      calls: journal.lines.filter(({ kind }) => kind === 'call').length,
      inputs: journal.lines.filter(({ kind }) => kind === 'input').length,
      problems: [...journal.problems, ...changed],
    },
    advice,
  };
}

function describeChange(file: string): (change: JournalChange) => FileProblem {
  return ({ line, missing }) => ({
    file,
    line,
    message:
      missing === undefined
        ? 'changed after it was written, or the line before it was removed'
        : `${missing} ${missing === 1 ? 'line is' : 'lines are'} missing from here on`,
  });
}

function isAboutContent(error: S2sError): boolean {
  return ['SESSION_INVALID', 'SESSION_FOREIGN', 'SESSION_TOO_NEW', 'FILE_TOO_LARGE'].includes(error.code);
}

/** What checking needs. */
export interface ReadSession {
  id: string;
  /** Where it is stored, as messages show it. */
  file: string;
  /** Its bytes and their stamp; null when there are none. Throws FILE_TOO_LARGE. */
  read(): Promise<{ bytes: Buffer; stamp: string } | null>;
  readJournal(): Promise<JournalReading>;
  /** The ids of all sessions, to suggest the nearest one. */
  listIds(): Promise<string[]>;
}

/** What repairing needs. */
export interface StoredSession extends ReadSession {
  /** Keeps a copy of these bytes and returns its name. */
  keep(bytes: Buffer): Promise<string>;
  /** Replaces the state that the stamp names. Throws SESSION_CHANGED. */
  replace(session: Session, stamp: string): Promise<void>;
}
