/** `s2s lint`: documents against their standards. */
import path from 'node:path';
import type { Command } from 'commander';
import { exitCodes, S2sError } from '../errors.ts';
import type { Session } from '../session/schema.ts';
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
    const text = decodeText(reading.bytes, file);
    const session = await findSession(text, path.dirname(path.resolve(context.cwd, file)), context);
    results.push({ file, ...lintFile(text, file, session === null ? {} : { session }) });
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

/** The session that a document was made from, where it is at hand: its citations can then be checked. */
async function findSession(text: string, folder: string, context: ActionContext): Promise<Session | null> {
  const [{ readMark }, { findProject }, { openStore }] = await Promise.all([
    import('../documents/render-document.ts'),
    import('../config/find-project.ts'),
    import('./open-project.ts'),
  ]);
  const mark = readMark(text);
  const project = mark === null ? null : await findProject(folder);
  if (mark === null || project === null) return null;
  // A session that is gone or damaged does not make its document wrong.
  return openStore(project, context)
    .load(mark.sessionId)
    .then(
      ({ session }) => session,
      () => null,
    );
}
