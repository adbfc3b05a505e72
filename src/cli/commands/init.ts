/** `s2s init`: creates the project folder, and asks at a terminal for a name and a description. */
import type { InitAnswers, InitPreview } from '../../app/admin/init-project.ts';
import { S2sError } from '../../session/errors.ts';
import type { Question } from '../../terminal/prompts/ask-questions.ts';
import type { ActionContext } from '../action-context.ts';
import { openAsker } from '../ask/ask-person.ts';
import { describeCommand } from '../parser/command-descriptor.ts';

export const initCommand = describeCommand<[], InitAnswers & { yes?: boolean }>({
  path: 'init',
  description: 'Create .s2s/ with the settings and the context of a project; never overwrites a file',
  options: [
    { usage: '--yes', description: 'ask nothing' },
    { usage: '--name <name>', description: "the project's name" },
    { usage: '--description <text>', description: 'the project in a sentence' },
  ],
  examples: ['s2s init', 's2s init --yes --name media-api --description "Turns videos into transcripts"'],
  exits: { 0: 'done, even if there was nothing to write', 5: 'a file cannot be written' },
  run: async ({ flags: { yes, name, description } }, context) => {
    const { findRoot, initProject, previewInit } = await import('../../app/admin/init-project.ts');
    const root = await findRoot(context.cwd, context.environment);
    if (root !== context.cwd) context.say(`This folder is part of the project ${root}.`);
    const given = { name, description };
    const preview = await previewInit(root, given);
    const isAsked = yes !== true && context.modes.interactive && preview.open.length > 0;
    const answers = isAsked ? { ...given, ...(await ask(preview, context)) } : given;
    const { written, kept } = await initProject(root, answers);
    const lines = [
      ...(written.length > 0 ? listFiles('Written:', written) : ['Nothing to do: everything is there.']),
      ...(kept.length > 0 ? listFiles('Unchanged:', kept) : []),
    ];
    return {
      json: { root, written, kept },
      text: lines.join('\n'),
      next: ['Say in .s2s/CONTEXT.md what only you know about it.', 's2s design "your question" --dry-run'],
    };
  },
});

function listFiles(title: string, lines: readonly string[]): string[] {
  return [title, ...lines.map((line) => `  ${line}`)];
}

const questions: Record<keyof InitAnswers, string> = {
  name: 'Name of the project',
  description: 'The project in a sentence (optional)',
};

/** Asks for what is open; an empty answer leaves it so. Throws CANCELLED. */
async function ask({ open, name }: InitPreview, context: ActionContext): Promise<InitAnswers> {
  const { askQuestions } = await import('../../terminal/prompts/ask-questions.ts');
  const answered = await askQuestions(
    await openAsker(context),
    open.map((id): Question => {
      const preset = id === 'name' ? name : '';
      return { id, kind: 'text', question: questions[id], preset, required: id === 'name' };
    }),
  );
  if (answered === null) throw new S2sError('CANCELLED', 'Stopped. Nothing was written.');
  return Object.fromEntries([...answered].filter(([, answer]) => answer !== ''));
}
