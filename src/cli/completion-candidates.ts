/** What can stand at the end of a command line that is being typed. */
import type { Command, Option } from 'commander';
import { listCommands } from './usage-errors.ts';

/** One word that fits, and what it means. */
export interface Candidate {
  word: string;
  description: string;
}

/** Sources of words that are not in the command tree. Each gives nothing where it cannot be read. */
export interface CompletionSources {
  agents: () => Promise<Candidate[]>;
  strategies: () => Promise<Candidate[]>;
  sessions: () => Promise<Candidate[]>;
}

/** Words that fit; `files` asks the shell for its own completion of paths, after `prefix` of the typed word. */
export interface Completion {
  candidates: Candidate[];
  files: 'none' | 'files' | 'folders';
  prefix: string;
}

type Kind =
  | 'agents'
  | 'agent-list'
  | 'strategies'
  | 'sessions'
  | 'topic'
  | 'files'
  | 'folders'
  | readonly string[];

/** What the value of a flag is, by the flag. Flags that are not here take free text or a number. */
const flagKinds: Readonly<Record<string, Kind>> = {
  '--strategy': 'strategies',
  '--participants': 'agent-list',
  '--pro': 'agent-list',
  '--con': 'agent-list',
  '--facilitator': 'agents',
  '--synthesizer': 'agents',
  '--seat': 'agents',
  '--replay': 'sessions',
  '--context': 'files',
  '--output': 'files',
  '--cwd': 'folders',
  '--workflow': ['roundtable', 'specs', 'design', 'brainstorm'],
  '--output-type': ['adr', 'requirements', 'architecture', 'summary'],
  '--type': ['adr', 'requirements', 'architecture', 'summary'],
  '--format': ['md', 'json'],
  '--participation': ['parallel', 'sequential', 'targeted'],
  '--status': ['active', 'paused', 'completed', 'closed'],
  '--on-limit': ['pause', 'conclude'],
  '--on-escalation': ['pause', 'accept', 'continue'],
  '--fail-on': ['degraded', 'no-consensus', 'degraded,no-consensus'],
  '--replay-missing': ['fail', 'ask'],
};

/** What an argument is, by the name it has in the help. */
const argumentKinds: Readonly<Record<string, Kind>> = {
  session: 'sessions',
  words: 'sessions',
  agent: 'agents',
  strategy: 'strategies',
  files: 'files',
  topic: 'topic',
  shell: ['bash', 'zsh', 'fish'],
};

/** Completes the last of the words after `s2s`; it is empty when a new word begins. */
export async function completeWords(
  program: Command,
  words: readonly string[],
  sources: CompletionSources,
): Promise<Completion> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const { command, given, pending } = followWords(program, before);
  const equals = /^(--[a-z-]+)=(.*)$/s.exec(typed);
  if (equals?.[1] !== undefined && pending === null)
    return withPrefix(await completeKind(flagKinds[equals[1]], equals[2] ?? '', sources), `${equals[1]}=`);
  if (pending !== null) return completeKind(flagKinds[pending.long ?? ''], typed, sources);
  if (typed.startsWith('-')) return choose(listFlags(command, program), typed);
  if (command.commands.length > 0) {
    const children = listCommands(command).filter(({ parent }) => parent === command);
    return choose(
      children.map((child) => ({ word: child.name(), description: child.description() })),
      typed,
    );
  }
  const argument = command.registeredArguments[given] ?? command.registeredArguments.at(-1);
  if (argument === undefined || (given >= command.registeredArguments.length && !argument.variadic))
    return nothing;
  return completeKind(argumentKinds[argument.name()], typed, sources);
}

const nothing: Completion = { candidates: [], files: 'none', prefix: '' };

/** The command so far, the arguments it was given, and a flag that still waits for its value. */
function followWords(program: Command, words: readonly string[]) {
  let command = program;
  let given = 0;
  let pending: Option | null = null;
  for (const word of words) {
    if (pending !== null) {
      pending = null;
      continue;
    }
    if (word.startsWith('-') && word !== '-') {
      const option = [...command.options, ...program.options].find(({ long }) => long === word);
      pending = option !== undefined && (option.required || option.optional) ? option : null;
      continue;
    }
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (child === undefined) given += 1;
    else command = child;
  }
  return { command, given, pending };
}

function listFlags(command: Command, program: Command): Candidate[] {
  const options = command === program ? program.options : [...command.options, ...program.options];
  return [...options, { long: '--help', description: 'show what a command does', hidden: false }]
    .filter(({ long, hidden }) => !hidden && (command === program || long !== '--version'))
    .map(({ long, description }) => ({ word: long ?? '', description }));
}

async function completeKind(
  kind: Kind | undefined,
  typed: string,
  sources: CompletionSources,
): Promise<Completion> {
  switch (kind) {
    case undefined:
      return nothing;
    case 'files':
    case 'folders':
      return { ...nothing, files: kind };
    case 'topic':
      return typed.startsWith('@') ? { ...nothing, files: 'files', prefix: '@' } : nothing;
    case 'agents':
    case 'strategies':
    case 'sessions':
      return choose(await sources[kind](), typed);
    case 'agent-list': {
      const cut = typed.lastIndexOf(',') + 1;
      const taken = typed.slice(0, cut).split(',');
      const agents = (await sources.agents()).filter(({ word }) => !taken.includes(word));
      const auto = cut === 0 ? [{ word: 'auto', description: 'chosen by the topic' }] : [];
      return withPrefix(choose([...agents, ...auto], typed.slice(cut)), typed.slice(0, cut));
    }
    default:
      return choose(
        kind.map((word) => ({ word, description: '' })),
        typed,
      );
  }
}

/** Words whose beginning was typed. */
function choose(candidates: readonly Candidate[], typed: string): Completion {
  return { ...nothing, candidates: candidates.filter(({ word }) => word.startsWith(typed)) };
}

/** Puts what was typed before the completed part in front of each word. */
function withPrefix(completion: Completion, prefix: string): Completion {
  return {
    ...completion,
    prefix: `${prefix}${completion.prefix}`,
    candidates: completion.candidates.map(({ word, description }) => ({
      word: `${prefix}${word}`,
      description,
    })),
  };
}
