/** `s2s roundtable list`: sessions, newest first, read from their heads alone. */
import type { Command } from 'commander';
import type { SessionStatus, WorkflowType } from '../domain/vocabulary.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

interface ListFlags {
  status?: string;
  workflow?: string;
  limit?: string;
  offset?: string;
}

/** Sessions shown without `--limit`. */
const defaultLimit = 20;

/** Adds `list`. */
export function addList(parent: Command, host: Host): void {
  const command = parent
    .command('list')
    .description('List sessions, newest first')
    .option('--status <status>', 'active, paused, completed or closed')
    .option('--workflow <name>', 'roundtable, specs, design or brainstorm')
    .option('--limit <n>', `how many; ${defaultLimit} when absent`)
    .option('--offset <n>', 'how many to leave out first');
  command.action((flags: ListFlags) => host.run(command, (context) => list(flags, context)));
}

async function list(flags: ListFlags, context: ActionContext): Promise<CommandResult> {
  const [
    { openProject, openStore },
    { formatSessionList },
    { parseChoice, parseCount, parsePositiveInteger },
    { sessionStatuses, workflowTypes },
  ] = await Promise.all([
    import('./open-project.ts'),
    import('../terminal/views/format-session-list.ts'),
    import('../config/parse-values.ts'),
    import('../domain/vocabulary.ts'),
  ]);
  const status: SessionStatus | undefined =
    flags.status === undefined
      ? undefined
      : parseChoice(flags.status, '--status', { choices: sessionStatuses });
  const workflow: WorkflowType | undefined =
    flags.workflow === undefined
      ? undefined
      : parseChoice(flags.workflow, '--workflow', { choices: workflowTypes });
  const limit = flags.limit === undefined ? defaultLimit : parsePositiveInteger(flags.limit, '--limit');
  const offset = flags.offset === undefined ? 0 : parseCount(flags.offset, '--offset');
  const store = openStore(await openProject(context), context);
  const { entries, total } = await store.list({ status, workflow, limit, offset });
  const { id: current } = await store.readCurrent();
  for (const { file, damaged } of entries) {
    if (damaged !== null)
      context.say(`Warning: ${file}: ${damaged} (s2s session validate)`, { warning: true });
  }
  const rows = entries.flatMap(({ id, head }) =>
    head === null
      ? []
      : [
          {
            id,
            topic: head.topic,
            workflow_type: head.workflow_type,
            strategy: head.strategy,
            status: head.status,
            pause_reason: head.pause_reason,
            rounds: head.total_rounds,
            turns: head.total_turns,
            updated_at: head.updated_at,
            created_at: head.created_at,
            current: id === current,
          },
        ],
  );
  const damaged = entries
    .filter((entry) => entry.damaged !== null)
    .map(({ id, file, damaged: reason }) => ({ id, file, reason }));
  return {
    json: { sessions: rows, damaged, total, offset, limit },
    text: formatSessionList(rows, { modes: context.modes.stdout, total, offset }),
    next: sayNext(rows),
  };
}

/** Going on with the current session, where it can; else looking at the first. */
function sayNext(rows: readonly { id: string; status: SessionStatus; current: boolean }[]): string[] {
  const open = rows.find(({ status, current }) => current && (status === 'paused' || status === 'active'));
  const [first] = rows;
  if (first === undefined) return ['s2s roundtable start "your question"'];
  return [
    `s2s roundtable show ${(open ?? first).id}`,
    ...(open === undefined ? [] : [`s2s roundtable resume ${open.id}`]),
  ];
}
