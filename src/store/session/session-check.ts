/** Checks what makes a session valid, before every save and after every load. */
import * as z from 'zod';
import { S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import { type Session, sessionSchema } from '../../session/session.ts';
import { unwrapSchema } from './order-keys.ts';

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

/**
 * Checks data against a schema, part by part: all at once, a list with a million wrong entries would exhaust the stack. Returns the
 * data with its defaults, or the first problems, each with its path in front: `rounds[0].answers: …`.
 */
export function checkData<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): { value: z.infer<Schema> | null; issues: SessionIssue[] } {
  const found: SessionIssue[] = [];
  collectIssues(schema, raw, { path: [], found });
  const result = found.length === 0 ? schema.safeParse(raw) : null;
  if (result?.success === true) return { value: result.data, issues: [] };
  const issues = (result === null ? found : result.error.issues).slice(0, mostIssues);
  return {
    value: null,
    issues: issues.map(({ path, message }) => ({
      path,
      message: path.length === 0 ? message : `${formatPath(path)}: ${message}`,
    })),
  };
}

function collectIssues(
  schema: z.core.$ZodType,
  value: unknown,
  { path, found }: { path: readonly PropertyKey[]; found: SessionIssue[] },
): void {
  if (found.length >= mostIssues) return;
  const { def } = unwrapSchema(schema)._zod;
  if (def.type === 'array' && Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      collectIssues(def.element, entry, { path: [...path, index], found });
  } else if (def.type === 'object' && isMapping(value)) {
    for (const [key, part] of Object.entries(def.shape))
      collectIssues(part, value[key], { path: [...path, key], found });
  } else {
    const { error } = z.safeParse(schema, value);
    for (const issue of error?.issues ?? []) found.push({ ...issue, path: [...path, ...issue.path] });
  }
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

/** Refuses to write what could not be read again. Throws BUG with the problems. */
export function assertSavable(session: Session, file: string): void {
  const miscounts = findMiscounts(session);
  // Part by part takes four times as long as all at once, and is for what others wrote.
  if (miscounts.length === 0 && sessionSchema.safeParse(session).success) return;
  const issues = [...checkData(sessionSchema, session).issues, ...miscounts];
  const message = `${file} was about to be saved in a form that could not be read again; it was left as it is.`;
  throw new S2sError('BUG', message, { problems: issues.map((issue) => ({ file, message: issue.message })) });
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}
