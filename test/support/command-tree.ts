/** The command tree, built as the program builds it, over a world in which nothing can happen. */
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import type { CliEnvironment } from '../../src/cli/environment.ts';
import { buildProgram } from '../../src/cli/parser/program.ts';
import { commandPath, listCommands } from '../../src/cli/parser/usage-errors.ts';

/** A tree whose output, at 80 columns, is kept. */
export interface CommandTree {
  program: Command;
  /** All visible commands, the program first. */
  commands: Command[];
  /** The help of one command, with everything that stands below its options. */
  help: (command: Command) => string;
}

/** Builds the tree; with `all`, help shows every option. */
export function buildTree({ all = false } = {}): CommandTree {
  let written = '';
  const stdout = Object.assign(new PassThrough(), { columns: 80, isTTY: false });
  stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString('utf8');
  });
  const environment = {
    argv: all ? ['help', '--all'] : [],
    version: '0.0.0',
    stdout,
  } as unknown as CliEnvironment;
  const program = buildProgram(environment, () => undefined);
  return {
    program,
    commands: [program, ...listCommands(program)],
    help: (command) => {
      written = '';
      command.outputHelp();
      return written;
    },
  };
}

/** What a person types to reach a command: `s2s roundtable start`. */
export function nameCommand(command: Command): string {
  return commandPath(command);
}

/** The long flags of a command, its own and those of the whole program. */
export function listFlags(command: Command): string[] {
  return command.options.filter(({ hidden }) => !hidden).map(({ long }) => String(long));
}
