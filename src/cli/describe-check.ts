/** The result of a command that checks files. */
import { exitCodes, type FileProblem, formatProblems } from '../session/errors.ts';
import { formatPlural } from '../wording/format-numbers.ts';
import type { CommandResult } from './environment.ts';

/** The result of `check`: every problem, and exit 1 when one is an error. `next` is the command to suggest when there is no error. */
export function describeCheck(
  check: { files: string[]; problems: readonly (FileProblem & { severity: string })[] },
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
export function countProblems(problems: readonly { severity: string }[]) {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: problems.length - errors };
}

/** How many files were checked and what was found, in words. */
export function sumUp(files: number, { errors, warnings }: ReturnType<typeof countProblems>): string {
  return `${formatPlural(files, 'file')} checked: ${formatPlural(errors, 'error')}, ${formatPlural(warnings, 'warning')}.`;
}
