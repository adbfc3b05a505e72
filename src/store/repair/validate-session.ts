/** Reports what is wrong with a stored session and what to do about it. Writes nothing. */
import { type FileProblem, S2sError } from '../../domain/errors.ts';
import type { SessionReport } from '../../domain/session-maintenance.ts';
import { decodeText } from '../../files/read-file.ts';
import { describeUnknown } from '../files/resolve-session.ts';
import { assertHeadId } from '../files/session-head.ts';
import { defaultMaxBytes, parseSession } from '../files/session-parse.ts';
import type { SessionPaths } from '../files/session-paths.ts';
import { locateStored, type StoredSession } from './stored-session.ts';

/** Checks one session file. Throws UNKNOWN_SESSION, INVALID_ID, FILE_OUTSIDE_PROJECT, FILE_UNREADABLE. */
export function validateSession(
  paths: SessionPaths,
  id: string,
  { maxBytes = defaultMaxBytes } = {},
): Promise<SessionReport> {
  return validateStored(locateStored(paths, id, maxBytes));
}

/** Checks one session in any kind of store. Throws UNKNOWN_SESSION and what reading throws. */
export async function validateStored(stored: StoredSession): Promise<SessionReport> {
  const { id, file } = stored;
  const advice: string[] = [];
  const problems: FileProblem[] = [];
  let migratableFrom: number | null = null;
  try {
    const reading = await stored.read();
    if (reading === null) throw describeUnknown(id, await stored.listIds());
    const parsed = parseSession(decodeText(reading.bytes, file), file);
    assertHeadId(parsed.session, { id, shownAs: file });
    migratableFrom = parsed.migratedFrom;
    if (parsed.session.imported_from !== undefined) {
      advice.push(
        `${file} was written by the s2s plugin: it can be listed, shown and exported, but is never changed, continued or removed.`,
        ...(parsed.session.import_notes ?? []),
      );
    }
    if (migratableFrom !== null) {
      advice.push(
        `${file} has the older format ${migratableFrom}; the next resume brings it up to date and keeps the old file.`,
      );
    }
  } catch (error) {
    if (!(error instanceof S2sError) || !isAboutContent(error)) throw error;
    problems.push(...(error.problems.length > 0 ? error.problems : [{ file, message: error.message }]));
    advice.push(
      error.code === 'SESSION_INVALID' && error.hint?.includes('--repair') === true
        ? `Type \`s2s session validate ${id} --repair\` to rebuild its last valid state; the damaged file is kept.`
        : (error.hint ?? error.message),
    );
  }
  const journal = await stored.readJournal();
  if (journal.problems.length > 0) {
    advice.push(
      `Lines of ${journal.location} that cannot be read are skipped; their calls are made again when they are needed.`,
    );
  }
  return {
    id,
    file,
    valid: problems.length === 0,
    migratable_from: migratableFrom,
    problems,
    journal: {
      file: journal.location,
      calls: journal.lines.filter(({ kind }) => kind === 'call').length,
      inputs: journal.lines.filter(({ kind }) => kind === 'input').length,
      problems: journal.problems,
    },
    advice,
  };
}

function isAboutContent(error: S2sError): boolean {
  return (
    error.code === 'SESSION_INVALID' || error.code === 'SESSION_TOO_NEW' || error.code === 'FILE_TOO_LARGE'
  );
}
