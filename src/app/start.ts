/** Starting a session: planned whole before anything is written, then claimed and run. */

import { listFolders } from '../documents/plan-documents.ts';
import { renderDocument } from '../documents/render-document.ts';
import { findTarget } from '../documents/write-documents.ts';
import type { Session } from '../domain/session.ts';
import type { AppParts } from './app-parts.ts';
import { listSeatModels, requireProviders } from './choose-models.ts';
import { type Claimed, claimSession } from './claim-session.ts';
import { namePerson } from './name-person.ts';
import type { ReplayOptions, RunOptions, StartOptions } from './options.ts';
import { planReplay } from './plan-replay.ts';
import { type PlannedSession, planSession } from './plan-session.ts';
import { markBatched } from './provider-batch.ts';
import { loadTemplates } from './publish-session.ts';
import { requirePrices, requireUsable } from './require-models.ts';
import { requireOwnLimits, requireTrust } from './require-trust.ts';
import type { Run } from './results.ts';
import { runDiscussion } from './run-discussion.ts';

/** Plans a new session and tells how it came about. `calls`: whether models will be called. Throws everything that is wrong before anything starts. */
export async function planStart(
  parts: AppParts,
  options: StartOptions,
  { calls = true } = {},
): Promise<PlannedSession> {
  requireOwnLimits(parts, options);
  const planned = await planSession(parts, options);
  const references = listSeatModels(planned.session).map(({ reference }) => reference);
  requireTrust(parts, { references, options, calls });
  const person = options.name === undefined ? {} : await namePerson(parts, options);
  const session = requireProviders(
    { ...planned.session, ...(person.name === undefined ? {} : { started_by: person.name }) },
    await parts.loadProviders(),
  );
  for (const notice of planned.notices) parts.notify(notice);
  return { ...planned, session };
}

/** Starts a new session. Throws as planning does, and FILE_UNWRITABLE. */
export async function start(parts: AppParts, options: StartOptions): Promise<Run> {
  return startPlanned(parts, await planStart(parts, options), options);
}

/** Starts a session that answers from the journal of a recorded one. Throws as `start`, and what reading the record throws. */
export async function replay(parts: AppParts, options: ReplayOptions): Promise<Run> {
  const planned = await planReplay(parts, options);
  if (planned.session.replay?.missing === 'ask') {
    const references = listSeatModels(planned.session).map(({ reference }) => reference);
    requireTrust(parts, { references, options, calls: true });
  } else parts.sayLeftOut();
  for (const notice of planned.notices) parts.notify(notice);
  return startPlanned(parts, planned, options);
}

/**
 * Claims an id for a planned session, stores it, and runs it. Throws MODEL_UNUSABLE and PRICE_UNKNOWN, and FILE_OUTSIDE_PROJECT and
 * FILE_REFUSED for the folder of its documents, TEMPLATE_INVALID and FILE_UNREADABLE for a template of the project, before anything
 * is written or paid for.
 */
export async function startPlanned(
  parts: AppParts,
  planned: PlannedSession,
  options: RunOptions,
): Promise<Run> {
  const marked = options.providerBatch ? await markBatched(parts, planned) : planned;
  const claimed = await claimPlanned(parts, marked);
  return runDiscussion(parts, { ...claimed, config: planned.config, resumed: false }, options);
}

/** The part before the run. `isDetached`: it will run on another machine, whose models are its own. Whoever claims gives the lease back. */
export async function claimPlanned(
  parts: AppParts,
  planned: PlannedSession,
  { isDetached = false } = {},
): Promise<Claimed> {
  const { config } = planned;
  // Before anything is paid for: where the documents will go can be written to.
  for (const folder of listFolders(planned.session, { docsPaths: config.docs }))
    await findTarget(parts.root, folder === '' ? '.' : folder);
  await checkTemplate(parts, planned.session);
  const { repository, given, world } = parts;
  requirePrices(planned.session, { world, config });
  if (!isDetached) await requireUsable(planned.session, { world, config });
  const claimed = await claimSession(planned, {
    ...{ repository, given },
    slugMaxLength: config.slugMaxLength,
  });
  try {
    await repository.setCurrent(claimed.session.id);
    // Before anybody hears of the session: a server that is killed finds again what it had taken on.
    if (parts.remote === true && !isDetached) await parts.events.noteServed(claimed.session.id, true);
    return claimed;
  } catch (error) {
    await claimed.lease.release();
    throw error;
  }
}

/** A template of the project that cannot be read, or asks for what there is not, would be found only when all is paid for. */
async function checkTemplate(parts: AppParts, session: Session): Promise<void> {
  const templates = await loadTemplates(parts);
  const type = session.output_type;
  if (templates[type].file.startsWith(parts.s2sDir)) renderDocument({ session, type, templates });
}
