/** Checks what makes a session valid, before every save and after every load. */
import type * as z from 'zod';
import { S2sError } from '../../session/errors.ts';
import { type Session, sessionSchema } from '../../session/session.ts';

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
