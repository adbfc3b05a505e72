/** `s2s lint`: checks documents against their standards. */
import path from 'node:path';
import { exitCodes, S2sError } from '../../session/errors.ts';
import type { ActionContext } from '../action-context.ts';
import { countProblems, sumUp } from '../describe-check.ts';
import type { CommandResult } from '../environment.ts';
import { openProject, showFrom } from '../open-project.ts';
import { describeCommand } from '../parser/command-descriptor.ts';
import { quoteArgument } from '../quote-argument.ts';

export const lintCommand = describeCommand<[string[]], { rules?: boolean }>({
  path: 'lint',
  description: 'Check decision records, requirements and architecture descriptions',
  arguments: [
    { usage: '[files...]', description: "markdown files; the project's documents where none is named" },
  ],
  options: [{ usage: '--rules', description: 'show the rules instead' }],
  examples: [
    's2s lint',
    's2s lint docs/decisions/*.md',
    's2s lint docs/specifications/requirements.md --json',
    's2s lint --rules',
  ],
  exits: {
    0: 'no errors',
    1: 'errors found',
    2: 'no file was named, and there are no documents',
    5: 'a file cannot be read',
  },
  run: async ({ words: [files], flags: { rules = false } }, context) => {
    if (rules) return showRules(context);
    return checkFiles(files.length > 0 ? files : await listOwn(context), context);
  },
});

async function listOwn(context: ActionContext): Promise<string[]> {
  const { listDocuments } = await import('../../app/read/lint-files.ts');
  const parts = await openProject(context);
  const files = (await listDocuments(parts)).map((file) =>
    showFrom(context.cwd, path.join(parts.root, file)),
  );
  if (files.length > 0) return files;
  throw new S2sError('USAGE', 'No file was named, and there are no documents where they are usually kept.', {
    hint: 's2s lint docs/decisions/*.md',
  });
}

async function checkFiles(files: readonly string[], context: ActionContext): Promise<CommandResult> {
  const [{ lintFiles }, { showWait }, { layText }] = await Promise.all([
    import('../../app/read/lint-files.ts'),
    import('../../terminal/show-wait.ts'),
    import('../../terminal/wrap-text.ts'),
  ]);
  const { cwd, environment } = context;
  const results = await showWait(context, 'Checking', (note) =>
    lintFiles(files, {
      ...{ cwd, world: environment },
      tell: (done, of) => note(`Checking files: ${done} of ${of}`),
    }),
  );
  const wrong = results.filter(({ problems: own }) => own.length > 0).map(({ file }) => file);
  const problems = results.flatMap((result) =>
    result.problems.map((problem) => ({ ...problem, file: result.file })),
  );
  const found = countProblems(problems);
  const lines = problems.map(
    ({ file, line, rule, severity, message }) => `${file}:${line}: ${severity} ${rule}: ${message}`,
  );
  const skipped = results.flatMap(({ file, type, problems: own }) =>
    type === null && own.length === 0 ? [file] : [],
  );
  const form = 'not in the form of a decision record, requirements or an architecture.';
  const left =
    skipped.length > 5
      ? [`Skipped ${skipped.length} files: ${form}`]
      : skipped.map((file) => `Skipped ${file}: ${form}`);
  const text = [...lines, ...left, sumUp(files.length, found)].join('\n');
  return {
    json: { files: results, ...found },
    text: context.modes.stdout.isTty ? layText(text, context.modes.stdout) : text,
    next: [
      wrong.length > 5
        ? 'Correct these lines, then type the same again.'
        : wrong.length > 0
          ? `Correct these lines, then: s2s lint ${wrong.map(quoteArgument).join(' ')}`
          : 's2s roundtable list',
    ],
    exitCode: found.errors > 0 ? exitCodes.negative : exitCodes.done,
  };
}

async function showRules({ modes }: ActionContext): Promise<CommandResult> {
  const [{ listRules }, { wrapText }] = await Promise.all([
    import('../../app/read/lint-files.ts'),
    import('../../terminal/wrap-text.ts'),
  ]);
  const rules = listRules();
  const lines = rules.flatMap(({ rule, severity, says }) => [
    `${rule} (${severity})`,
    ...wrapText(says, modes.stdout.columns, { indent: '  ' }),
  ]);
  return { json: { rules }, text: lines.join('\n'), next: ['s2s lint docs/decisions/*.md'] };
}
