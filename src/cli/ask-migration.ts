/** A database without our tables, at a terminal: asked about, made, and the command is run again. */
import { S2sError } from '../domain/errors.ts';
import type { ActionContext } from './action-context.ts';
import { openProject } from './open-project.ts';
import { requireYes } from './store.ts';

/** Runs an action again once the tables are there. Throws the error that it was given where nobody can be asked, or it is another one. */
export async function migrateAndRepeat<Value>(
  error: unknown,
  context: ActionContext,
  action: () => Promise<Value>,
): Promise<Value> {
  if (!(error instanceof S2sError) || error.code !== 'STORE_NOT_READY' || !context.modes.interactive)
    throw error;
  const { listMissingMigrations, migrateStore } = await import('../app/manage-store.ts');
  const parts = await openProject(context, { needsProject: true });
  const { location, missing } = await listMissingMigrations(parts);
  await requireYes(context, location, missing);
  await migrateStore(parts);
  return action();
}
