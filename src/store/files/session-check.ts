/** What makes a session valid, beyond the shape of its parts. The same check stands before a save and after a load. */
import type * as z from 'zod';
import { S2sError } from '../../domain/errors.ts';
import { type Round, roundSchema } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { headSchema, isWritten, omitPrepared } from './session-text.ts';

/** One thing that is wrong, with the path of keys to it. */
export interface SessionIssue {
  path: PropertyKey[];
  message: string;
}

/** The issues of a zod error, with the path as people write it in front: `rounds[0].answers: …`. */
export function listIssues(error: z.ZodError, prefix: PropertyKey[] = []): SessionIssue[] {
  return error.issues.map((issue) => {
    const path = [...prefix, ...issue.path];
    return { path, message: path.length === 0 ? issue.message : `${formatPath(path)}: ${issue.message}` };
  });
}

/** What no schema of a single part can see: rounds count from 1 without a gap, and the head knows how many. */
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

/**
 * Refuses to write what could not be read again; what was written before is not looked at twice. The check that is
 * returned can be made when the session has been made a text, while that is being flushed; it throws BUG.
 */
export function prepareCheck(session: Session, file: string): () => void {
  const { rounds, ...head } = session;
  const isKnown = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && isWritten(value);
  const fresh = Object.entries(headSchema.shape)
    .map(([key, schema]) => ({ key, schema, value: head[key as keyof typeof head] }))
    .filter(
      ({ value }) => !isKnown(value) && !(Array.isArray(value) && value.length > 0 && value.every(isKnown)),
    );
  const freshRounds = [...rounds.entries()]
    .filter(([, round]) => !isWritten(round))
    .map(([index, round]): [number, Round] => [index, omitPrepared(round)]);
  return () => {
    const issues: SessionIssue[] = [];
    for (const { key, schema, value } of fresh) {
      const result = schema.safeParse(value);
      if (!result.success) issues.push(...listIssues(result.error, [key]));
    }
    for (const [index, round] of freshRounds) {
      const result = roundSchema.safeParse(round);
      if (!result.success) issues.push(...listIssues(result.error, ['rounds', index]));
    }
    issues.push(...findContradictions(session));
    assertNone(issues, file);
  };
}

/** The same check, made at once. */
export function assertSavable(session: Session, file: string): void {
  prepareCheck(session, file)();
}

function assertNone(issues: readonly SessionIssue[], file: string): void {
  if (issues.length === 0) return;
  throw new S2sError(
    'BUG',
    `${file} was about to be saved in a form that could not be read again; it was left as it is.`,
    {
      problems: issues.map((issue) => ({ file, message: issue.message })),
    },
  );
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}
