/** `s2s roundtable list`: sessions, newest first, read from their heads alone. */
import type { App } from '../../app/app.ts';
import type { ListedSession } from '../../app/results.ts';
import { sessionStatuses, workflowTypes } from '../../session/vocabulary.ts';
import { readTableWidth } from '../lay-table.ts';
import { describeCommand, readFlag } from '../parser/command-descriptor.ts';
import { canContinue, shortenSession } from '../session-argument.ts';

interface ListFlags {
  status?: string;
  workflow?: string;
  limit?: string;
  offset?: string;
}

export const listCommand = describeCommand<[], ListFlags>({
  path: 'roundtable list',
  description: 'List sessions and what they decided, newest first',
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
    { usage: '--limit <n>', description: 'how many (default: 20)' },
    { usage: '--offset <n>', description: 'how many to skip first' },
  ],
  examples: ['s2s roundtable list', 's2s roundtable list --status paused --json'],
  next: 's2s roundtable show <session>',
  run: async ({ flags }, context) => {
    const [{ formatSessionList }, { parseChoice, parseCount, parsePositiveInteger }] = await Promise.all([
      import('../../terminal/views/format-session-list.ts'),
      import('../../config/parse-values.ts'),
    ]);
    const oneOf =
      <Word extends string>(choices: readonly Word[]) =>
      (text: string, flag: string): Word =>
        parseChoice(text, flag, { choices });
    const listed = await context.app.list({
      status: readFlag(flags.status, '--status', oneOf(sessionStatuses)),
      workflow: readFlag(flags.workflow, '--workflow', oneOf(workflowTypes)),
      limit: readFlag(flags.limit, '--limit', parsePositiveInteger),
      offset: readFlag(flags.offset, '--offset', parseCount),
    });
    const { sessions, total, offset, damaged } = listed;
    // Somebody who comes from the plugin may have many sessions of one reason.
    for (const reason of new Set(damaged.map((one) => one.reason))) {
      const [first, ...more] = damaged.filter((one) => one.reason === reason).map(({ file }) => file);
      const files = more.length === 0 ? first : `${first} and ${more.length} more`;
      context.notify({ level: 'warning', text: `${files}: ${reason} (s2s session validate)` });
    }
    const { stdout } = context.modes;
    const modes = { ...stdout, columns: readTableWidth(stdout) };
    return {
      json: listed,
      text: formatSessionList(sessions, { modes, total, offset, unread: damaged.length }),
      next: await sayNext(sessions, context.app),
    };
  },
});

/** Suggests `show` for the current session, or the first when it has ended, and `resume` when it has not. */
async function sayNext(sessions: readonly ListedSession[], app: App): Promise<string[]> {
  const open = sessions.find((session) => session.current && canContinue(session));
  const [first] = sessions;
  if (first === undefined) return ['s2s roundtable start "your question"'];
  const names = await shortenSession(app, (open ?? first).id);
  return [
    `s2s roundtable show${names.look}`,
    ...(open === undefined ? [] : [`s2s roundtable resume${names.open}`]),
  ];
}
