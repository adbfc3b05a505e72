/** Checks what makes a session valid beyond the shape of its parts, before every save and after every load. */
import type * as z from 'zod';
import { S2sError } from '../../domain/errors.ts';
import { isMapping } from '../../domain/is-mapping.ts';
import { type Session, sessionSchema } from '../../domain/session.ts';
import { remember } from '../../text/remember.ts';

/** One problem, with the path of keys to it. */
export interface SessionIssue {
  path: PropertyKey[];
  message: string;
}

/** The issues of a zod error, each with its path in front: `rounds[0].answers: …`. */
export function listIssues(error: z.ZodError): SessionIssue[] {
  return error.issues.map(({ path, message }) => ({
    path,
    message: path.length === 0 ? message : `${formatPath(path)}: ${message}`,
  }));
}

/** Checks what no schema of a single part can: rounds count from 1 without a gap, and the head has their number. */
export function findContradictions(session: {
  total_rounds: number;
  rounds: { round: number }[];
}): SessionIssue[] {
  const issues: SessionIssue[] = [];
  for (const [index, round] of session.rounds.entries()) {
    if (round.round !== index + 1) {
      const message = `rounds[${index}].round: says ${round.round}, but it is round ${index + 1} of the file`;
      issues.push({ path: ['rounds', index, 'round'], message });
    }
  }
  if (session.total_rounds !== session.rounds.length) {
    const message = `total_rounds: says ${session.total_rounds}, but there are ${session.rounds.length} rounds`;
    issues.push({ path: ['total_rounds'], message });
  }
  return issues;
}

/** Whether a session could be read again after it is written. */
export type CheckSession = (session: Session) => boolean;

/** Makes a check that remembers the entries of the growing lists, so that a save checks only what has changed since the last one. */
export function createSessionCheck(): CheckSession {
  const { statements, artifacts, consensus, rounds } = sessionSchema.shape;
  const isSound = (schema: z.ZodType) => remember((entry) => schema.safeParse(entry).success);
  const lists = Object.entries({ statements, artifacts, consensus, rounds }).map(
    ([key, schema]) => [key, isSound(schema.element)] as const,
  );
  return (session) => {
    const changed: Record<string, unknown> = { ...session };
    for (const [key, isKnown] of lists) {
      const list = changed[key];
      if (Array.isArray(list)) changed[key] = list.filter((entry) => !isMapping(entry) || !isKnown(entry));
    }
    return sessionSchema.safeParse(changed).success && findContradictions(session).length === 0;
  };
}

/** Refuses to write what could not be read again. Throws BUG with all problems. */
export function assertSavable(session: Session, file: string): void {
  const result = sessionSchema.safeParse(session);
  const issues = [...(result.success ? [] : listIssues(result.error)), ...findContradictions(session)];
  if (issues.length === 0) return;
  const message = `${file} was about to be saved in a form that could not be read again; it was left as it is.`;
  throw new S2sError('BUG', message, { problems: issues.map((issue) => ({ file, message: issue.message })) });
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}
