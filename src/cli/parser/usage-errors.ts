/** Turns errors of the parser into S2sErrors: what was wrong, the nearest right word, where to read more. */
import type { Command, CommanderError } from 'commander';
import { findNearest, S2sError } from '../../session/errors.ts';
import { quoteArgument } from '../quote-argument.ts';

/** The path of a command as a person types it: `s2s roundtable start`. */
export function commandPath(command: Command): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;
}

/** Whether an argument is a word and not a flag. */
export function isWord(argument: string): boolean {
  return !argument.startsWith('-');
}

/** The command that the words among the arguments lead to, and the words after it. */
export function findCommand(
  program: Command,
  argv: readonly string[],
): { command: Command; rest: readonly string[] } {
  const words = argv.filter(isWord);
  let command = program;
  for (const [index, word] of words.entries()) {
    const next = command.commands.find((child) => child.name() === word);
    if (!next) return { command, rest: words.slice(index) };
    command = next;
  }
  return { command, rest: [] };
}

/** Turns a usage error of the parser into USAGE, UNKNOWN_FLAG or UNKNOWN_COMMAND. */
export function describeUsageError(
  error: CommanderError,
  program: Command,
  argv: readonly string[],
): S2sError {
  const { command, rest } = findCommand(program, argv);
  const see = `See: ${commandPath(command)} --help`;
  const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean.*$/s, '');
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace(/\.\.$/, '.');
  if (error.code === 'commander.unknownOption') {
    const wrong = /'([^']+)'/.exec(message)?.[1] ?? '';
    return new S2sError('UNKNOWN_FLAG', `${text.slice(0, -1)} of ${commandPath(command)}.`, {
      hint: `${suggestFlag(wrong, command, program)}${suggestDashes(wrong, command)}${see}`,
    });
  }
  const isNoun = command.commands.length > 0;
  if (error.code === 'commander.unknownCommand' || (error.code === 'commander.excessArguments' && isNoun))
    return refuseCommand(rest[0] ?? '', command, program);
  if (error.code === 'commander.excessArguments') {
    const most = command.registeredArguments.length;
    const taken = most === 0 ? 'no arguments' : most === 1 ? 'one argument' : `${most} arguments`;
    return new S2sError('USAGE', `${commandPath(command)} takes ${taken}, but was given more.`, {
      hint: most === 0 ? see : `Put a text of several words in quotes. ${see}`,
    });
  }
  const missing = /^missing required argument '(.+)'$|^required option '(.+)' not specified$/.exec(message);
  if (missing === null) return new S2sError('USAGE', text, { hint: see });
  const what = missing[2] ?? `<${missing[1]}>`;
  return new S2sError('USAGE', `${commandPath(command)} needs ${what}.`, { hint: see });
}

/** The error for an unknown word under a command, with the nearest known one. */
export function refuseCommand(wrong: string, command: Command, program: Command): S2sError {
  const name = suggestCommand(wrong, command, program);
  return new S2sError('UNKNOWN_COMMAND', `Unknown command "${wrong}".`, {
    hint: `${name === null ? '' : `Did you mean "${name}"? `}See: ${commandPath(command)} --help`,
  });
}

/** Suggests `--` for an argument that begins with a hyphen but does not look like a long flag. */
function suggestDashes(wrong: string, command: Command): string {
  if (command.registeredArguments.length === 0 || /^--[a-z][a-z-]*(?:=|$)/i.test(wrong)) return '';
  return `A text that begins with - goes behind --, as in: ${commandPath(command)} -- ${quoteArgument(wrong)}. `;
}

/** Suggests a flag of this command with nearly the same spelling, else names another command with exactly this flag. */
function suggestFlag(wrong: string, command: Command, program: Command): string {
  const [flag = wrong] = wrong.split('=');
  const known = [command, program].flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
  const nearest = findNearest(flag, known);
  if (nearest !== null) return `Did you mean ${nearest}? `;
  const owner = listCommands(program).find(({ options }) => options.some(({ long }) => long === flag));
  return owner === undefined ? '' : `${flag} belongs to ${commandPath(owner)}. `;
}

/** The command with this name elsewhere in the tree, else the nearest name under this command. */
function suggestCommand(wrong: string, command: Command, program: Command): string | null {
  const elsewhere = listCommands(program).find((candidate) => candidate.name() === wrong);
  if (elsewhere !== undefined) return commandPath(elsewhere);
  const nearest = findNearest(
    wrong,
    listChildren(command).map((child) => child.name()),
  );
  return nearest === null ? null : `${commandPath(command)} ${nearest}`;
}

/** Every visible command below this one. */
export function listCommands(command: Command): Command[] {
  return listChildren(command).flatMap((child) => [child, ...listCommands(child)]);
}

/** The visible commands directly below this one. */
export function listChildren(command: Command): Command[] {
  return command.commands.filter((child) => !child.name().startsWith('_'));
}
