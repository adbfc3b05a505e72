/** Parses a session file: what kind it is, YAML, then schema; reports problems with line and column. */

import { decodeText } from '../../files/read-file.ts';
import { type FileProblem, S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import type { Session } from '../../session/session.ts';
import { readYaml, type YamlReading } from '../../text/parse-yaml.ts';
import { refuseOtherForms } from './foreign-session.ts';
import { checkSession, type SessionIssue } from './session-check.ts';

/** The largest session file, in bytes: some 500 long rounds. Parsing a million bytes of YAML takes most of a second. */
export const defaultMaxBytes = 16 * 1024 * 1024;

/** Decodes and parses a stored session. Throws as `parseSession`, and SESSION_INVALID when it says that it has another id. */
export function decodeSession(bytes: Buffer, { id, file }: { id: string; file: string }): Session {
  refuseOtherForms(bytes.toString(), file);
  const session = parseSession(decodeText(bytes, file), file);
  assertOwnId(session, { id, file });
  return session;
}

/**
 * Parses the text of a session file; `file` names it in messages. Throws SESSION_FOREIGN, SESSION_TOO_NEW, and SESSION_INVALID with
 * the first problems. The caller limits the size.
 */
export function parseSession(text: string, file: string): Session {
  refuseOtherForms(text, file);
  const reading = readYaml(text, file);
  if (reading.problems.length > 0) throw describeInvalid(file, reading.problems);
  if (!isMapping(reading.value))
    throw describeInvalid(file, [{ file, line: 1, column: 1, message: 'holds no session' }]);
  const { session, issues } = checkSession(reading.value);
  if (session === null) throw describeInvalid(file, placeIssues(issues, { file, reading }));
  return session;
}

/** Throws SESSION_INVALID when the id in a session, or its head, is not the one under which it is stored. */
export function assertOwnId(head: { id: string }, place: { id: string; file: string }): void {
  if (head.id !== place.id) throw describeInvalid(place.file, [describeOtherId(head.id, place)]);
}

/** The problem of a session that says that it has another id. */
export function describeOtherId(said: string, { id, file }: { id: string; file: string }): FileProblem {
  return { file, message: `id: says ${said}, but the name of the file says ${id}` };
}

/** SESSION_INVALID with the problems of the file. */
export function describeInvalid(file: string, problems: FileProblem[]): S2sError {
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  return new S2sError('SESSION_INVALID', `${file} is not a valid session: ${count}. It is left as it is.`, {
    hint: 'Type `s2s session validate --repair` to go back to its last whole round (the damaged file is kept), or correct it by hand.',
    problems,
  });
}

/** The problems with their lines and columns in the file. */
export function placeIssues(
  issues: readonly SessionIssue[],
  { file, reading }: { file: string; reading: YamlReading },
): FileProblem[] {
  return issues.map(({ path, message }) => ({ file, ...reading.locate(path), message }));
}
