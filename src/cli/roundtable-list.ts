/** `s2s roundtable list`: sessions, newest first, read from their heads alone. */
import type { Command } from 'commander';
import type { SessionStatus } from '../domain/vocabulary.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

interface ListFlags {
  status?: string;
  workflow?: string;
  limit?: string;
  offset?: string;
}

/** Adds `list`. */
export function addList(parent: Command, host: Host): void {
  const command = parent
    .command('list')
    .description('List sessions, newest first')
    .option('--status <status>', 'active, paused, completed or closed')
    .option('--workflow <name>', 'roundtable, specs, design or brainstorm')
    .option('--limit <n>', 'how many; 20 when absent')
    .option('--offset <n>', 'how many to leave out first');
  command.action((flags: ListFlags) => host.run(command, (context) => list(flags, context)));
}

async function list(flags: ListFlags, context: ActionContext): Promise<CommandResult> {
  const [
    { formatSessionList },
    { parseChoice, parseCount, parsePositiveInteger },
    { sessionStatuses, workflowTypes },
  ] = await Promise.all([
    import('../terminal/views/format-session-list.ts'),
    import('../config/parse-values.ts'),
    import('../domain/vocabulary.ts'),
  ]);
  const read = <Value>(text: string | undefined, parse: (text: string) => Value): Value | undefined =>
    text === undefined ? undefined : parse(text);
  const listed = await context.app.list({
    status: read(flags.status, (text) => parseChoice(text, '--status', { choices: sessionStatuses })),
    workflow: read(flags.workflow, (text) => parseChoice(text, '--workflow', { choices: workflowTypes })),
    limit: read(flags.limit, (text) => parsePositiveInteger(text, '--limit')),
    offset: read(flags.offset, (text) => parseCount(text, '--offset')),
  });
  const { sessions, total, offset } = listed;
  for (const { file, reason } of listed.damaged) {
    context.notify({ level: 'warning', text: `${file}: ${reason} (s2s session validate)` });
  }
  return {
    json: listed,
    text: formatSessionList(sessions, { modes: context.modes.stdout, total, offset }),
    next: sayNext(sessions),
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
