/** Parses a session file: YAML, then version, then schema; reports every problem with its line and column. */

import { type FileProblem, S2sError } from '../../domain/errors.ts';
import { isMapping } from '../../domain/is-mapping.ts';
import { type Session, sessionSchema } from '../../domain/session.ts';
import { schemaVersion } from '../../domain/vocabulary.ts';
import { readYaml, type YamlReading } from '../../text/parse-yaml.ts';
import { checkOldForm, migrate, readSchemaVersion } from '../migrate/migrations.ts';
import { isPluginSession } from '../migrate/plugin-session.ts';
import { findContradictions, listIssues, type SessionIssue } from './session-check.ts';

/** The largest session file, in bytes: some 500 long rounds. Parsing a million bytes of YAML takes most of a second. */
export const defaultMaxBytes = 16 * 1024 * 1024;

/** A longer text is parsed only when it begins like a session. */
const largeText = 1_000_000;
/** A key, or the brace of JSON, on the first line that is no comment, document marker or directive of YAML. */
const beginsWithKey =
  /^\ufeff?(?:[ \t]*(?:(?:#|---|%)[^\n]*)?\r?\n){0,100}(?:["']?[A-Za-z_][\w-]*["']?[ \t]*:(?:\s|$)|\{)/;

export interface ParsedSession {
  session: Session;
  /** The file's schema version when it is an older one, else null. */
  migratedFrom: number | null;
}

/**
 * Parses the text of a session file; `file` names it in messages. Throws SESSION_INVALID with all problems, or
 * SESSION_TOO_NEW. The caller limits the size.
 */
export function parseSession(text: string, file: string): ParsedSession {
  if (text.length > largeText && !beginsWithKey.test(text))
    throw describeInvalid(file, [{ file, line: 1, column: 1, message: 'holds no session' }]);
  const reading = readYaml(text, file);
  if (reading.problems.length > 0) throw describeInvalid(file, reading.problems);
  const raw = reading.value;
  if (!isMapping(raw))
    throw describeInvalid(file, [{ file, line: 1, column: 1, message: 'holds no session' }]);
  const version = readSchemaVersion(raw);
  if (version !== null && version > schemaVersion) throw describeTooNew(file, version);
  const isOlder = version !== null && version < schemaVersion && !isPluginSession(raw);
  const oldError = checkOldForm(raw);
  if (oldError !== null) throw describeInvalid(file, placeIssues(listIssues(oldError), { file, reading }));
  const result = sessionSchema.safeParse(migrate(raw));
  const issues: SessionIssue[] = result.success ? findContradictions(result.data) : listIssues(result.error);
  if (!result.success || issues.length > 0) {
    const placed = placeIssues(issues, { file, reading });
    throw isPluginSession(raw) ? describeUnreadable(file, placed) : describeInvalid(file, placed);
  }
  return { session: result.data, migratedFrom: isOlder ? version : null };
}

/** SESSION_TOO_NEW: the file was written by a later version of this program. */
export function describeTooNew(file: string, version: number): S2sError {
  const message = `${file} was written by a newer s2s: it has format ${version}, and this version knows only ${schemaVersion} and older. It is left as it is.`;
  return new S2sError('SESSION_TOO_NEW', message, { hint: 'Update s2s, then run the same command again.' });
}

/** SESSION_INVALID with all problems of the file. */
export function describeInvalid(file: string, problems: FileProblem[]): S2sError {
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  return new S2sError('SESSION_INVALID', `${file} is not a valid session: ${count}. It is left as it is.`, {
    hint: 'Type `s2s session validate --repair` to rebuild its last valid state (the damaged file is kept), or correct it by hand.',
    problems,
  });
}

/** SESSION_INVALID for a file of the plugin that cannot be read as a session. */
function describeUnreadable(file: string, problems: FileProblem[]): S2sError {
  const message = `${file} was written by the s2s plugin, and cannot be read as a session. It is left as it is.`;
  return new S2sError('SESSION_INVALID', message, {
    hint: `Its text can be given to a new discussion: s2s roundtable start "..." --context ${file}`,
    problems,
  });
}

/** SESSION_FOREIGN: the file belongs to another program; s2s reads it but never changes it. */
export function refuseForeign({ id, topic }: Pick<Session, 'id' | 'topic'>): S2sError {
  const message = `The session ${id} was written by the s2s plugin. It is read here, but never changed or continued.`;
  return new S2sError('SESSION_FOREIGN', message, {
    hint: `Look at it with: s2s roundtable show ${id}; or take it up in a new one: s2s roundtable start ${JSON.stringify(topic.replace(/\s+/g, ' ').slice(0, 80))} --context .s2s/sessions/${id}.yaml`,
  });
}

function placeIssues(
  issues: readonly SessionIssue[],
  { file, reading }: { file: string; reading: YamlReading },
): FileProblem[] {
  return issues.map((issue) => ({ file, ...reading.locate(issue.path), message: issue.message }));
}
