/** `s2s init`: a project folder from what the project's own files say; asks for the rest where it can. */
import path from 'node:path';
import type { Command } from 'commander';
import type { FoundProject } from '../project/found-project.ts';
import type { Question } from '../terminal/prompts/ask-questions.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

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
    import('../project/detect-project.ts'),
    import('../project/plan-init.ts'),
    import('../project/apply-init.ts'),
  ]);
  const root = context.cwd;
  const found = await detectProject(root);
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
  const questions = await listQuestions(found, { flags, root });
  if (flags.yes !== true && context.modes.interactive && questions.length > 0) {
    const { createContextAsker } = await import('./ask-person.ts');
    const { askQuestions } = await import('../terminal/prompts/ask-questions.ts');
    const { S2sError } = await import('../domain/errors.ts');
    const given = await askQuestions(createContextAsker(context), questions);
    if (given === null) throw new S2sError('CANCELLED', 'Stopped; nothing was written.');
    for (const key of ['name', 'description'] as const) {
      const answer = given.get(key);
      if (typeof answer === 'string' && answer !== '') answers[key] = answer;
    }
  }
  const result = await applyInit(root, planInit(found, answers, { folderName: path.basename(root) }));
  const text = [
    ...(result.written.length > 0
      ? ['Written:', ...result.written.map((file) => `  ${file}`)]
      : ['Everything is there already.']),
    ...(result.kept.length > 0 ? ['Kept as they are:', ...result.kept.map((file) => `  ${file}`)] : []),
  ].join('\n');
  return {
    json: { root, ...result, found },
    text,
    next: [
      'Read .s2s/CONTEXT.md and fill in what only you know.',
      's2s roundtable start "your question" --dry-run',
    ],
  };
}

/** What nobody has said yet and a file that is still missing would hold. */
async function listQuestions(
  found: FoundProject,
  { flags, root }: { flags: InitFlags; root: string },
): Promise<Question[]> {
  const { access } = await import('node:fs/promises');
  const missing = await Promise.all(
    ['config.yaml', 'CONTEXT.md'].map((file) =>
      access(path.join(root, '.s2s', file)).then(
        () => false,
        () => true,
      ),
    ),
  );
  if (!missing.includes(true)) return [];
  const questions: Question[] = [];
  if (flags.name === undefined && found.name === null)
    questions.push({
      id: 'name',
      kind: 'text',
      question: 'Name of the project',
      preset: path.basename(root),
      required: true,
    });
  if (flags.description === undefined && found.description === null)
    questions.push({
      id: 'description',
      kind: 'text',
      question: 'The project in a sentence (empty to leave it open)',
      preset: '',
    });
  return questions;
}
