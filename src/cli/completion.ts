/** `s2s completion`, and the hidden command that its scripts ask while somebody types. */
import { findNearest, S2sError } from '../domain/errors.ts';
import { type CommandDescriptor, describeCommand } from './command-descriptor.ts';
import type { ActionContext } from './command-runner.ts';
import type { Candidate, CompletionSources } from './completion-candidates.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** `completion`, and the command that its scripts call. */
export const completionCommands: readonly CommandDescriptor[] = [
  describeCommand<[string]>({
    path: 'completion',
    description: 'Write the script that completes commands, flags, agents, strategies and sessions',
    arguments: [{ usage: '<shell>', description: shells.join(', '), values: shells }],
    examples: [
      's2s completion bash > ~/.s2s-completion.bash',
      's2s completion zsh > ~/.s2s-completion.zsh',
      's2s completion fish > ~/.s2s-completion.fish',
    ],
    next: 'source ~/.s2s-completion.bash',
    run: async ({ words: [typed] }) => {
      const shell = shells.find((name) => name === typed);
      if (shell === undefined) {
        const nearest = findNearest(typed, shells);
        throw new S2sError('INVALID_VALUE', `There is no completion for "${typed}".`, {
          hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Shells: ${shells.join(', ')}`,
        });
      }
      const { completionScripts } = await import('./completion-scripts.ts');
      const text = completionScripts[shell];
      return { json: { shell, script: text }, text };
    },
  }),
  describeCommand({
    path: '__complete',
    description: 'Say what fits at the end of a command line',
    isHidden: true,
    arguments: [
      { usage: '[words...]', description: 'the words after s2s, the last one as far as it is typed' },
    ],
    /**
     * One candidate a line, its description after a tab. The last line says what the shell itself has to complete:
     * `:none`, `:files` or `:folders`, and after a space the part of the word that is no path.
     */
    run: async ({ program }, context) => {
      const { completeWords } = await import('./completion-candidates.ts');
      // As they were typed: the parser takes flags among them for its own.
      const { argv } = context.environment;
      const words = argv.slice(argv.indexOf('--') + 1);
      const { candidates, files, prefix } = await completeWords(program, words, createSources(context));
      const lines = candidates.map(({ word, description }) =>
        description === '' ? word : `${word}\t${description.replace(/\s+/g, ' ').slice(0, 70)}`,
      );
      return {
        json: { candidates, files, prefix },
        text: [...lines, files === 'none' ? ':none' : `:${files} ${prefix}`].join('\n'),
      };
    },
  }),
];

/** Nobody is told of errors while typing: a source that cannot be read has no words. */
function createSources(context: ActionContext): CompletionSources {
  const { cwd, environment } = context;
  const read =
    (load: (s2sDir: string | null) => Promise<Candidate[]>): (() => Promise<Candidate[]>) =>
    async () => {
      const { findProject } = await import('../config/find-project.ts');
      const project = await findProject(cwd).catch(() => null);
      return load(project?.s2sDir ?? null).catch(() => []);
    };
  const readShelf = (name: 'agentShelf' | 'strategyShelf') =>
    read(async (s2sDir) => {
      const shelf = await import('../library/resource-lookup.ts');
      const { entries } = await shelf.listEntries(
        { project: s2sDir, shipped: environment.packageRoot },
        shelf[name],
      );
      return entries.map(({ id, origin }) => ({ word: id, description: origin }));
    });
  return {
    agents: readShelf('agentShelf'),
    strategies: readShelf('strategyShelf'),
    sessions: read(async (s2sDir) => {
      if (s2sDir === null) return [];
      const [{ openProjectStore }, path] = await Promise.all([
        import('../app/open-store.ts'),
        import('node:path'),
      ]);
      const { repository } = openProjectStore({ root: path.dirname(s2sDir), s2sDir }, environment);
      const { entries } = await repository.list();
      const sessions = entries.flatMap(({ id, head }) =>
        head === null ? [] : [{ word: id, description: `${head.status}: ${head.topic}` }],
      );
      return sessions.length === 0 ? [] : [{ word: 'last', description: 'the newest session' }, ...sessions];
    }),
    key: async (key) => {
      const { findSpec, findWords } = await import('../config/key-table.ts');
      return findWords(findSpec(key)) ?? undefined;
    },
  };
}
