/** `s2s roundtable start`, and `specs`, `design`, `brainstorm`: the same engine with other defaults. */
import type { ResumeOptions, StartOptions } from '../../app/options.ts';
import { S2sError } from '../../session/errors.ts';
import type { Verdict, WorkflowType } from '../../session/vocabulary.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';
import {
  type CommandDescriptor,
  describeCommand,
  listFlags,
  type OptionDescriptor,
} from '../parser/command-descriptor.ts';
import { quoteArgument } from '../quote-argument.ts';
import type { StartFlags } from '../read-run-flags.ts';
import { findCompleted, runNew } from '../run-new.ts';
import { detachOptions, runNotes, runOptions } from '../run-notes.ts';

export const estimateOption: OptionDescriptor = {
  usage: '--estimate',
  description: 'say what it would cost, without calling a model',
};

/** Options that only starting commands have. */
const startOptions: readonly OptionDescriptor[] = [
  ...listFlags(['start']),
  estimateOption,
  ...[
    {
      usage: '--session <session>',
      description: 'continue this session instead',
      values: 'sessions' as const,
    },
    { usage: '--new', description: 'start a new session without asking about open ones' },
    ...detachOptions,
    {
      usage: '--replay <session>',
      description: 'replay a recorded session: no model, no cost',
      values: 'sessions' as const,
    },
    ...listFlags(['resume']),
  ].map((option) => ({ ...option, isRare: true })),
];

export const startCommand = describeStart(null, {
  description: 'Start a discussion of any question, and write a summary',
  examples: [
    's2s roundtable start "Which queue should carry the download jobs?" --dry-run',
    's2s roundtable start "Monolith or services?" --strategy debate --participants software-architect,devops-engineer',
    's2s roundtable start @topic.md --context README.md --context docs --no-input --json',
  ],
});

export const specsCommand = describeStart('specs', {
  description: 'Discuss what to build, and write requirements',
  examples: [
    's2s specs "Webhooks for finished jobs" --dry-run',
    's2s specs "Webhooks for finished jobs" --context docs --language German',
  ],
});

export const designCommand = describeStart('design', {
  description: 'Discuss how to build it, and write a decision record',
  options: [
    {
      usage: '--revisit <record>',
      description: 'look at this decision record again instead: does it hold? (the topic says why you ask)',
      isRare: true,
    },
  ],
  examples: [
    's2s design "How do we store transcripts?" --dry-run',
    's2s design "How do we store transcripts?" --output-type architecture --max-rounds 5',
    's2s design --revisit 7 --dry-run',
  ],
});

export const brainstormCommand = describeStart('brainstorm', {
  description: 'Collect and rank ideas, and write a summary',
  examples: [
    's2s brainstorm "What could we offer podcasters?" --dry-run',
    's2s brainstorm "What could we offer podcasters?" --dry-run --seed 1',
  ],
});

/** One starting command; `workflow` is null for `roundtable start`. */
function describeStart(
  workflow: Exclude<WorkflowType, 'roundtable'> | null,
  {
    options = [],
    ...told
  }: { description: string; examples: readonly string[]; options?: readonly OptionDescriptor[] },
): CommandDescriptor {
  const path = workflow ?? 'roundtable start';
  return describeCommand<[string | undefined], StartFlags>({
    path,
    ...told,
    arguments: [
      {
        usage: '[topic]',
        description: 'the question; - for standard input, @file for a file',
      },
    ],
    options: [...options, ...startOptions, ...runOptions],
    ...runNotes,
    run: ({ words: [topic], flags }, context) =>
      start(
        topic,
        { ...flags, ...(workflow === null ? {} : { workflow: flags.workflow ?? workflow }) },
        { context, command: path },
      ),
  });
}

async function start(
  topicArgument: string | undefined,
  flags: StartFlags,
  { context, command }: { context: ActionContext; command: string },
): Promise<CommandResult> {
  const [{ chooseSession }, { readTopic }, { readStartFlags }] = await Promise.all([
    import('../ask/choose-session.ts'),
    import('../ask/read-topic.ts'),
    import('../read-run-flags.ts'),
  ]);
  refuseTogether(flags);
  if (flags.revisit !== undefined) return revisit(topicArgument, flags, context);
  const session = await chooseSession(topicArgument, flags, context);
  if (session !== null) {
    const { resume } = await import('./roundtable-resume.ts');
    return resume(session, flags, context);
  }
  if (flags.replay !== undefined) {
    const [{ followRun }, { readFlags }] = await Promise.all([
      import('../follow-run.ts'),
      import('../../config/option-layer.ts'),
    ]);
    const replay = { ...readFlags<ResumeOptions>(flags, ['run', 'own', 'resume']), session: flags.replay };
    return followRun((run) => context.app.replay({ ...replay, ...run }), context, flags);
  }
  const topic = await readTopic(topicArgument, context, { command });
  return runNew({ ...readStartFlags(flags), topic }, flags, { context });
}

/** Looks at a decision record again, in a short discussion. */
async function revisit(
  why: string | undefined,
  { revisit: record = '', ...flags }: StartFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const [{ readTopic }, { readStartFlags }] = await Promise.all([
    import('../ask/read-topic.ts'),
    import('../read-run-flags.ts'),
  ]);
  const read = await context.app.readRevisited({
    record,
    why: why === undefined ? undefined : await readTopic(why, context, { command: 'design' }),
  });
  const options: StartOptions = {
    ...{ minRounds: 1, maxRounds: 2, ...readStartFlags(flags) },
    ...{ workflowType: 'revisit', outputType: 'adr', ...read },
  };
  const end = await runNew(options, flags, { context });
  const session = findCompleted(end);
  if (session === null) return end;
  const { outcome, rehearsal } = await context.app.get({ session });
  const own = outcome?.files.find(({ type }) => type === 'adr')?.path ?? '';
  const said = rehearsal
    ? `A rehearsal decides nothing about ${read.subject.name}.`
    : sayVerdict(outcome?.verdict ?? null, read.subject.name);
  return {
    ...end,
    text: `${end.text}\n${said}\n`,
    next: rehearsal ? [] : [`s2s decisions accept ${quoteArgument(own)}`],
  };
}

function sayVerdict(verdict: Verdict | null, record: string): string {
  if (verdict === null) return `No verdict on ${record} was agreed; it stays as it is.`;
  return verdict === 'holds'
    ? `${record} holds.`
    : `${record} is ${verdict} as soon as you accept the record that says so.`;
}

/** Throws USAGE for flags that make no sense together. */
function refuseTogether(flags: StartFlags): void {
  const isNotNew = flags.replay !== undefined || flags.estimate === true || flags.session !== undefined;
  if (flags.detach === true && isNotNew) {
    throw new S2sError(
      'USAGE',
      '--detach leaves a new session to workers; it cannot be combined with --session, --replay or --estimate.',
      { hint: 'Omit one of the two.' },
    );
  }
  if (flags.session !== undefined && flags.new === true) {
    throw new S2sError('USAGE', '--session and --new cannot be combined.', {
      hint: 'Give --session to continue a session, or neither to start a new one.',
    });
  }
  if (flags.replay === undefined && flags.session === undefined && flags.replayMissing !== undefined) {
    throw new S2sError('USAGE', '--replay-missing is only for a replay.', {
      hint: 'Name the recorded session too: --replay <session>',
    });
  }
}
