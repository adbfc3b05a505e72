/** `s2s lint`: documents against their standards. */
import path from 'node:path';
import type { Command } from 'commander';
import { exitCodes, S2sError } from '../errors.ts';
import type { CommandResult } from './environment.ts';
import type { ActionContext, Host } from './host.ts';

/** Adds `lint`. */
export function addLint(parent: Command, host: Host): void {
  const command = parent
    .command('lint')
    .description('Check decision records, requirements and architecture descriptions')
    .argument('<files...>', 'markdown files');
  command.action((files: string[]) => host.run(command, (context) => lintAll(files, context)));
}

async function lintAll(files: string[], context: ActionContext): Promise<CommandResult> {
  const [{ lintFile }, { readFileBounded, decodeText }] = await Promise.all([
    import('../documents/lint/lint-file.ts'),
    import('../session/read-file.ts'),
  ]);
  const results = [];
  for (const file of files) {
    const reading = await readFileBounded(path.resolve(context.cwd, file), {
      shownAs: file,
      maxBytes: 8 * 1024 * 1024,
    });
    if (reading === null)
      throw new S2sError('FILE_MISSING', `There is no file ${file}.`, { hint: 'Check the path.' });
    results.push({ file, ...lintFile(decodeText(reading.bytes, file), file) });
  }
  const problems = results.flatMap(({ file, problems: found }) =>
    found.map((problem) => ({ ...problem, file })),
  );
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const lines = problems.map(
    ({ file, line, rule, severity, message }) => `${file}:${line}: ${severity} ${rule}: ${message}`,
  );
  const sum = `${files.length} ${files.length === 1 ? 'file' : 'files'} checked: ${errors} errors, ${problems.length - errors} warnings.`;
  return {
    json: { files: results, errors, warnings: problems.length - errors },
    text: [...lines, sum].join('\n'),
    exitCode: errors > 0 ? exitCodes.negative : exitCodes.done,
  };
}
