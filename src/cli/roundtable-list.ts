/** `s2s roundtable list`: sessions, newest first, read from their heads alone. */
import type { App } from '../app/app.ts';
import { type SessionStatus, sessionStatuses, workflowTypes } from '../domain/vocabulary.ts';
import type { ActionContext } from './action-context.ts';
import { describeCommand } from './command-descriptor.ts';
import type { CommandResult } from './environment.ts';
import { shortenSession } from './session-argument.ts';

interface ListFlags {
  status?: string;
  workflow?: string;
  limit?: string;
  offset?: string;
}

export const listCommand = describeCommand<[], ListFlags>({
  path: 'roundtable list',
  description: 'List sessions, newest first',
  options: [
    {
      usage: '--status <status>',
      description: 'active, paused, completed or closed',
      values: sessionStatuses,
    },
    {
      usage: '--workflow <name>',
      description: 'roundtable, specs, design or brainstorm',
      values: workflowTypes,
    },
    { usage: '--limit <n>', description: 'how many; 20 when absent' },
    { usage: '--offset <n>', description: 'how many to leave out first' },
  ],
  examples: ['s2s roundtable list', 's2s roundtable list --status paused --json'],
  next: 's2s roundtable show <session>',
  run: ({ flags }, context) => list(flags, context),
});

async function list(flags: ListFlags, context: ActionContext): Promise<CommandResult> {
  const [{ formatSessionList }, { parseChoice, parseCount, parsePositiveInteger }] = await Promise.all([
    import('../terminal/views/format-session-list.ts'),
    import('../config/parse-values.ts'),
  ]);
  const read = <Value>(text: string | undefined, parse: (text: string) => Value): Value | undefined =>
    text === undefined ? undefined : parse(text);
  const listed = await context.app.list({
    status: read(flags.status, (text) => parseChoice(text, '--status', { choices: sessionStatuses })),
    workflow: read(flags.workflow, (text) => parseChoice(text, '--workflow', { choices: workflowTypes })),
    limit: read(flags.limit, (text) => parsePositiveInteger(text, '--limit')),
    offset: read(flags.offset, (text) => parseCount(text, '--offset')),
  });
  const { sessions, total, offset, damaged } = listed;
  for (const { file, reason } of damaged) {
    context.notify({ level: 'warning', text: `${file}: ${reason} (s2s session validate)` });
  }
  return {
    json: listed,
    text: formatSessionList(sessions, { modes: context.modes.stdout, total, offset, unread: damaged.length }),
    next: await sayNext(sessions, context.app),
  };
}

/** Going on with the current session, where it can; else looking at the first. */
async function sayNext(
  rows: readonly {
    id: string;
    status: SessionStatus;
    current: boolean;
    imported_from?: 'plugin' | undefined;
  }[],
  app: App,
): Promise<string[]> {
  const open = rows.find(
    ({ status, current, imported_from: source }) =>
      current && source === undefined && (status === 'paused' || status === 'active'),
  );
  const [first] = rows;
  if (first === undefined) return ['s2s roundtable start "your question"'];
  const names = await shortenSession(app, (open ?? first).id);
  return [
    `s2s roundtable show${names.look}`,
    ...(open === undefined ? [] : [`s2s roundtable resume${names.open}`]),
  ];
}
