/** Continues a stored session. */

import { resolveConfig } from '../../config/resolve-config.ts';
import { loadAgent } from '../../library/load-library.ts';
import { S2sError } from '../../session/errors.ts';
import type { Lease, LoadedSession } from '../../session/ports/repository.ts';
import type { Session } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';
import type { ResumeOptions } from '../options.ts';
import { listSeatModels } from '../plan/choose-models.ts';
import { requirePrices } from '../plan/require-models.ts';
import { requireOwnLimits, requireTrust } from '../require-trust.ts';
import type { Run } from '../results.ts';
import { prepareResume, withModels } from './prepare-resume.ts';
import { requireBatches, sayFullPrice } from './provider-batch.ts';
import { runDiscussion } from './run-discussion.ts';

/** Resumes a session here, even one that was left to workers. Throws SESSION_COMPLETED, SESSION_CLOSED and SESSION_LOCKED. */
export async function resume(parts: AppParts, options: ResumeOptions): Promise<Run> {
  return resumeAfter(parts, options, async ({ id }) => parts.jobs?.forget(id));
}

/** Takes the lease, loads the session, performs an action on it, and then resumes it under the same lease. */
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
    // A run that was killed after its last save leaves only the pointer to the current session behind.
    if (loaded.session.status === 'completed') await repository.release(id);
    refuseEnded(loaded.session);
    await allowResume(parts, loaded.session, options);
    await act(loaded.session);
    return await runLoaded(parts, loaded, { options, lease });
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/** Checks limits and trust: a session file comes with the repository, so the models that it names need the person's yes. */
async function allowResume(parts: AppParts, session: Session, options: ResumeOptions): Promise<void> {
  requireOwnLimits(parts, options);
  const missing = options.replayMissing ?? session.replay?.missing;
  // A replay asks no model.
  if (session.replay !== undefined && missing === 'fail') {
    parts.sayLeftOut();
    return;
  }
  const references = listSeatModels(withModels(session, options)).map(({ reference }) => reference);
  await requireTrust(parts, {
    references,
    options,
    calls: true,
    shown: await listAgentModels(parts, session),
  });
}

async function runLoaded(
  parts: AppParts,
  { session: stored, version }: LoadedSession,
  { options, lease }: { options: ResumeOptions; lease: Lease },
): Promise<Run> {
  const config = resolveConfig(parts.config, { workflow: stored.workflow_type });
  const prepared = await prepareResume(parts, stored, { options, config });
  requirePrices(prepared.session, { world: parts.world, config });
  if (options.providerBatch) requireBatches(prepared.session, await parts.loadProviders());
  else sayFullPrice(parts, stored);
  await parts.repository.setCurrent(stored.id);
  // A resume from elsewhere takes the session over from the server.
  await parts.events.noteServed(stored.id, parts.remote === true);
  return runDiscussion(parts, { ...prepared, version, config, resumed: true, lease }, options);
}

/** The models that the agents of a session name themselves. */
export async function listAgentModels(
  { places }: Pick<AppParts, 'places'>,
  { facilitator, synthesizer, participants }: Session,
): Promise<(string | null)[]> {
  const ids = [facilitator.agent, synthesizer.agent, ...participants.map(({ id }) => id)];
  const agents = await Promise.all(ids.map((id) => loadAgent(places, id).catch(() => null)));
  return agents.map((agent) => agent?.model ?? null);
}

/** Throws for a session that has ended and cannot continue. */
export function refuseEnded(session: Session): void {
  if (session.status !== 'completed' && session.status !== 'closed') return;
  const isCompleted = session.status === 'completed';
  throw new S2sError(
    isCompleted ? 'SESSION_COMPLETED' : 'SESSION_CLOSED',
    `The session ${session.id} ${isCompleted ? 'is completed' : 'was closed'}.`,
    { hint: `To see it: s2s roundtable show ${session.id}; to start a new one: s2s roundtable start "..."` },
  );
}
