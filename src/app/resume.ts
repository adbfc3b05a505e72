/** Going on with a stored session. */

import { resolveConfig } from '../config/resolve-config.ts';
import { S2sError } from '../domain/errors.ts';
import type { Lease, LoadedSession } from '../domain/repository.ts';
import type { Session } from '../domain/session.ts';
import { refuseForeign } from '../store/files/session-parse.ts';
import type { AppParts } from './app-parts.ts';
import { listSeatModels } from './choose-models.ts';
import type { ResumeOptions } from './options.ts';
import { prepareResume, withModels } from './prepare-resume.ts';
import { requireBatches, sayFullPrice } from './provider-batch.ts';
import { requirePrices } from './require-models.ts';
import { requireOwnLimits, requireTrust } from './require-trust.ts';
import type { Run } from './results.ts';
import { runDiscussion } from './run-discussion.ts';

/** Resumes here, also what was left to workers. Throws SESSION_COMPLETED or SESSION_CLOSED for one that has ended, and SESSION_LOCKED. */
export async function resume(parts: AppParts, options: ResumeOptions): Promise<Run> {
  return resumeAfter(parts, options, async ({ id }) => parts.jobs?.forget(id));
}

/** Resumes once an action on the loaded session, under the same lease, has succeeded. */
export async function resumeAfter(
  parts: AppParts,
  options: ResumeOptions,
  act: (session: Session) => Promise<void>,
): Promise<Run> {
  const { repository } = parts;
  const { id } = await repository.resolve(options.session);
  const lease = await repository.acquireLease(id);
  try {
    const loaded = await repository.load(id);
    // A run that was killed behind its last save has left the pointer; nothing else of a finished session is open.
    if (loaded.session.status === 'completed') await repository.release(id);
    refuseEnded(loaded.session);
    allowResume(parts, loaded.session, options);
    await act(loaded.session);
    return await goOn(parts, loaded, { options, lease });
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/** The models that a session names come with the repository, as its configuration does. */
function allowResume(parts: AppParts, session: Session, options: ResumeOptions): void {
  requireOwnLimits(parts, options);
  const missing = options.replayMissing ?? session.replay?.missing;
  // A replay asks no model.
  if (session.replay !== undefined && missing === 'fail') {
    parts.sayLeftOut();
    return;
  }
  const references = listSeatModels(withModels(session, options)).map(({ reference }) => reference);
  requireTrust(parts, { references, options, calls: true });
}

async function goOn(
  parts: AppParts,
  { session: stored, version, migratedFrom }: LoadedSession,
  { options, lease }: { options: ResumeOptions; lease: Lease },
): Promise<Run> {
  const config = resolveConfig(parts.config, { workflow: stored.workflow_type });
  const prepared = await prepareResume(parts, stored, { options, config });
  requirePrices(prepared.session, { world: parts.world, config });
  if (options.providerBatch) requireBatches(prepared.session, await parts.loadProviders());
  else sayFullPrice(parts, stored);
  if (migratedFrom !== null) {
    parts.notify({
      level: 'info',
      text: `The session file was of schema version ${migratedFrom}; the old one is kept beside it.`,
    });
  }
  await parts.repository.setCurrent(stored.id);
  // Whoever else goes on with a session has taken it over from the server.
  await parts.events.noteServed(stored.id, parts.remote === true);
  return runDiscussion(parts, { ...prepared, version, config, resumed: true, lease }, options);
}

/** A session that has ended cannot go on. */
export function refuseEnded(session: Session): void {
  if (session.imported_from !== undefined) throw refuseForeign(session);
  if (session.status !== 'completed' && session.status !== 'closed') return;
  const isCompleted = session.status === 'completed';
  throw new S2sError(
    isCompleted ? 'SESSION_COMPLETED' : 'SESSION_CLOSED',
    `The session ${session.id} ${isCompleted ? 'is completed' : 'was closed'}.`,
    {
      hint: `Look at it with: s2s roundtable show ${session.id}; start a new one with: s2s roundtable start "..."`,
    },
  );
}
