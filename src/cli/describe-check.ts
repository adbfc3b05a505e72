/** The result of a command that checks files. */
import { exitCodes, formatProblems } from '../domain/errors.ts';
import { formatPlural } from '../terminal/format-numbers.ts';
import type { CommandResult } from './environment.ts';

/** A problem of a check; warnings do not make it fail. */
interface CheckProblem {
  file: string;
  message: string;
  severity: string;
}

/** The result of `check`: every problem, and exit 1 when one is an error. `next` is what to type when there is none. */
export function describeCheck(
  check: { files: string[]; problems: readonly CheckProblem[] },
  next: string,
): CommandResult {
  const found = countProblems(check.problems);
  const lines = formatProblems(
    check.problems.map((problem) => ({ ...problem, message: `${problem.severity}: ${problem.message}` })),
  );
  const sum = sumUp(check.files.length, found);
  return {
    json: { ...check, ...found },
    text: lines === '' ? sum : `${lines}\n${sum}`,
    ...(found.errors > 0 ? {} : { next: [next] }),
    exitCode: found.errors > 0 ? exitCodes.negative : exitCodes.done,
  };
}

/** How many problems are errors, and how many are not. */
export function countProblems(problems: readonly { severity: string }[]): {
  errors: number;
  warnings: number;
} {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: problems.length - errors };
}

/** How many files were checked and what was found, in words. */
export function sumUp(files: number, found: { errors: number; warnings: number }): string {
  return `${formatPlural(files, 'file')} checked: ${formatPlural(found.errors, 'error')}, ${formatPlural(found.warnings, 'warning')}.`;
}
