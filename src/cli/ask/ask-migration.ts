/** At a terminal, offers to create missing tables in the database, and then runs the command again. */
import { S2sError } from '../../session/errors.ts';
import type { ActionContext } from '../action-context.ts';
import { requireYes } from '../commands/store.ts';
import { openProject } from '../open-project.ts';

/** Creates the missing tables and runs the action again. Throws `error` itself when it has another cause or nobody can be asked. */
export async function migrateAndRepeat<Value>(
  error: unknown,
  context: ActionContext,
  action: () => Promise<Value>,
): Promise<Value> {
  if (!(error instanceof S2sError) || error.code !== 'STORE_NOT_READY' || !context.modes.interactive)
    throw error;
  const { listMissingMigrations, migrateStore } = await import('../../app/admin/manage-store.ts');
  const parts = await openProject(context, { needsProject: true });
  const { location, missing } = await listMissingMigrations(parts);
  await requireYes(context, location, missing);
  await migrateStore(parts);
  return action();
}
