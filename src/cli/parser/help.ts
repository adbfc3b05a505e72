/** Lays out help, with notes below the options: examples, exit codes. */
import { type Argument, type Command, Help, type Option } from 'commander';
import { formatPlural } from '../../wording/format-numbers.ts';
import { isRare } from './add-command.ts';
import type { HelpNotes } from './command-descriptor.ts';
import { commandPath } from './usage-errors.ts';

/** The widest line of help, in columns: longer ones are hard to read on any terminal. */
const widest = 100;

/**
 * Lays out the help of a command, with its notes at the end. `all` shows every option, and the global ones under a heading of their own;
 * otherwise a command shows the options that matter most, and says how to see the rest.
 */
export function layOutHelp(
  command: Command,
  { notes, columns, all }: { notes: HelpNotes; columns: number | undefined; all: boolean },
): void {
  const width = Math.min(columns === undefined || columns < 40 ? 80 : columns, widest);
  command.configureHelp({
    helpWidth: width,
    minWidthToWrap: 10,
    showGlobalOptions: all && command.parent !== null,
    visibleOptions: (shown: Command): Option[] =>
      Help.prototype.visibleOptions.call(new Help(), shown).filter((option) => all || !isRare(option)),
    formatHelp: (shown, helper) =>
      `${Help.prototype.formatHelp.call(helper, shown, helper)}${all ? '' : sayMore(shown, width)}${writeNotes(notes, width)}`,
    // Every command takes options, so a list of commands need not say so.
    subcommandTerm: (listed: Command): string =>
      [listed.name(), ...listed.registeredArguments.map(writeArgument)].join(' '),
    // The version belongs to the program, not to each of its commands.
    visibleGlobalOptions: ({ parent }: Command): Option[] => {
      let top = parent;
      while (top?.parent) top = top.parent;
      return top === null ? [] : top.options.filter(({ long }) => long !== '--version');
    },
  });
}

/** How to see the options that are left out. */
function sayMore(command: Command, width: number): string {
  const rest = command.options.filter(isRare).length;
  if (command.parent === null) return '';
  const own =
    rest === 0
      ? 'The options of every command'
      : `${formatPlural(rest, 'more option')}, and those of every command`;
  const line = `${own}: ${commandPath(command)} --help --all`;
  return `\n${line.length <= width ? line : line.replace(': ', ':\n  ')}\n`;
}

function writeNotes({ examples = [], exits }: HelpNotes, width: number): string {
  const parts: string[] = [];
  if (examples.length > 0) parts.push(`Examples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  if (exits !== undefined) {
    const codes = Object.entries(exits).map(([code, meaning]) => `${code} ${meaning}`);
    parts.push(`Exit codes:\n${wrapList(codes, width - 2)}`);
  }
  return parts.map((part) => `\n${part}\n`).join('');
}

/** Lines no wider than `columns`, broken between entries only. */
function wrapList(entries: readonly string[], columns: number): string {
  const lines: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const text = index === entries.length - 1 ? entry : `${entry},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= columns)
      lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(text);
  }
  return lines.map((line) => `  ${line}`).join('\n');
}

function writeArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
