/** `s2s roundtable list`: sessions, newest first, read from their heads alone. */
import type { App } from '../../app/app.ts';
import type { ListedSession } from '../../app/results.ts';
import { shortenId } from '../../session/rules/session-id.ts';
import { sessionStatuses, workflowTypes } from '../../session/vocabulary.ts';
import { sayAsked } from '../../wording/escalation.ts';
import { readTableWidth } from '../lay-table.ts';
import { describeCommand, readFlag } from '../parser/command-descriptor.ts';
import { canContinue, listWaiting, shortenSession } from '../session-argument.ts';

/** The most waiting sessions that are suggested. */
const mostSuggested = 3;

interface ListFlags {
  status?: string;
  workflow?: string;
  limit?: string;
  offset?: string;
}

export const listCommand = describeCommand<[], ListFlags>({
  path: 'roundtable list',
  description: 'List sessions and what they decided: those that wait for you, then the newest',
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
  run: async ({ flags }, context) => {
    const [{ formatSessionList }, { parseChoice, parseCount, parsePositiveInteger }] = await Promise.all([
      import('../../terminal/views/format-session-list.ts'),
      import('../../config/parse-values.ts'),
    ]);
    const oneOf =
      <Word extends string>(choices: readonly Word[]) =>
      (text: string, flag: string): Word =>
        parseChoice(text, flag, { choices });
    const { app, globals } = context;
    const status = readFlag(flags.status, '--status', oneOf(sessionStatuses));
    const workflow = readFlag(flags.workflow, '--workflow', oneOf(workflowTypes));
    const isFiltered = status !== undefined || workflow !== undefined;
    const listed = await app.list({
      status,
      workflow,
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
    // What waits comes first, however old it is.
    const isFirst = globals.json !== true && offset === 0 && (status ?? 'paused') === 'paused';
    const asked = isFirst ? await listWaiting(app, workflow) : [];
    const waiting = await Promise.all(
      asked.map(async (row) => ({ ...row, asked: await readAsked(row, app) })),
    );
    return {
      json: listed,
      text: formatSessionList(sessions, {
        modes,
        total,
        offset,
        waiting,
        isFiltered,
        unread: damaged.length,
      }),
      next:
        isFiltered && sessions.length + waiting.length === 0
          ? ['s2s roundtable list']
          : await sayNext(sessions, waiting, app),
    };
  },
});

/** What a session asks of a person, which its head does not have; null for one that cannot be read. */
async function readAsked({ id }: ListedSession, app: App): Promise<string | null> {
  const session = await app.get({ session: id }).catch(() => null);
  return session === null ? null : sayAsked(session);
}

/** Suggests what waits, with `resume` once it is answered; else the current session, or the first when it has ended. */
async function sayNext(
  sessions: readonly ListedSession[],
  waiting: readonly ListedSession[],
  app: App,
): Promise<string[]> {
  if (waiting.length > 0)
    return waiting
      .slice(0, mostSuggested)
      .map(
        ({ id, waits_for: wait }) => `s2s roundtable ${wait === null ? 'resume' : 'show'} ${shortenId(id)}`,
      );
  const open = sessions.find((session) => session.current && canContinue(session));
  const [first] = sessions;
  if (first === undefined) return ['s2s design "your question"'];
  const names = await shortenSession(app, (open ?? first).id);
  return [
    `s2s roundtable show${names.look}`,
    ...(open === undefined ? [] : [`s2s roundtable resume${names.open}`]),
  ];
}
