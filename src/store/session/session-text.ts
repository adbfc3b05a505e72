/** A session as text, whichever store it comes from: writing it, reading it, and what makes it valid before every save and after every load. */

import type * as z from 'zod';
import { decodeWrittenText } from '../../files/read-text.ts';
import { type FileProblem, S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import { type Session, sessionSchema } from '../../session/session.ts';
import { readYaml, type YamlReading } from '../../text/parse-yaml.ts';
import { writeYaml } from '../../text/write-yaml.ts';
import { refuseOtherForms } from './foreign-session.ts';

/** A session without its rounds. A repair starts from it. */
export const headSchema = sessionSchema.omit({ rounds: true });

export type HeadOfSession = z.infer<typeof headSchema>;

/** A session as YAML: its head, then its rounds. */
export function stringifySession({ rounds, ...head }: Session): string {
  return writeYaml({ ...head, rounds });
}

/** The bytes to store, checked to be readable again. Throws BUG, and FILE_TOO_LARGE; `file` names it. */
export function encodeSession(session: Session, { file }: { file: string }): Buffer {
  const bytes = Buffer.from(stringifySession(assertSavable(session, file)));
  if (bytes.length <= mostSessionBytes) return bytes;
  throw describeGrown(session.id, { file, bytes: bytes.length });
}

/** FILE_TOO_LARGE: a session has grown beyond the size that can be read. */
export function describeGrown(id: string, { file, bytes }: { file: string; bytes: number }): S2sError {
  const message = `${file} would have ${bytes} bytes; the limit is ${mostSessionBytes}, so it was not written.`;
  return new S2sError('FILE_TOO_LARGE', message, {
    hint: `Its last good round is on disk. Export it with \`s2s roundtable export ${id}\`, and continue in a new session.`,
  });
}

/** The largest session file, in bytes: some 500 long rounds. Parsing a million bytes of YAML takes most of a second. */
export const mostSessionBytes = 16 * 1024 * 1024;

/** Decodes and parses a stored session. Throws as `parseSession`, and SESSION_INVALID when it says that it has another id. */
export function decodeSession(bytes: Buffer, { id, file }: { id: string; file: string }): Session {
  refuseOtherForms(bytes.toString(), file);
  const session = parseSession(decodeWrittenText(bytes, file, 'SESSION_INVALID'), file);
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

/** One problem, with the path of keys to it. */
export interface SessionIssue {
  path: PropertyKey[];
  message: string;
}

/** The first problems are enough to find the cause; a damaged file may have a million. */
const mostIssues = 50;

/** Checks a whole session. The rounds must count from 1 without a gap, and the head must have their number. */
export function checkSession(raw: unknown): { session: Session | null; issues: SessionIssue[] } {
  const { value, issues } = checkData(sessionSchema, raw);
  const problems = value === null ? issues : findMiscounts(value);
  return { session: problems.length === 0 ? value : null, issues: problems };
}

/** Checks data against a schema: the data with its defaults, or the first problems, each with its path in front: `rounds[0].answers: …`. */
export function checkData<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): { value: z.infer<Schema> | null; issues: SessionIssue[] } {
  let parsed: z.ZodSafeParseResult<z.infer<Schema>>;
  try {
    parsed = schema.safeParse(raw);
  } catch (error) {
    // The library collects all issues, and a hundred thousand are more than it can pass on.
    if (!(error instanceof RangeError)) throw error;
    return { value: null, issues: [{ path: [], message: 'more is wrong with it than can be listed' }] };
  }
  const { success, data, error } = parsed;
  if (success) return { value: data, issues: [] };
  const issues = error.issues.slice(0, mostIssues).map(({ path, message }) => ({
    path,
    message: path.length === 0 ? message : `${formatPath(path)}: ${message}`,
  }));
  return { value: null, issues };
}

function findMiscounts({ total_rounds: total, rounds }: Session): SessionIssue[] {
  const index = rounds.findIndex(({ round }, place) => round !== place + 1);
  const wrong = rounds[index];
  if (wrong !== undefined) {
    const message = `rounds[${index}].round: says ${wrong.round}, but it is round ${index + 1} of the file`;
    return [{ path: ['rounds', index, 'round'], message }];
  }
  if (total === rounds.length) return [];
  return [
    { path: ['total_rounds'], message: `total_rounds: says ${total}, but there are ${rounds.length} rounds` },
  ];
}

/** The session with its keys in the order of the schema. Refuses to write what could not be read again: throws BUG with the problems. */
export function assertSavable(unordered: Session, file: string): Session {
  const { session, issues } = checkSession(unordered);
  if (session !== null) return session;
  const message = `${file} was about to be saved in a form that could not be read again; it was left as it is.`;
  throw new S2sError('BUG', message, { problems: issues.map((issue) => ({ file, message: issue.message })) });
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}
