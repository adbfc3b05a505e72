/** What stands below the options in every help text: examples, exit codes, what to type next. */
import type { Argument, Command, Option } from 'commander';

/** What a help text says beside usage, description and options. */
export interface HelpNotes {
  /** Command lines that run as they are. */
  examples: readonly string[];
  /** Exit codes worth knowing here, in words of the command's own. */
  exits?: Readonly<Record<number, string>>;
  /** The command that usually comes next. */
  next?: string;
}

/** Widest help line, in columns, also on a wide terminal: longer lines are hard to read. */
const widest = 100;

/** Adds the notes to a command's help; a hidden command has none. */
export function addNotes(command: Command, notes: HelpNotes | undefined): void {
  if (notes === undefined) return;
  const parts = [`Examples:\n${notes.examples.map((line) => `  ${line}`).join('\n')}`];
  if (notes.exits !== undefined) {
    const codes = Object.entries(notes.exits).map(([code, meaning]) => `${code} ${meaning}`);
    parts.push(`Exit codes:\n${wrapList(codes, 78)}`);
  }
  if (notes.next !== undefined) parts.push(`Next:\n  ${notes.next}`);
  command.addHelpText('after', `\n${parts.join('\n\n')}\n`);
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

/** How help is laid out: the options of the whole program under a heading of their own. */
export function layOutHelp(command: Command, columns: number | undefined): void {
  command.configureHelp({
    helpWidth: Math.min(columns === undefined || columns < 40 ? 80 : columns, widest),
    showGlobalOptions: command.parent !== null,
    // Every command takes options; saying so in each line of a list says nothing.
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
