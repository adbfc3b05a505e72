/** `s2s roundtable start`, and `specs`, `design`, `brainstorm`: the same engine with other defaults. */
import type { Command } from 'commander';
import type { StartOptions } from '../app/options.ts';
import { S2sError } from '../domain/errors.ts';
import type { WorkflowType } from '../domain/vocabulary.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';
import type { StartFlags } from './read-run-flags.ts';

const descriptions: Record<Exclude<WorkflowType, 'roundtable'>, string> = {
  specs: 'Discuss what the product must do and write requirements',
  design: 'Discuss how it should be built and write a decision record',
  brainstorm: 'Collect and rank ideas and write a summary',
};

/** Adds the options that `start` and `resume` share. */
export function addRunOptions(command: Command): Command {
  return command
    .option('--model <ref>', 'the model of every seat, as provider/model')
    .option(
      '--models <pairs>',
      'models of single seats: seat=provider/model,… (facilitator and synthesizer too)',
    )
    .option('--min-rounds <n>', 'fewest rounds before it can conclude')
    .option('--max-rounds <n>', 'most rounds')
    .option('--agent-timeout <seconds>', 'time limit of one answer')
    .option('--total-timeout <seconds>', 'time limit of this run')
    .option('--max-tokens <n>', 'most tokens of the whole session')
    .option('--max-cost <usd>', 'most money of the whole session')
    .option('--on-limit <what>', 'at a limit: pause or conclude')
    .option('--on-escalation <what>', 'unattended, when a person has to decide: pause, accept or continue')
    .option('--interactive', 'ask after every round')
    .option('--fail-on <conditions>', 'exit 1 on: degraded, no-consensus')
    .option('--full', 'whole positions in --json');
}

/** Adds one starting command; `workflow` is null for `roundtable start`. */
export function addStart(
  parent: Command,
  host: Host,
  workflow: Exclude<WorkflowType, 'roundtable'> | null,
): void {
  const command = parent
    .command(workflow ?? 'start')
    .description(workflow === null ? 'Start a discussion' : descriptions[workflow])
    .argument('[topic]', 'what is to be discussed; - for standard input, @file for a file')
    .option('--strategy <id>', 'how the discussion runs (s2s strategies list)')
    .option('--participants <ids>', 'who sits at the table: ids separated by commas, or auto')
    .option('--workflow <name>', 'roundtable, specs, design or brainstorm')
    .option('--output-type <type>', 'adr, requirements, architecture or summary')
    .option(
      '--context <file>',
      'a file, folder or pattern to hand over; repeatable',
      (value: string, list: string[] | undefined) => [...(list ?? []), value],
    )
    .option('--language <language>', 'the language of the answers')
    .option('--facilitator <id>', 'who leads')
    .option('--synthesizer <id>', 'who writes the document')
    .option('--pro <ids>', 'in a debate: who argues for')
    .option('--con <ids>', 'in a debate: who argues against')
    .option('--with-me', 'take a seat yourself')
    .option('--participation <mode>', 'parallel, sequential or targeted')
    .option('--verbose', 'keep whole answers in the session file')
    .option('--dry-run', 'rehearse with the built-in panel: no model, no key, no cost')
    .option('--seed <n>', 'what everything random follows from')
    .option('--replay <session>', 'say again what a recorded session said: no model, no cost')
    .option('--replay-missing <what>', 'what a replay does with calls that were not recorded: fail or ask')
    .option('--combined', 'let the synthesis bring the next question along')
    .option('--estimate', 'only say what calls, tokens and money to expect; no call is made')
    .option('--fast', 'fewer waits: combined, at least two rounds, stragglers are not waited for');
  addRunOptions(command);
  command.action((topic: string | undefined, flags: StartFlags) =>
    host.run(command, (context) =>
      start(
        topic,
        { ...flags, ...(workflow === null ? {} : { workflow: flags.workflow ?? workflow }) },
        { context, command: workflow ?? 'roundtable start' },
      ),
    ),
  );
}

async function start(
  topicArgument: string | undefined,
  flags: StartFlags,
  { context, command }: { context: ActionContext; command: string },
): Promise<CommandResult> {
  const [{ readTopic }, { readReplayMissing, readSessionFlags }] = await Promise.all([
    import('./read-topic.ts'),
    import('./read-run-flags.ts'),
  ]);
  refuseTogether(flags);
  const { replay, failOn } = flags;
  const options = readSessionFlags(flags);
  const missing = readReplayMissing(flags);
  const end = { failOn, full: flags.full === true };
  if (replay !== undefined) {
    const topic =
      topicArgument === undefined ? undefined : await readTopic(topicArgument, context, { command });
    const { rehearsal: _, ...rest } = options;
    const { followRun } = await import('./follow-run.ts');
    return followRun(
      (run) => context.app.replay({ ...rest, ...run, session: replay, topic, missing }),
      context,
      end,
    );
  }
  const topic = await readTopic(topicArgument, context, { command });
  if (flags.estimate === true) return estimate({ ...options, topic }, context);
  const { followRun } = await import('./follow-run.ts');
  return followRun((run) => context.app.start({ ...options, ...run, topic }), context, end);
}

async function estimate(options: StartOptions, context: ActionContext): Promise<CommandResult> {
  const { describeEstimate } = await import('./estimate-text.ts');
  const estimated = await context.app.estimate({ ...options, signal: context.stop });
  const { session } = estimated;
  // A run says this itself when it begins.
  context.say(`Strategy: ${session.strategy} (${session.strategy_reason})`);
  for (const { path, note } of session.context_files) context.say(`Context ${path}: ${note}`);
  return describeEstimate(estimated);
}

/** Refuses flags that make no sense together. Throws USAGE. */
function refuseTogether(flags: StartFlags): void {
  if (flags.replay === undefined && flags.replayMissing !== undefined) {
    throw new S2sError('USAGE', '--replay-missing says what a replay does, and this is none.', {
      hint: 'Name the recorded session too: --replay <session>',
    });
  }
  if (flags.replay !== undefined && flags.dryRun === true) {
    throw new S2sError('USAGE', '--replay and --dry-run exclude each other: both run without a model.', {
      hint: 'Give --replay to hear a recorded session again, --dry-run to hear the built-in panel.',
    });
  }
}
