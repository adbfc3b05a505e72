/** `s2s lint`: checks documents against their standards. */
import { exitCodes } from '../domain/errors.ts';
import { describeCommand } from './command-descriptor.ts';
import { countProblems, sumUp } from './describe-check.ts';
import { quoteArgument } from './quote-argument.ts';

export const lintCommand = describeCommand<[string[]]>({
  path: 'lint',
  description: 'Check decision records, requirements and architecture descriptions',
  arguments: [{ usage: '<files...>', description: 'markdown files', values: 'files' }],
  examples: ['s2s lint docs/decisions/*.md', 's2s lint docs/specifications/requirements.md --json'],
  exits: { 0: 'no errors', 1: 'errors found', 5: 'a file cannot be read' },
  run: async ({ words: [files] }, { cwd, environment }) => {
    const { lintFiles } = await import('../app/lint-files.ts');
    const results = await lintFiles(files, { cwd, world: environment });
    const problems = results.flatMap((result) =>
      result.problems.map((problem) => ({ ...problem, file: result.file })),
    );
    const found = countProblems(problems);
    const lines = problems.map(
      ({ file, line, rule, severity, message }) => `${file}:${line}: ${severity} ${rule}: ${message}`,
    );
    return {
      json: { files: results, ...found },
      text: [...lines, sumUp(files.length, found)].join('\n'),
      next: [
        problems.length > 0
          ? `Correct these lines, then: s2s lint ${files.map(quoteArgument).join(' ')}`
          : 's2s roundtable list',
      ],
      exitCode: found.errors > 0 ? exitCodes.negative : exitCodes.done,
    };
  },
});
