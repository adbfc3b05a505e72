/** Turns the flags of a command that runs a discussion into the typed options of the use case. */
import type { ReplayMissing, SessionOptions } from '../app/options.ts';
import { readFlags } from '../config/option-layer.ts';
import { parseChoice, parseCount, parseIdList } from '../config/parse-values.ts';
import { findNearest, S2sError } from '../session/errors.ts';
import { type WorkflowType, workflowTypes } from '../session/vocabulary.ts';
import { readFlag } from './command-descriptor.ts';

/** The flags that `start` and `resume` share, as the parser returns them, without those that set keys of the configuration. */
export interface LimitFlags {
  replayMissing?: string;
  failOn?: string;
  supersede?: boolean;
  full?: boolean;
}

/** The flags of `start`, `specs`, `design` and `brainstorm`, without those that set keys of the configuration. */
export interface StartFlags extends LimitFlags {
  participants?: string;
  workflow?: string;
  context?: string[];
  pro?: string;
  con?: string;
  withMe?: boolean;
  dryRun?: boolean;
  seed?: string;
  session?: string;
  new?: boolean;
  replay?: string;
  estimate?: boolean;
  detach?: boolean;
  priority?: string;
}

/**
 * Reads all options of a new session except its topic. Throws INVALID_VALUE, INVALID_ID, UNKNOWN_OUTPUT_TYPE or UNKNOWN_WORKFLOW with
 * the flag's name.
 */
export function readSessionFlags(flags: StartFlags): SessionOptions {
  const { participants, added } = splitParticipants(flags.participants);
  const { participants: _, ...others } = flags;
  return {
    ...readFlags(participants === undefined ? others : { ...others, participants }),
    addParticipants: added,
    workflow: readFlag(flags.workflow, '--workflow', readWorkflow),
    withMe: flags.withMe,
    context: flags.context,
    pro: splitWords(flags.pro),
    con: splitWords(flags.con),
    rehearsal: flags.dryRun,
    seed: readFlag(flags.seed, '--seed', parseCount),
  };
}

/** Reads `--priority`. Throws INVALID_VALUE. */
export function readPriority({ priority }: { priority?: string }): number | undefined {
  return readFlag(priority, '--priority', parseCount);
}

/** Reads `--replay-missing`. Throws INVALID_VALUE. */
export function readReplayMissing(flags: LimitFlags): ReplayMissing | undefined {
  return readFlag(flags.replayMissing, '--replay-missing', (text, flag) =>
    parseChoice(text, flag, { choices: ['fail', 'ask'] }),
  );
}

/** Reads `--workflow`. Throws UNKNOWN_WORKFLOW with the nearest one. */
export function readWorkflow(value: string): WorkflowType {
  const known = workflowTypes.find((workflow) => workflow === value);
  if (known) return known;
  const nearest = findNearest(value, workflowTypes);
  throw new S2sError('UNKNOWN_WORKFLOW', `There is no workflow "${value}".`, {
    hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Workflows: ${workflowTypes.join(', ')}`,
  });
}

/** Splits words separated by commas; undefined without a text. */
export function splitWords(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** `+security-champion` adds a seat to the chosen panel. Throws INVALID_VALUE when a whole panel is named as well, and INVALID_ID. */
function splitParticipants(text: string | undefined): {
  participants: string | undefined;
  added: string[] | undefined;
} {
  const words = splitWords(text) ?? [];
  const added = words.filter((word) => word.startsWith('+')).map((word) => word.slice(1));
  if (added.length === 0) return { participants: text, added: undefined };
  const rest = words.filter((word) => !word.startsWith('+'));
  if (rest.length > 0 && rest.join() !== 'auto') {
    const all = words.map((word) => word.replace(/^\+/, ''));
    throw new S2sError(
      'INVALID_VALUE',
      '--participants either adds seats (with a + before each) or names the whole panel, not both.',
      {
        hint: `To add: --participants ${all.map((id) => `+${id}`).join(',')}; the whole panel: --participants ${all.join(',')}`,
      },
    );
  }
  return { participants: rest[0], added: parseIdList(added.join(','), '--participants') };
}
