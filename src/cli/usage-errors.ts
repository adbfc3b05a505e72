/** Commander's errors as ours: what was wrong, the nearest right word, where to read more. */
import type { Command, CommanderError } from 'commander';
import { findNearest, S2sError } from '../domain/errors.ts';

/** `s2s roundtable start`, as a person types it. */
export function commandPath(command: Command): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;
}

/** Whether an argument is a word, as commands are, and no flag. */
export function isWord(argument: string): boolean {
  return !argument.startsWith('-');
}

/** The command that the arguments lead to, as far as their words are known. */
export function findCommand(program: Command, argv: readonly string[]): Command {
  let current = program;
  for (const word of argv.filter(isWord)) {
    const next = current.commands.find((command) => command.name() === word);
    if (!next) break;
    current = next;
  }
  return current;
}

/** Turns a usage error of the parser into USAGE, UNKNOWN_FLAG or UNKNOWN_COMMAND. */
export function describeUsageError(
  error: CommanderError,
  program: Command,
  argv: readonly string[],
): S2sError {
  const command = findCommand(program, argv);
  const see = `See: ${commandPath(command)} --help`;
  const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean.*$/s, '');
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace(/\.\.$/, '.');
  if (error.code === 'commander.unknownOption') {
    const wrong = /'([^']+)'/.exec(message)?.[1] ?? '';
    return new S2sError('UNKNOWN_FLAG', `${text.slice(0, -1)} of ${commandPath(command)}.`, {
      hint: `${suggestFlag(wrong, command, program)}${see}`,
    });
  }
  const isNoun = command.commands.length > 0;
  if (error.code === 'commander.unknownCommand' || (error.code === 'commander.excessArguments' && isNoun)) {
    const wrong = argv.find((word) => isWord(word) && !isOnPath(word, command)) ?? '';
    const name = suggestCommand(wrong, command, program);
    return new S2sError('UNKNOWN_COMMAND', `Unknown command "${wrong}".`, {
      hint: `${name === null ? '' : `Did you mean "${name}"? `}${see}`,
    });
  }
  if (error.code === 'commander.excessArguments') {
    const most = command.registeredArguments.length;
    return new S2sError(
      'USAGE',
      `${commandPath(command)} takes ${most === 0 ? 'no arguments' : most === 1 ? 'one argument' : `${most} arguments`}, and was given more.`,
      { hint: most === 0 ? see : `Put a text of several words in quotes. ${see}` },
    );
  }
  return new S2sError('USAGE', text, { hint: see });
}

/** The wrong word of `s2s help <word>`; null when help was asked for in another way. */
export function findUnknownHelp(program: Command, argv: readonly string[]): S2sError | null {
  const [help, wrong] = argv.filter(isWord);
  if (help !== 'help' || wrong === undefined) return null;
  const name = suggestCommand(wrong, program, program);
  return new S2sError('UNKNOWN_COMMAND', `Unknown command "${wrong}".`, {
    hint: `${name === null ? '' : `Did you mean "${name}"? `}See: ${program.name()} --help`,
  });
}

/** A flag of this command that is spelled nearly so, else the command that has exactly this flag. */
function suggestFlag(wrong: string, command: Command, program: Command): string {
  const [flag = wrong] = wrong.split('=');
  const known = [command, program].flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
  const nearest = findNearest(flag, known);
  if (nearest !== null) return `Did you mean ${nearest}? `;
  const owner = listCommands(program).find(({ options }) => options.some(({ long }) => long === flag));
  return owner === undefined ? '' : `${flag} belongs to ${commandPath(owner)}. `;
}

/** The nearest command beside the wrong one, else one of that name elsewhere in the tree. */
function suggestCommand(wrong: string, command: Command, program: Command): string | null {
  const visible = command.commands.map((child) => child.name()).filter((name) => !name.startsWith('_'));
  const nearest = findNearest(wrong, visible);
  if (nearest !== null) return `${commandPath(command)} ${nearest}`;
  const elsewhere = listCommands(program).find((candidate) => candidate.name() === wrong);
  return elsewhere === undefined ? null : commandPath(elsewhere);
}

/** Every visible command below this one. */
export function listCommands(command: Command): Command[] {
  return command.commands
    .filter((child) => !child.name().startsWith('_'))
    .flatMap((child) => [child, ...listCommands(child)]);
}

function isOnPath(word: string, command: Command): boolean {
  for (let current: Command | null = command; current !== null; current = current.parent) {
    if (current.name() === word) return true;
  }
  return false;
}
