/** Descriptions of commands. The parser, help, completion and the documentation are made from them. */
import type { Command } from 'commander';
import { commonOptions, listOptions, type OptionGroup, type OptionLine } from '../../config/option-table.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';

/** The values that completion offers: a few words, ids that are looked up, or the values of a line of the table of options. */
export type Values =
  | readonly string[]
  | 'agents'
  | 'agent-list'
  | 'strategies'
  | 'sessions'
  | { option: OptionLine };

/** One argument: `<agent>`, `[session]` or `<files...>`. */
export interface ArgumentDescriptor {
  usage: string;
  description: string;
  values?: Values;
}

/** One option: `--status <status>`, or `--sources` for a switch. */
export interface OptionDescriptor {
  usage: string;
  description: string;
  /** Free text or a number when absent. */
  values?: Values;
  isRequired?: boolean;
  /** Shown in help only with `--all`. */
  isRare?: boolean;
  /** Given several times, its values become a list. */
  isRepeatable?: boolean;
}

/** The notes below the options in a help text. */
export interface HelpNotes {
  /** Command lines that run as they are. */
  examples?: readonly string[];
  /** Exit codes that matter for this command, with their meaning here. */
  exits?: Readonly<Record<number, string>>;
}

/** What a person typed: the arguments in order (undefined when not given, a list for a variadic one) and the options. */
export interface Given<Words, Flags> {
  words: Words;
  flags: Flags;
  /** The whole tree, for `help` and completion. */
  program: Command;
}

/** A command, or a noun such as `agents` that only holds commands and has no `run`. */
export interface CommandDescriptor extends HelpNotes {
  /** What a person types after `s2s`. */
  path: string;
  description: string;
  /** Left out of help and completion. */
  isHidden?: boolean;
  /** Runs where its noun is typed alone. */
  isDefault?: boolean;
  /** The heading under which the help of the program lists it; none for the main list. */
  group?: string;
  arguments?: readonly ArgumentDescriptor[];
  options?: readonly OptionDescriptor[];
  run?: (given: Given<readonly unknown[], object>, context: ActionContext) => Promise<CommandResult>;
}

/** A descriptor whose `run` has typed arguments and options; the types must match the declared ones. */
export function describeCommand<Words extends readonly unknown[] = [], Flags extends object = object>(
  descriptor: Omit<CommandDescriptor, 'run'> & {
    run: (given: Given<Words, Flags>, context: ActionContext) => Promise<CommandResult>;
  },
): CommandDescriptor {
  return { ...descriptor, run: descriptor.run as NonNullable<CommandDescriptor['run']> };
}

/** The flags of the options of some groups. */
export function listFlags(groups: readonly OptionGroup[]): OptionDescriptor[] {
  return listOptions(groups).flatMap((line): OptionDescriptor[] => {
    const { name, flag: usage, words: description, isRepeatable = false } = line;
    if (usage === undefined) return [];
    return [{ usage, description, values: { option: line }, isRare: !commonOptions.has(name), isRepeatable }];
  });
}

/** Reads the text of a flag; undefined when it was not given. */
export function readFlag<Value>(
  text: string | undefined,
  flag: string,
  read: (text: string, flag: string) => Value,
): Value | undefined {
  return text === undefined ? undefined : read(text, flag);
}
