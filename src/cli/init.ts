/** `s2s init`: creates the project folder from the project's own files, and asks for the rest at a terminal. */
import type { InitAnswers, InitPreview } from '../app/init-project.ts';
import { S2sError } from '../domain/errors.ts';
import type { Question } from '../terminal/prompts/ask-questions.ts';
import type { ActionContext } from './action-context.ts';
import { openAsker } from './ask-person.ts';
import { describeCommand } from './command-descriptor.ts';

export const initCommand = describeCommand<[], InitAnswers & { yes?: boolean }>({
  path: 'init',
  description: 'Create .s2s/ from what is found in the project; never overwrites a file',
  options: [
    { usage: '--yes', description: 'take what is found without asking' },
    { usage: '--name <name>', description: "the project's name" },
    { usage: '--description <text>', description: 'the project in a sentence' },
  ],
  examples: ['s2s init', 's2s init --yes --name media-api --description "Turns videos into transcripts"'],
  exits: { 0: 'done, also when nothing was left to write', 5: 'a file cannot be written' },
  next: 's2s roundtable start "your question" --dry-run',
  run: async ({ flags: { yes, name, description } }, context) => {
    const { findRoot, initProject, previewInit } = await import('../app/init-project.ts');
    const root = await findRoot(context.cwd, context.environment);
    if (root !== context.cwd) context.say(`The project is ${root}: this folder is a part of it.`);
    const given = { name, description };
    const preview = await previewInit(root, given);
    context.say(describeFindings(preview.found));
    const isAsked = yes !== true && context.modes.interactive && preview.open.length > 0;
    const answers = isAsked ? { ...given, ...(await ask(preview, context)) } : given;
    const result = await initProject(root, preview, answers);
    const { written, kept } = result;
    const lines = [
      ...(written.length > 0 ? listFiles('Written:', written) : ['Everything is there already.']),
      ...(kept.length > 0 ? listFiles('Kept as they are:', kept) : []),
    ];
    return {
      json: { root, ...result, found: preview.found },
      text: lines.join('\n'),
      next: [
        'Read .s2s/CONTEXT.md and fill in what only you know.',
        's2s roundtable start "your question" --dry-run',
      ],
    };
  },
});

function describeFindings(found: InitPreview['found']): string {
  const list = (title: string, findings: readonly { value: string }[]): string | false =>
    findings.length > 0 && `${title}: ${findings.map(({ value }) => value).join(', ')}`;
  const count = (title: string, [first, ...more]: readonly { file: string }[]): string | undefined =>
    first && `${title}: ${1 + more.length} (${first.file})`;
  const lines = [
    found.name && `Name: ${found.name.value} (${found.name.file})`,
    found.description && `Description: ${found.description.value} (${found.description.file})`,
    list('Languages', found.languages),
    list('Stack', found.stack),
    count('Goals', found.objectives),
    count('Constraints', found.constraints),
    count('In scope', found.inScope),
    count('Out of scope', found.outOfScope),
    found.decisions && `Decision records: ${found.decisions.value}`,
    ...found.broken.map(({ file, reason }) => `Could not read ${file}: ${reason}`),
  ].filter((line) => typeof line === 'string');
  if (lines.length === 0) return 'Nothing was found that describes the project.';
  return listFiles('Found:', lines).join('\n');
}

function listFiles(title: string, lines: readonly string[]): string[] {
  return [title, ...lines.map((line) => `  ${line}`)];
}

const questions: Record<keyof InitAnswers, string> = {
  name: 'Name of the project',
  description: 'The project in a sentence (empty to leave it open)',
  objectives: 'What it has to achieve, points separated by ; (empty to leave it out)',
  constraints: 'What cannot be changed: law, budget, platforms; (empty to leave it out)',
  outOfScope: 'What does not belong to it, points separated by ; (empty to leave it out)',
};

/** Asks for what was not found; an empty answer leaves it open. Throws CANCELLED. */
async function ask({ open, folderName }: InitPreview, context: ActionContext): Promise<InitAnswers> {
  const { askQuestions } = await import('../terminal/prompts/ask-questions.ts');
  const answered = await askQuestions(
    await openAsker(context),
    open.map((id): Question => {
      const preset = id === 'name' ? folderName : '';
      return { id, kind: 'text', question: questions[id], preset, required: id === 'name' };
    }),
  );
  if (answered === null) throw new S2sError('CANCELLED', 'Stopped; nothing was written.');
  return Object.fromEntries([...answered].filter(([, answer]) => answer !== ''));
}
