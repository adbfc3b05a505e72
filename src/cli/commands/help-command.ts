/** `s2s help`: shows the same as `--help`, for the named command. */
import type { Command } from 'commander';
import { describeCommand } from '../parser/command-descriptor.ts';
import { findCommand, refuseCommand } from '../parser/usage-errors.ts';

export const helpCommand = describeCommand<[string[]]>({
  path: 'help',
  description: 'Show what a command does',
  arguments: [{ usage: '[command...]', description: 'the words of the command, as in roundtable start' }],
  options: [{ usage: '--all', description: 'all options, not only the common ones' }],
  examples: ['s2s help', 's2s help design --all', 's2s help roundtable answer'],
  exits: { 0: 'done', 2: 'no such command, or several' },
  run: async ({ words: [words], program }) => {
    const text = findHelped(program, words).helpInformation();
    return { json: { help: text }, text };
  },
});

/** The command with these words. Throws UNKNOWN_COMMAND. */
function findHelped(program: Command, words: readonly string[]): Command {
  const { command, rest } = findCommand(program, words);
  const [wrong] = rest;
  // Words after a command that runs are its arguments, such as a topic.
  if (wrong === undefined || command.commands.length === 0) return command;
  throw refuseCommand(wrong, command, program);
}
