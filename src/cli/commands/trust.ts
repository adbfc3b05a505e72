/** `s2s trust`: the person's consent to the programs and addresses in a project's files. */
import { type FileProblem, formatProblems, S2sError } from '../../session/errors.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';
import { layTable } from '../lay-table.ts';
import { describeCommand } from '../parser/command-descriptor.ts';

export const trustCommand = describeCommand<[], { list?: boolean; revoke?: boolean }>({
  path: 'trust',
  description: 'Approve the programs and hosts this project uses; asks again after any change',
  options: [
    { usage: '--list', description: 'list trusted folders, and whether they have changed since' },
    { usage: '--revoke', description: 'stop trusting this project' },
  ],
  examples: ['s2s trust', 's2s trust --list', 's2s trust --revoke'],
  exits: { 0: 'done', 2: 'there is nowhere to remember it', 5: 'no project, or a file that cannot be used' },
  run: async ({ flags: { list = false, revoke = false } }, context) => {
    if (list && revoke) {
      throw new S2sError('USAGE', '--list and --revoke exclude each other.', { hint: 'Give one of them.' });
    }
    if (list) return listFolders(context);
    return revoke ? takeBack(context) : giveYes(context);
  },
});

async function giveYes({ app, modes }: ActionContext): Promise<CommandResult> {
  const { layText } = await import('../../terminal/wrap-text.ts');
  const { path, hash, trusted_at, allowed, refused } = await app.trust();
  const lines = [
    `Trusted, as it is now: ${path}`,
    ...describeProblems('From now on it may:', allowed),
    ...(allowed.length === 0 ? ['Its configuration runs and calls nothing of its own.'] : []),
    'An assistant that is installed here (claude, codex, gemini) may be started for it.',
    ...describeProblems('Still refused:', refused),
  ];
  return {
    json: { path, hash, trusted_at, allowed, refused },
    text: layText(lines.join('\n'), modes.stdout),
    next: ['s2s doctor', 's2s trust --revoke'],
  };
}

async function takeBack({ cwd, environment: world }: ActionContext): Promise<CommandResult> {
  const { revokeTrust } = await import('../../app/admin/trust-project.ts');
  const result = await revokeTrust({ cwd, world });
  return {
    json: result,
    text: result.revoked ? `No longer trusted: ${result.path}` : `${result.path} was not trusted.`,
    next: ['s2s trust --list'],
  };
}

async function listFolders(context: ActionContext): Promise<CommandResult> {
  const { listTrusted } = await import('../../app/admin/trust-project.ts');
  const folders = await listTrusted({ cwd: context.cwd, world: context.environment });
  const table = await layTable(context, [
    { title: 'FOLDER', cells: folders.map(({ path }) => path) },
    { title: 'STATE', cells: folders.map(({ state }) => state) },
    { title: 'SINCE', cells: folders.map(({ trusted_at: at }) => at.slice(0, 10)), optional: 1 },
  ]);
  return {
    json: { folders },
    text: folders.length === 0 ? 'No folder is trusted.' : table,
    next: folders.length === 0 ? ['s2s trust'] : ['s2s trust --revoke --cwd <folder>'],
  };
}

function describeProblems(title: string, problems: readonly FileProblem[]): string[] {
  return problems.length === 0 ? [] : [title, formatProblems(problems).replace(/^/gm, '  ')];
}
