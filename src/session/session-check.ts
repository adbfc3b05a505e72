/** What makes a session valid, beyond the shape of its parts. The same check stands before a save and after a load. */
import type { z } from 'zod';
import { S2sError } from '../errors.ts';
import { roundSchema, type Session } from './schema.ts';
import { headSchema, isRoundWritten } from './session-text.ts';

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

/** Refuses to write what could not be read again; rounds already written are not looked at twice. Throws BUG. */
export function assertSavable(session: Session, file: string): void {
  const { rounds, ...head } = session;
  const issues: SessionIssue[] = [];
  const headResult = headSchema.safeParse(head);
  if (!headResult.success) issues.push(...listIssues(headResult.error));
  for (const [index, round] of rounds.entries()) {
    if (isRoundWritten(round)) continue;
    const result = roundSchema.safeParse(round);
    if (!result.success) issues.push(...listIssues(result.error, ['rounds', index]));
  }
  issues.push(...findContradictions(session));
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
