/** `s2s lint`: documents against their standards. */
import path from 'node:path';
import type { Command } from 'commander';
import { exitCodes, findNearest, S2sError } from '../domain/errors.ts';
import type { Session } from '../domain/session.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';
import { quoteArgument } from './quote-argument.ts';
import { sumUp } from './sum-up.ts';

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
    import('../files/read-file.ts'),
  ]);
  const results = [];
  for (const file of files) {
    await refuseFolder(path.resolve(context.cwd, file), file);
    const reading = await readFileBounded(path.resolve(context.cwd, file), {
      shownAs: file,
      maxBytes: 8 * 1024 * 1024,
    });
    if (reading === null) throw await refuseMissing(file, context.cwd);
    const text = decode(reading.bytes, file, decodeText);
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
  const sum = sumUp(files.length, { errors, warnings: problems.length - errors });
  return {
    json: { files: results, errors, warnings: problems.length - errors },
    text: [...lines, sum].join('\n'),
    next: [
      problems.length > 0
        ? `Mend these lines, then: s2s lint ${files.map(quoteArgument).join(' ')}`
        : 's2s roundtable list',
    ],
    exitCode: errors > 0 ? exitCodes.negative : exitCodes.done,
  };
}

/** The session that a document was made from, where it is at hand: its citations can then be checked. */
async function findSession(text: string, folder: string, context: ActionContext): Promise<Session | null> {
  const [{ readMark }, { findProject }, { openProjectStore }] = await Promise.all([
    import('../documents/render-document.ts'),
    import('../config/find-project.ts'),
    import('../app/open-store.ts'),
  ]);
  const mark = readMark(text);
  const project = mark === null ? null : await findProject(folder);
  if (mark === null || project === null) return null;
  // A session that is gone or damaged does not make its document wrong.
  return openProjectStore(project, context.environment)
    .repository.load(mark.sessionId)
    .then(
      ({ session }) => session,
      () => null,
    );
}

/** The nearest name in its folder helps where a path was mistyped; a pattern that the shell left as it is matched nothing. */
async function refuseMissing(file: string, cwd: string): Promise<S2sError> {
  const { readdir } = await import('node:fs/promises');
  const folder = path.dirname(file);
  const names = await readdir(path.resolve(cwd, folder)).catch(() => []);
  const nearest = findNearest(
    path.basename(file),
    names.filter((name) => name.endsWith('.md')),
  );
  const hint = /[*?[]/.test(file)
    ? 'No file matches the pattern. Documents are written by s2s design, specs and brainstorm, or by s2s roundtable export --output FILE.'
    : nearest === null
      ? 'Check the path; it is looked for from the current folder.'
      : `Did you mean ${path.join(folder, nearest)}?`;
  return new S2sError('FILE_MISSING', `There is no file ${file}.`, { hint });
}

async function refuseFolder(target: string, shown: string): Promise<void> {
  const { stat } = await import('node:fs/promises');
  const found = await stat(target).catch(() => null);
  if (found?.isDirectory() === true)
    throw new S2sError('FILE_UNREADABLE', `${shown} is a folder.`, {
      hint: `Name the files in it, for example: s2s lint ${path.join(shown, '*.md')}`,
    });
}

/** A document with bytes that are no text can only be mended by hand; the hint for session files would not help. */
function decode(bytes: Buffer, file: string, decodeText: (bytes: Buffer, file: string) => string): string {
  try {
    return decodeText(bytes, file);
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    throw new S2sError('FILE_UNREADABLE', error.message, {
      hint: 'Save it as UTF-8, then run the same command again.',
      problems: [...error.problems],
    });
  }
}
