/** Starts a session: plans it completely before anything is written, then claims and runs it. */

import { sessionsFolder } from '../../documents/document-paths.ts';
import { findFolder } from '../../documents/plan-documents.ts';
import { renderDocument } from '../../documents/render-document.ts';
import { checkWritable } from '../../documents/write-documents.ts';
import { S2sError } from '../../session/errors.ts';
import type { Table, Version } from '../../session/ports/ports.ts';
import type { Lease, SessionRepository } from '../../session/ports/repository.ts';
import type { Session } from '../../session/session.ts';
import { createSessionId } from '../../store/session/create-session-id.ts';
import type { AppParts } from '../app-parts.ts';
import { namePerson } from '../name-person.ts';
import type { ReplayOptions, RunOptions, StartOptions } from '../options.ts';
import { listSeatModels, requireProviders } from '../plan/choose-models.ts';
import { planReplay } from '../plan/plan-replay.ts';
import { type PlannedSession, planSession } from '../plan/plan-session.ts';
import { requirePrices, requireUsable } from '../plan/require-models.ts';
import { loadTemplates } from '../publish/publish-session.ts';
import { requireOwnLimits, requireTrust } from '../require-trust.ts';
import type { Run } from '../results.ts';
import { markBatched } from '../run/provider-batch.ts';
import { listAgentModels } from '../run/resume.ts';
import { runDiscussion } from '../run/run-discussion.ts';

/** Plans a new session and notifies the person of the choices made. `calls`: whether models will be called. Throws every planning error. */
export async function planStart(
  parts: AppParts,
  options: StartOptions,
  { calls = true } = {},
): Promise<PlannedSession> {
  requireOwnLimits(parts, options);
  const planned = await planSession(parts, options);
  const references = listSeatModels(planned.session).map(({ reference }) => reference);
  await requireTrust(parts, { references, options, calls });
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
    const shown = await listAgentModels(parts, planned.session);
    await requireTrust(parts, { references, options, calls: true, shown });
  } else parts.sayLeftOut();
  for (const notice of planned.notices) parts.notify(notice);
  return startPlanned(parts, planned, options);
}

/**
 * Claims an ID for a planned session, stores it, and runs it. Before anything is written or paid for, throws MODEL_UNUSABLE and
 * PRICE_UNKNOWN; FILE_OUTSIDE_PROJECT and FILE_REFUSED for the folders of its documents; TEMPLATE_INVALID and FILE_UNREADABLE for a
 * template of the project.
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

/** Checks, claims and stores a session. `isDetached`: it will run on another machine, with its models. The caller releases the lease. */
export async function claimPlanned(
  parts: AppParts,
  planned: PlannedSession,
  { isDetached = false } = {},
): Promise<Claimed> {
  const { config } = planned;
  // Before anything is paid for, check that what comes out can be written.
  for (const folder of [sessionsFolder, findFolder(planned.session, { docsPaths: config.docs })])
    await checkWritable(parts.root, folder);
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
    // Before the ID is returned: a server that is killed finds its accepted sessions again.
    if (parts.remote === true && !isDetached) await parts.events.noteServed(claimed.session.id, true);
    return claimed;
  } catch (error) {
    await claimed.lease.release();
    throw error;
  }
}

/** Tries the project's template now: an unreadable or invalid one would otherwise fail only after everything is paid for. */
async function checkTemplate(parts: AppParts, session: Session): Promise<void> {
  const templates = await loadTemplates(parts);
  const type = session.output_type;
  if (templates[type].file.startsWith(parts.s2sDir)) renderDocument({ session, type, templates });
}

/** The most IDs tried after the planned one; each is a second later. */
const mostTries = 60;

/** The stored session, under the planned ID or another; the caller releases the lease. */
export interface Claimed {
  session: Session;
  table: Table;
  version: Version;
  lease: Lease;
}

/**
 * Stores a new session and takes its lease. If another start has taken the planned ID, it takes the next free one. `given` holds the IDs
 * that starts of this app are trying to take, so that simultaneous starts try different ones. Throws what `create` and `acquireLease`
 * of the repository throw.
 */
export async function claimSession(
  planned: { session: Session; table: Table },
  options: { repository: SessionRepository; slugMaxLength: number | undefined; given: Set<string> },
): Promise<Claimed> {
  const { repository, slugMaxLength, given } = options;
  let { session, table } = planned;
  const tried = given.has(session.id) ? [session.id] : [];
  for (;;) {
    if (tried.length > 0) {
      const taken = [...(await repository.listIds()), ...given, ...tried];
      const id = createSessionId(session.topic, new Date(session.created_at), { slugMaxLength, taken });
      table = { ...table, sessionFile: table.sessionFile?.replace(session.id, id) ?? null };
      session = { ...session, id };
    }
    given.add(session.id);
    try {
      return { session, table, ...(await storeNew(session, repository)) };
    } catch (error) {
      if (!isTaken(error) || tried.length > mostTries) throw error;
      tried.push(session.id);
    } finally {
      // Once the session is stored, `listIds` returns its ID.
      given.delete(session.id);
    }
  }
}

async function storeNew(
  session: Session,
  repository: SessionRepository,
): Promise<Pick<Claimed, 'version' | 'lease'>> {
  const lease = await repository.acquireLease(session.id);
  try {
    return { version: await repository.create(session), lease };
  } catch (error) {
    await lease.release();
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof S2sError && (error.code === 'SESSION_CHANGED' || error.code === 'SESSION_LOCKED');
}
