/** Finds the words that can complete a command line, from the tree of commands. */
import type { Command, Option } from 'commander';
import type { OptionLine } from '../../config/option-table.ts';
import { findValues } from './add-command.ts';
import type { Values } from './command-descriptor.ts';
import { listChildren } from './usage-errors.ts';

/** A word that fits, and its meaning. */
export interface Candidate {
  word: string;
  description: string;
}

/** Sources of words that are not in the tree. A source that cannot be read returns no words. */
export interface CompletionSources {
  agents: () => Promise<Candidate[]>;
  strategies: () => Promise<Candidate[]>;
  sessions: () => Promise<Candidate[]>;
  /** The values of an option. */
  option: (line: OptionLine) => Promise<Exclude<Values, { option: OptionLine }> | undefined>;
}

/** Completes the last of the words after `s2s`; it is empty when a new word begins. */
export async function completeWords(
  program: Command,
  given: readonly string[],
  sources: CompletionSources,
): Promise<Candidate[]> {
  // Bash gives `--flag=value` as three words.
  const words = given.at(-1) === '=' ? [...given, ''] : given;
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1).filter((word) => word !== '=');
  const { command, taken, pending } = followWords(program, before);
  if (pending !== null) return completeValue(findValues(pending), typed, sources);
  if (typed.startsWith('-')) return choose(listFlags(command, program), typed);
  if (command.commands.length > 0) {
    const children = listChildren(command);
    return choose(
      children.map((child) => ({ word: child.name(), description: child.description() })),
      typed,
    );
  }
  const known = command.registeredArguments;
  const last = known.at(-1);
  const argument = known[taken] ?? (last?.variadic === true ? last : undefined);
  return argument === undefined ? [] : completeValue(findValues(argument), typed, sources);
}

/** The command so far, how many arguments it was given, and an option that still waits for its value. */
function followWords(program: Command, words: readonly string[]) {
  let command = program;
  let taken = 0;
  let pending: Option | null = null;
  for (const word of words) {
    if (pending !== null) {
      pending = null;
      continue;
    }
    if (word.startsWith('-') && word !== '-') {
      const option = findOption(word, command, program);
      pending = option !== undefined && (option.required || option.optional) ? option : null;
      continue;
    }
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (child === undefined) taken += 1;
    else command = child;
  }
  return { command, taken, pending };
}

function findOption(flag: string, command: Command, program: Command): Option | undefined {
  return [...command.options, ...program.options].find(({ long }) => long === flag);
}

function listFlags(command: Command, program: Command): Candidate[] {
  const options = command === program ? program.options : [...command.options, ...program.options];
  return [...options, { long: '--help', description: 'show what a command does', hidden: false }]
    .filter(({ long, hidden }) => !hidden && (command === program || long !== '--version'))
    .map(({ long, description }) => ({ word: long ?? '', description }));
}

async function completeValue(
  values: Values | undefined,
  typed: string,
  sources: CompletionSources,
): Promise<Candidate[]> {
  switch (values) {
    case undefined:
      return [];
    case 'agents':
    case 'strategies':
    case 'sessions':
      return choose(await sources[values](), typed);
    case 'agent-list': {
      // A plus before an id adds it to the chosen panel.
      const [known = ''] = /^(?:.*,)?\+?/s.exec(typed) ?? [];
      const named = known.split(',').map((word) => word.replace(/^\+/, ''));
      const agents = (await sources.agents()).filter(({ word }) => !named.includes(word));
      const auto = known === '' ? [{ word: 'auto', description: 'chosen by the topic' }] : [];
      return choose([...agents, ...auto], typed.slice(known.length)).map(({ word, description }) => {
        return { word: `${known}${word}`, description };
      });
    }
    default: {
      if ('option' in values) return completeValue(await sources.option(values.option), typed, sources);
      return choose(
        values.map((word) => ({ word, description: '' })),
        typed,
      );
    }
  }
}

/** Words that begin with what was typed. */
function choose(candidates: readonly Candidate[], typed: string): Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(typed));
}
