/** Options and notes that the commands that run a discussion share. */
import { type HelpNotes, listFlags, type OptionDescriptor } from './parser/command-descriptor.ts';

/** Consent for one command. */
export const trustOption: OptionDescriptor = {
  isRare: true,
  usage: '--trust',
  description:
    "approve the programs and hosts of this project's configuration, for this command only (s2s help trust)",
};

export const detachOptions: readonly OptionDescriptor[] = [
  {
    isRare: true,
    usage: '--detach',
    description: 'hand it to a worker and return (needs sessions in PostgreSQL; s2s help worker)',
  },
  {
    isRare: true,
    usage: '--priority <n>',
    description: 'with workers: higher goes first (default: 10, 0 for a batch)',
  },
];

/** Options of every command that runs a discussion: models, limits, and how its end is treated. */
export const runOptions: readonly OptionDescriptor[] = [
  ...listFlags(['run', 'own']),
  {
    isRare: true,
    usage: '--fail-on <conditions>',
    description: 'exit 1 on: degraded, no-consensus',
    values: ['degraded', 'no-consensus', 'degraded,no-consensus'],
  },
  { usage: '--full', description: 'uncut positions in --json', isRare: true },
  trustOption,
];

/** The options without those that a command settles by itself, named as they are typed. */
export function leaveOut(
  options: readonly OptionDescriptor[],
  settled: readonly string[],
): OptionDescriptor[] {
  return options.filter(({ usage }) => !settled.includes(usage.split(' ')[0] ?? ''));
}

/** Exit codes of a run. */
export const runNotes: Required<Pick<HelpNotes, 'exits'>> = {
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
};
