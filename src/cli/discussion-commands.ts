/**
 * The commands of discussions, which still add themselves to the tree. Each moves into its own file by giving its arguments and
 * options as lines of a descriptor, with the notes and values that stand here; then this file goes.
 */
import { Command } from 'commander';
import { findParent, setValues } from './add-command.ts';
import type { HelpNotes, Values } from './command-descriptor.ts';
import type { Host } from './command-runner.ts';
import { addAnswer } from './roundtable-answer.ts';
import { addExport } from './roundtable-export.ts';
import { addList } from './roundtable-list.ts';
import { addResume } from './roundtable-resume.ts';
import { addSay } from './roundtable-say.ts';
import { addShow } from './roundtable-show.ts';
import { addStart } from './roundtable-start.ts';

/** A command that adds itself, its notes, and what its options and arguments take, by flag or name. */
export interface DiscussionCommand extends HelpNotes {
  path: string;
  add: (parent: Command, host: Host) => void;
  values: Readonly<Record<string, Values>>;
}

const runExits = {
  0: 'done',
  1: 'a --fail-on condition holds',
  2: 'wrong usage',
  3: 'paused',
  4: 'waiting for a person',
  5: 'file',
  6: 'no model',
  130: 'cancelled',
};
const afterRun = 's2s roundtable show';
const workflows = ['roundtable', 'specs', 'design', 'brainstorm'];
const documents = ['adr', 'requirements', 'architecture', 'summary'];
const runValues: Readonly<Record<string, Values>> = {
  '--on-limit': { key: 'roundtable.limits.on_limit' },
  '--on-escalation': { key: 'roundtable.on_escalation' },
  '--fail-on': ['degraded', 'no-consensus', 'degraded,no-consensus'],
  '--replay-missing': ['fail', 'ask'],
  session: 'sessions',
};
const startValues: Readonly<Record<string, Values>> = {
  ...runValues,
  '--strategy': { key: 'roundtable.strategy.default' },
  '--participants': { key: 'roundtable.participants.default' },
  '--workflow': workflows,
  '--output-type': { key: 'roundtable.output_type.default' },
  '--context': 'files',
  '--facilitator': { key: 'roundtable.facilitator.agent' },
  '--synthesizer': { key: 'roundtable.synthesizer.agent' },
  '--pro': 'agent-list',
  '--con': 'agent-list',
  '--participation': { key: 'roundtable.participation' },
  '--replay': 'sessions',
  topic: 'topic',
};

/** `specs`, `design` and `brainstorm` are `start` with other defaults. */
export const startCommands: readonly DiscussionCommand[] = [
  {
    path: 'specs',
    examples: [
      's2s specs "Webhooks for finished jobs" --dry-run',
      's2s specs "Webhooks for finished jobs" --context docs --language German',
    ],
  },
  {
    path: 'design',
    examples: [
      's2s design "How do we store transcripts?" --dry-run',
      's2s design "How do we store transcripts?" --output-type architecture --max-rounds 5',
    ],
  },
  {
    path: 'brainstorm',
    examples: [
      's2s brainstorm "What could we offer podcasters?" --dry-run',
      's2s brainstorm "What could we offer podcasters?" --dry-run --seed 1',
    ],
  },
].map((line) => ({
  ...line,
  add: (parent, host) => addStart(parent, host, line.path as 'specs' | 'design' | 'brainstorm'),
  exits: runExits,
  next: afterRun,
  values: startValues,
}));

/** The commands under `roundtable`. */
export const roundtableCommands: readonly DiscussionCommand[] = [
  {
    path: 'roundtable start',
    add: (parent, host) => addStart(parent, host, null),
    examples: [
      's2s roundtable start "Which queue should carry the download jobs?" --dry-run',
      's2s roundtable start "Monolith or services?" --strategy debate --participants software-architect,devops-engineer',
      's2s roundtable start @topic.md --context README.md --context docs --no-input --json',
    ],
    exits: runExits,
    next: afterRun,
    values: startValues,
  },
  {
    path: 'roundtable resume',
    add: addResume,
    examples: [
      's2s roundtable resume',
      's2s roundtable resume last --max-rounds 8',
      's2s roundtable resume last --models qa-lead=ollama/llama3.1',
    ],
    exits: runExits,
    next: afterRun,
    values: runValues,
  },
  {
    path: 'roundtable answer',
    add: addAnswer,
    examples: [
      's2s roundtable answer --accept',
      's2s roundtable answer last --decision "Redis; we run it already"',
      's2s roundtable answer --escalation E-001 --rounds 2',
    ],
    exits: { 0: 'recorded', 2: 'nothing waits for an answer, or wrong usage', 5: 'file' },
    next: 's2s roundtable resume',
    values: { session: 'sessions' },
  },
  {
    path: 'roundtable say',
    add: addSay,
    examples: [
      's2s roundtable say "Start with Redis, but show me the cost of leaving it"',
      's2s roundtable say last "" --support P-001',
    ],
    exits: runExits,
    next: afterRun,
    values: { ...runValues, words: 'sessions' },
  },
  {
    path: 'roundtable list',
    add: addList,
    examples: ['s2s roundtable list', 's2s roundtable list --status paused --json'],
    next: 's2s roundtable show <session>',
    values: { '--status': ['active', 'paused', 'completed', 'closed'], '--workflow': workflows },
  },
  {
    path: 'roundtable show',
    add: addShow,
    examples: [
      's2s roundtable show',
      's2s roundtable show last --round 1',
      's2s roundtable show last --calls --json',
    ],
    exits: { 0: 'done', 2: 'no such session, round or seat', 5: 'the file cannot be read' },
    values: { session: 'sessions', '--seat': 'agents' },
  },
  {
    path: 'roundtable export',
    add: addExport,
    examples: [
      's2s roundtable export last',
      's2s roundtable export last --type summary --output summary.md',
      's2s roundtable export last --format json',
    ],
    exits: { 0: 'done', 2: 'no such session, or nothing to export', 5: 'a file cannot be read or written' },
    next: 's2s lint <file>',
    values: { session: 'sessions', '--type': documents, '--format': ['md', 'json'], '--output': 'files' },
  },
];

/** A command whose options nobody will see. */
class OutlinedCommand extends Command {
  override createCommand(name?: string): Command {
    return new OutlinedCommand(name);
  }

  override option(): this {
    return this;
  }
}

/** Lets a command add itself, and notes what its options and arguments take. */
export function addDiscussionCommand(
  program: Command,
  { path, add, values }: DiscussionCommand,
  { host, isOutline }: { host: Host; isOutline: boolean },
): Command {
  const noun = isOutline ? new OutlinedCommand() : new Command();
  add(noun, host);
  const [command = noun] = noun.commands;
  command.helpOption('-h, --help', 'show what a command does');
  for (const option of command.options) setValues(option, values[option.long ?? '']);
  for (const argument of command.registeredArguments) setValues(argument, values[argument.name()]);
  findParent(program, path.split(' ')).addCommand(command);
  return command;
}
