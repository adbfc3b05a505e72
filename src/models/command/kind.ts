/** Programs that read a prompt and print an answer. */
import * as z from 'zod';
import type { ProviderKind, ReadyMade } from '../provider-kind.ts';
import { timeoutKey } from '../shared-keys.ts';

/** The description of programs. */
export const commandKind: ProviderKind = {
  type: 'command',
  description: 'a program',
  keys: [
    {
      name: 'command',
      can: 'runs',
      schema: z.array(z.string().min(1)).min(1),
      type: 'a list of texts: the program and its arguments',
      description: 'The program to run; the prompt goes to its standard input.',
      example: ['claude', '-p', '--output-format', 'json'],
    },
    {
      name: 'output',
      can: 'nothing',
      schema: z.string().regex(/^(text|json(:[A-Za-z0-9_.[\]-]+)?)$/),
      type: 'text, json, or json: with a path in it, such as json:result',
      description: 'What the program prints: the answer itself, or JSON with the answer at a path.',
      example: 'json:result',
    },
    timeoutKey,
  ],
  required: { key: 'command', description: 'the program to run and its arguments, as a list' },
  needsModel: false,
  needsKey: () => false,
  listReadyMade: () => ({
    'claude-code': describeProgram(
      ['claude', '-p', '--output-format', 'json', '--model', '{model}'],
      'json:result',
    ),
    codex: describeProgram(['codex', 'exec', '--skip-git-repo-check', '--model', '{model}', '-'], 'text'),
    gemini: describeProgram(['gemini', '--model', '{model}'], 'text'),
  }),
  findMissing: async ({ config, findExecutable }) => {
    const program = config.command?.[0] ?? '';
    // A path is not checked here: the call shows whether it can be run.
    if (/[\\/]/.test(program)) return null;
    return (await findExecutable(program)) === null ? `"${program}" is not on the PATH` : null;
  },
  load: async () => (await import('./provider.ts')).createCommandProvider,
};

function describeProgram(command: string[], output: string): ReadyMade {
  return { config: { type: 'command', command, output }, needsKey: false, statesCost: false, example: '' };
}
