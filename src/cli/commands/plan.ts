/** `s2s plan`: from what was demanded and decided to work packages in order. */
import type { StartOptions } from '../../app/options.ts';
import { cleanLine } from '../../text/clean-text.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';
import { describeCommand, listFlags } from '../parser/command-descriptor.ts';
import { quoteArgument } from '../quote-argument.ts';
import type { StartFlags } from '../read-run-flags.ts';
import { estimateOption } from '../roundtable/roundtable-start.ts';
import { findCompleted, runNew } from '../run-new.ts';
import { detachOptions, leaveOut, runNotes, runOptions } from '../run-notes.ts';

interface PlanFlags extends StartFlags {
  issues?: string;
  afresh?: boolean;
  context?: string[];
}

/** What a plan settles by itself. */
const settled = ['--workflow', '--output-type', '--pro', '--con', '--supersede'];

export const planCommand = describeCommand<[string[]], PlanFlags>({
  path: 'plan',
  description: 'Plan the work: work packages in order, each with the requirements it covers',
  arguments: [
    {
      usage: '[documents...]',
      description: "requirements, decision records, architecture (default: the project's own)",
    },
  ],
  options: [
    {
      usage: '--issues <file>',
      description: 'write the packages as issues too: one JSON object a line, with title and body',
    },
    { usage: '--afresh', description: 'plan as if there were no plan of these documents yet' },
    ...leaveOut(listFlags(['start']), settled),
    estimateOption,
    ...leaveOut(runOptions, settled),
    ...detachOptions,
  ],
  examples: [
    's2s plan --dry-run',
    's2s plan docs/specifications/requirements.md --dry-run --issues issues.jsonl',
  ],
  ...runNotes,
  run: ({ words: [documents], flags }, context) => plan(documents, flags, context),
});

async function plan(
  documents: readonly string[],
  flags: PlanFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const { readStartFlags } = await import('../read-run-flags.ts');
  const { issues, afresh, ...others } = flags;
  if (issues !== undefined) await context.app.checkIssuesFile(issues);
  const { context: sources, ...read } = await context.app.readDemands(documents, {
    rehearsal: flags.dryRun,
    afresh,
  });
  const options: StartOptions = {
    ...readStartFlags(others),
    ...{ workflowType: 'plan', ...read, context: [...sources, ...(flags.context ?? [])] },
  };
  const end = await runNew(options, others, { context });
  const session = findCompleted(end);
  if (session === null) return end;
  const { outcome, rehearsal } = await context.app.get({ session });
  const file = outcome?.files.find(({ type }) => type === 'plan')?.path;
  if (issues !== undefined) {
    await context.app.export({ session, format: 'issues', output: issues });
    context.say(`Written: ${cleanLine(issues)}`);
  }
  // A person reads what was decided and which file has it; another program gets the plan.
  if (context.modes.stdout.isTty) return end;
  const { text } = await context.app.export({ session });
  return {
    ...end,
    text,
    next: rehearsal || file === undefined ? [] : [`git add ${quoteArgument(file)}`],
  };
}
