/** Options and notes that the commands that run a discussion share. */
import { type HelpNotes, listKeyOptions, type OptionDescriptor } from './command-descriptor.ts';

/** Consent for one command. */
export const trustOption: OptionDescriptor = {
  usage: '--trust',
  description:
    "allow what this project's configuration runs and calls, for this command only (s2s help trust)",
};

export const detachOptions: readonly OptionDescriptor[] = [
  {
    usage: '--detach',
    description: 'leave it to a worker (s2s worker) and end; needs sessions in PostgreSQL',
  },
  {
    usage: '--priority <n>',
    description: 'with workers: the highest goes first; 10 for a start and 0 for a batch when absent',
  },
];

/** Options of every command that runs a discussion: models, limits, and how its end is treated. */
export const runOptions: readonly OptionDescriptor[] = [
  ...listKeyOptions('run'),
  {
    usage: '--fail-on <conditions>',
    description: 'exit 1 on: degraded, no-consensus',
    values: ['degraded', 'no-consensus', 'degraded,no-consensus'],
  },
  {
    usage: '--supersede',
    description: 'mark older decision records that the new one replaces, without asking about each',
  },
  { usage: '--full', description: 'whole positions in --json' },
  trustOption,
];

/** Exit codes of a run, and the command that follows it. */
export const runNotes: Required<Pick<HelpNotes, 'exits' | 'next'>> = {
  exits: {
    0: 'done',
    1: 'a --fail-on condition holds',
    2: 'wrong usage, or the project is not trusted',
    3: 'paused',
    4: 'waiting for a person',
    5: 'file',
    6: 'no model',
    130: 'cancelled',
  },
  next: 's2s roundtable show',
};
