/** `s2s help`: what `--help` shows, by the words of the command. */
import { describeCommand } from './command-descriptor.ts';
import { findCommand, refuseCommand } from './usage-errors.ts';

export const helpCommand = describeCommand<[string[]]>({
  path: 'help',
  description: 'Show what a command does',
  arguments: [{ usage: '[command...]', description: 'the words of the command, as in roundtable start' }],
  examples: ['s2s help', 's2s help roundtable start'],
  exits: { 0: 'done', 2: 'no such command' },
  run: async ({ words: [words], program }) => {
    const { command, rest } = findCommand(program, words);
    const [wrong] = rest;
    // Words after a command that runs are its arguments, such as a topic.
    if (wrong !== undefined && command.commands.length > 0) throw refuseCommand(wrong, command, program);
    const text = command.helpInformation();
    return { json: { help: text }, text };
  },
});
