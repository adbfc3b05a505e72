/** `s2s init`: a project folder from what the project's own files say; asks for the rest where it can. */
import path from 'node:path';
import type { Command } from 'commander';
import type { CommandResult } from './environment.ts';
import type { ActionContext, Host } from './host.ts';

interface InitFlags {
  yes?: boolean;
  name?: string;
  description?: string;
}

/** Adds `init`. */
export function addInit(parent: Command, host: Host): void {
  const command = parent
    .command('init')
    .description('Create .s2s/ from what is found in the project; never overwrites')
    .option('--yes', 'take what is found without asking')
    .option('--name <name>', "the project's name")
    .option('--description <text>', 'the project in a sentence');
  command.action((flags: InitFlags) => host.run(command, (context) => init(flags, context)));
}

async function init(flags: InitFlags, context: ActionContext): Promise<CommandResult> {
  const [{ detectProject }, { planInit }, { applyInit }] = await Promise.all([
    import('../config/detect-project.ts'),
    import('../config/plan-init.ts'),
    import('../config/apply-init.ts'),
  ]);
  const root = context.cwd;
  const found = await detectProject(root);
  const folderName = path.basename(root);
  const lines = [
    found.name && `Name: ${found.name.value} (${found.name.file})`,
    found.description && `Description: ${found.description.value} (${found.description.file})`,
    found.languages.length > 0 && `Languages: ${found.languages.map(({ value }) => value).join(', ')}`,
    found.stack.length > 0 && `Stack: ${found.stack.map(({ value }) => value).join(', ')}`,
    found.decisions && `Decision records: ${found.decisions.value}`,
    ...found.broken.map(({ file, reason }) => `Could not read ${file}: ${reason}`),
  ].filter((line) => typeof line === 'string');
  context.say(
    lines.length === 0
      ? 'Nothing was found that describes the project.'
      : `Found:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
  const answers = { name: flags.name, description: flags.description };
  if (flags.yes !== true && context.modes.interactive) {
    const { createContextAsker } = await import('./ask-person.ts');
    const { askQuestions } = await import('../terminal/ask-questions.ts');
    const { S2sError } = await import('../errors.ts');
    const given = await askQuestions(createContextAsker(context), [
      ...(flags.name === undefined
        ? [
            {
              id: 'name',
              kind: 'text' as const,
              question: 'Name of the project',
              preset: found.name?.value ?? folderName,
              required: true,
            },
          ]
        : []),
      ...(flags.description === undefined
        ? [
            {
              id: 'description',
              kind: 'text' as const,
              question: 'The project in a sentence',
              preset: found.description?.value ?? '',
            },
          ]
        : []),
    ]);
    if (given === null) throw new S2sError('CANCELLED', 'Stopped; nothing was written.');
    for (const key of ['name', 'description'] as const) {
      const answer = given.get(key);
      if (typeof answer === 'string' && answer !== '') answers[key] = answer;
    }
  }
  const result = await applyInit(root, planInit(found, answers, { folderName }));
  const text = [
    ...(result.written.length > 0
      ? ['Written:', ...result.written.map((file) => `  ${file}`)]
      : ['Everything is there already.']),
    ...(result.kept.length > 0 ? ['Kept as they are:', ...result.kept.map((file) => `  ${file}`)] : []),
    '',
    'Next:',
    '  Read .s2s/CONTEXT.md and fill in what only you know.',
    '  s2s roundtable start "your question" --dry-run',
  ].join('\n');
  return { json: { root, ...result, found }, text };
}
