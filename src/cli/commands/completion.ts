/** `s2s completion`, and the hidden command that its scripts call while somebody types. */

import { findNearest, S2sError } from '../../session/errors.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import type { ActionContext } from '../action-context.ts';
import { type CommandDescriptor, describeCommand } from '../parser/command-descriptor.ts';
import type { Candidate, CompletionSources } from '../parser/completion-candidates.ts';

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
    run: async ({ words: [typed] }) => {
      const shell = shells.find((name) => name === typed);
      if (shell === undefined) {
        const nearest = findNearest(typed, shells);
        throw new S2sError('INVALID_VALUE', `There is no completion for "${typed}".`, {
          hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Shells: ${shells.join(', ')}`,
        });
      }
      const { completionScripts } = await import('../parser/completion-scripts.ts');
      const text = completionScripts[shell];
      return { json: { shell, script: text }, text };
    },
  }),
  describeCommand({
    path: '__complete',
    description: 'Say what fits at the end of a command line',
    isHidden: true,
    arguments: [
      { usage: '[words...]', description: 'the words after s2s, the last one as far as it has been typed' },
    ],
    /** Writes one candidate a line, its description after a tab. */
    run: async ({ program }, context) => {
      const { completeWords } = await import('../parser/completion-candidates.ts');
      // Taken from argv, because the parser would interpret flags among them.
      const { argv } = context.environment;
      const words = argv.slice(argv.indexOf('--') + 1);
      const candidates = await completeWords(program, words, createSources(context));
      const lines = candidates.map(
        ({ word, description }) => `${word}\t${cutText(description.replace(/\s+/g, ' '), 70)}`,
      );
      return { json: { candidates }, text: lines.join('\n') };
    },
  }),
];

/** Errors are not shown while somebody types: a source that cannot be read has no words. */
function createSources({ app, cwd, environment: world }: ActionContext): CompletionSources {
  const listLibrary = async (kind: 'agents' | 'strategies'): Promise<Candidate[]> => {
    const { listIds } = await import('../../app/read/browse-library.ts');
    const entries = await listIds(kind, { cwd, world }).catch(() => []);
    return entries.map(({ id, origin }) => ({ word: id, description: origin }));
  };
  return {
    agents: () => listLibrary('agents'),
    strategies: () => listLibrary('strategies'),
    sessions: async () => {
      const sessions = (await app.list({ limit: 1_000 }).catch(() => null))?.sessions ?? [];
      if (sessions.length === 0) return [];
      const words = sessions.map(({ id, status, topic }) => ({
        word: id,
        description: `${status}: ${topic}`,
      }));
      return [{ word: 'last', description: 'the newest session' }, ...words];
    },
    option: async (line) => (await import('../../config/option-layer.ts')).findOptionWords(line) ?? undefined,
  };
}
