/** `s2s store`: the tables of a database, and copies of sessions between files and a database. */
import type { StoreType } from '../../app/admin/manage-store.ts';
import { exitCodes, S2sError } from '../../session/errors.ts';
import type { ActionContext } from '../action-context.ts';
import { openAsker } from '../ask/ask-person.ts';
import { openProject } from '../open-project.ts';
import { type CommandDescriptor, describeCommand } from '../parser/command-descriptor.ts';
import { trustOption } from '../run-notes.ts';

const kinds: readonly StoreType[] = ['files', 'postgres'];
const yesOption = { usage: '--yes', description: 'do not ask for confirmation' };

/** `store` and its commands. */
export const storeCommands: readonly CommandDescriptor[] = [
  {
    path: 'store',
    description: 'Manage where sessions are kept: files, or a PostgreSQL database',
    examples: ['s2s store migrate --yes', 's2s store copy files postgres'],
  },
  describeCommand<[], { yes?: boolean }>({
    path: 'store migrate',
    description: 'Create or update the tables and the search index of the database',
    options: [yesOption, trustOption],
    examples: ['s2s store migrate', 's2s store migrate --yes'],
    exits: {
      0: 'done, or nothing to do',
      2: 'it needs confirmation, and nobody can be asked',
      5: 'the database cannot be used',
    },
    run: async ({ flags }, context) => {
      const { isKeptInFiles, listMissingMigrations, migrateStore } = await import(
        '../../app/admin/manage-store.ts'
      );
      const parts = await openProject(context, { needsProject: true });
      if (isKeptInFiles(parts))
        return {
          json: { applied: [], indexed: 0 },
          text: 'Sessions are kept in files, which have no tables.',
        };
      const { location, missing } = await listMissingMigrations(parts);
      if (missing.length > 0 && flags.yes !== true) await requireYes(context, location, missing);
      const { showWait } = await import('../../terminal/show-wait.ts');
      const { applied, indexed } = await showWait(context, 'Updating the tables', () => migrateStore(parts));
      const tables = applied.length === 0 ? 'The tables are up to date.' : `Done: ${applied.join(', ')}`;
      return {
        json: { applied, indexed },
        text: indexed === 0 ? tables : `${tables}\nSessions added to the index of words: ${indexed}`,
      };
    },
  }),
  describeCommand<[string, string]>({
    path: 'store copy',
    description: 'Copy all sessions from files to a database, or back; nothing is overwritten',
    arguments: [
      { usage: '<from>', description: 'files or postgres', values: kinds },
      { usage: '<to>', description: 'the other one', values: kinds },
    ],
    options: [trustOption],
    examples: ['s2s store copy files postgres', 's2s store copy postgres files'],
    exits: { 0: 'all are there', 1: 'some were not copied', 2: 'wrong usage', 5: 'a store cannot be used' },
    run: async ({ words: [from, to] }, context) => {
      const [{ copyStore }, { showWait }] = await Promise.all([
        import('../../app/admin/manage-store.ts'),
        import('../../terminal/show-wait.ts'),
      ]);
      const parts = await openProject(context, { needsProject: true });
      const report = await showWait(context, 'Copying sessions', (note) =>
        copyStore(parts, {
          ...{ from: readKind(from), to: readKind(to) },
          tell: (done, of) => note(`Copying sessions: ${done} of ${of}`),
        }),
      );
      const { copied, same, different, in_use: inUse, unreadable } = report;
      const lines = [
        `${copied.length} copied, ${same.length} there already.`,
        ...different.map((id) => `Left alone: ${id}: another session of this name is there.`),
        ...inUse.map((id) => `Not copied: ${id} is in use; run the same command again when it has ended.`),
        ...unreadable.map((id) => `Not copied: ${id} cannot be read; see s2s session validate ${id}`),
      ];
      const isWhole = different.length + inUse.length + unreadable.length === 0;
      return {
        json: report,
        text: lines.join('\n'),
        exitCode: isWhole ? exitCodes.done : exitCodes.negative,
      };
    },
  }),
];

function readKind(word: string): StoreType {
  const kind = kinds.find((one) => one === word);
  if (kind !== undefined) return kind;
  throw new S2sError('INVALID_VALUE', `"${word}" is not a kind of store.`, {
    hint: 's2s store copy files postgres',
  });
}

/** Asks before tables are created or changed. Throws NEEDS_INPUT when nobody can be asked, STORE_NOT_READY for a no. */
async function requireYes(
  context: ActionContext,
  location: string,
  missing: readonly string[],
): Promise<void> {
  const what = `${location}: ${missing.join(', ')}`;
  if (!context.modes.interactive) {
    throw new S2sError(
      'NEEDS_INPUT',
      `Tables have to be created or changed (${what}), and nobody can be asked.`,
      { hint: 's2s store migrate --yes' },
    );
  }
  const asker = await openAsker(context);
  asker.say(what);
  if ((await asker.confirm('Create or change these tables in the database?', true)) === true) return;
  throw new S2sError('STORE_NOT_READY', 'The tables were not changed.', { hint: 's2s store migrate' });
}
