/** Turns the flags of a command that runs a discussion into the typed options of the use case. */
import type { ResumeOptions, SessionOptions } from '../app/options.ts';
import { readFlags } from '../config/option-layer.ts';
import { parseCount, parseIdList, splitWords } from '../config/parse-values.ts';
import { S2sError } from '../session/errors.ts';
import type { WorkflowType } from '../session/vocabulary.ts';
import { readFlag } from './parser/command-descriptor.ts';

/** The flags that `start` and `resume` share, as the parser returns them, as far as they are read one by one. */
export interface LimitFlags {
  failOn?: string;
  full?: boolean;
}

/** The flags of `start`, `specs`, `design` and `brainstorm`, as far as they are read one by one. */
export interface StartFlags extends LimitFlags {
  participants?: string;
  workflow?: string;
  dryRun?: boolean;
  replayMissing?: string;
  session?: string;
  new?: boolean;
  replay?: string;
  revisit?: string;
  estimate?: boolean;
  detach?: boolean;
  priority?: string;
}

/** Reads all options of a new session except its topic. Throws INVALID_VALUE, INVALID_ID or the option's own code, with the flag's name. */
export function readStartFlags(flags: StartFlags): SessionOptions & Pick<ResumeOptions, 'replayMissing'> {
  const { participants: named, ...others } = flags;
  const { participants, added: addParticipants } = splitParticipants(named);
  const given = participants === undefined ? others : { ...others, participants };
  return {
    ...readFlags<SessionOptions>(given, ['start', 'run', 'own', 'resume']),
    ...(addParticipants === undefined ? {} : { addParticipants }),
  };
}

/** Reads `--priority`. Throws INVALID_VALUE. */
export function readPriority({ priority }: { priority?: string }): number | undefined {
  return readFlag(priority, '--priority', parseCount);
}

/** Reads `--workflow`. Throws UNKNOWN_WORKFLOW. */
export function readWorkflow(flags: { workflow?: string }, preset: WorkflowType): WorkflowType {
  return readFlags<SessionOptions>(flags, ['start']).workflowType ?? preset;
}

/** `+security-champion` adds a seat to the chosen panel. Throws INVALID_VALUE when a whole panel is named as well, and INVALID_ID. */
function splitParticipants(text: string | undefined): {
  participants: string | undefined;
  added: string[] | undefined;
} {
  const words = splitWords(text ?? '');
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
