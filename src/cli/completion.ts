/** `s2s completion`, and the hidden command that its scripts ask while somebody types. */
import type { Command } from 'commander';
import { findNearest, S2sError } from '../domain/errors.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { Candidate, CompletionSources } from './completion-candidates.ts';
import { completeWords } from './completion-candidates.ts';
import type { CommandResult } from './environment.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** Adds `completion` and the command that its scripts call. */
export function addCompletion(program: Command, host: Host): void {
  const command = program
    .command('completion')
    .description('Write the script that completes commands, flags, agents, strategies and sessions')
    .argument('<shell>', shells.join(', '));
  command.action((shell: string) => host.run(command, () => writeScript(shell)));
  const complete = program
    .command('__complete', { hidden: true })
    .argument('[words...]', 'the words after s2s, the last one as far as it is typed')
    .allowUnknownOption()
    .helpOption(false);
  complete.action(() => host.run(complete, (context) => completeLine(program, readWords(context), context)));
}

async function writeScript(shell: string): Promise<CommandResult> {
  const known: Shell | undefined = shells.find((name) => name === shell);
  if (known === undefined) {
    const nearest = findNearest(shell, shells);
    throw new S2sError('INVALID_VALUE', `There is no completion for "${shell}".`, {
      hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Shells: ${shells.join(', ')}`,
    });
  }
  const { completionScripts } = await import('./completion-scripts.ts');
  const text = completionScripts[known];
  return { json: { shell: known, script: text }, text };
}

/** The words as they came: the parser would take flags among them for its own. */
function readWords({ environment: { argv } }: ActionContext): readonly string[] {
  return argv.slice(argv.indexOf('--') + 1);
}

/**
 * One candidate a line, its description after a tab. The last line says what the shell itself has to complete:
 * `:none`, `:files` or `:folders`, and after a space the part of the word that is no path.
 */
async function completeLine(
  program: Command,
  words: readonly string[],
  context: ActionContext,
): Promise<CommandResult> {
  const { candidates, files, prefix } = await completeWords(program, words, createSources(context));
  const lines = candidates.map(({ word, description }) =>
    description === '' ? word : `${word}\t${description.replace(/\s+/g, ' ').slice(0, 70)}`,
  );
  return {
    json: { candidates, files, prefix },
    text: [...lines, files === 'none' ? ':none' : `:${files} ${prefix}`].join('\n'),
  };
}

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
  const readIds = (name: 'agentResources' | 'strategyResources') =>
    read(async (s2sDir) => {
      const lookup = await import('../library/resource-lookup.ts');
      const { entries } = await lookup.listEntries(
        { project: s2sDir, shipped: environment.packageRoot },
        lookup[name],
      );
      return entries.map(({ id, origin }) => ({ word: id, description: origin }));
    });
  return {
    agents: readIds('agentResources'),
    strategies: readIds('strategyResources'),
    sessions: read(async (s2sDir) => {
      if (s2sDir === null) return [];
      const [{ openStore }, path] = await Promise.all([import('./open-project.ts'), import('node:path')]);
      const { entries } = await openStore({ root: path.dirname(s2sDir), s2sDir }, context).list({});
      const sessions = entries.flatMap(({ id, head }) =>
        head === null ? [] : [{ word: id, description: `${head.status}: ${head.topic}` }],
      );
      return sessions.length === 0 ? [] : [{ word: 'last', description: 'the newest session' }, ...sessions];
    }),
  };
}
