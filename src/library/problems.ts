/** Problems of library files: errors make a file unusable, warnings do not. */
import { type ErrorCode, S2sError } from '../session/errors.ts';
import type { TextProblem } from '../text/parse-yaml.ts';

/** One problem of a library file. */
export type LibraryProblem = TextProblem;

/** The result of reading one file; `item` is null if the problems include errors. */
export interface Reading<T> {
  item: T | null;
  problems: LibraryProblem[];
}

/** The problems that must be fixed before the file can be used. */
export function selectErrors(problems: readonly LibraryProblem[]): LibraryProblem[] {
  return problems.filter((problem) => problem.severity === 'error');
}

/** One S2sError for all errors of a file. `subject` names what cannot be used: `The agent "qa-lead"`. */
export function describeProblems(
  code: ErrorCode,
  subject: string,
  details: { problems: readonly LibraryProblem[]; hint: string },
): S2sError {
  const errors = sortProblems(selectErrors(details.problems));
  const [first] = errors;
  const where = first?.line === undefined ? '' : `line ${first.line}: `;
  const count = errors.length > 1 ? `${errors.length} problems, the first: ` : '';
  return new S2sError(code, `${subject} cannot be used. ${count}${where}${first?.message ?? 'unknown'}`, {
    problems: errors,
    hint: details.hint,
  });
}

/** Turns an S2sError into problems of its file; anything else is a bug and is rethrown. */
export function toProblems(error: unknown, file: string): LibraryProblem[] {
  if (!(error instanceof S2sError)) throw error;
  if (error.problems.length === 0) return [{ file, message: error.message, severity: 'error' }];
  return error.problems.map((problem) => ({ ...problem, severity: 'error' }));
}

/** A reading with one error, at the start of a line, that makes the whole file unusable. */
export function refuseFile(file: string, line: number, message: string): Reading<never> {
  return { item: null, problems: [{ file, line, column: 1, message, severity: 'error' }] };
}

export const unclosedFrontMatter =
  'the front matter that begins here is never closed; end it with a line ---';

/** Sorts by file, then position, so that the same files always give the same report. */
export function sortProblems(problems: readonly LibraryProblem[]): LibraryProblem[] {
  const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
  return problems.toSorted(
    (a, b) => compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}
