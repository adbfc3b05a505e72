/**
 * Continues a stored session, after a pause as after a kill; nothing tells the two apart. The session file is the truth about finished rounds,
 * the journal about the open one. So a resume takes the lease (a lock of a process that died is taken over), loads the session, checks trust
 * and limits, reads agents, strategy and context again, saying what has changed, and hands both to `runDiscussion` (run-discussion.ts). There
 * the loop (roundtable/run-session.ts) begins the open round, or the open step of the text, from its start, through ports that answer from the journal first: a model
 * call by its key and the hash of its request, a look-up by its key, a person by the key of the question, a message by its id.
 *
 * What is not in the journal is asked (store/journal/journal-ask.ts). Two kinds of calls are in it and are asked all the same: one that failed,
 * unless a later call that succeeded builds on the failure (session/rules/call-key.ts); and, after a pause for want of a quorum, those of
 * the seats whose replies could not be used (`asksLostSeatsAgain` of roundtable/run.ts). A torn last line was no answer to anybody, and is
 * cut off.
 */

import { evidenceKey, listLimits } from '../../config/project-power.ts';
import { applyOptions, type ResolvedConfig, resolveConfig } from '../../config/resolve-config.ts';
import { loadAgent } from '../../library/load-library.ts';
import { contextBudget, gatherContextFiles } from '../../project/gather-context-files.ts';
import { S2sError } from '../../session/errors.ts';
import type { ContextFile } from '../../session/library.ts';
import type { Table } from '../../session/ports/ports.ts';
import type { Lease, LoadedSession } from '../../session/ports/repository.ts';
import { listOpenCalls } from '../../session/rules/call-key.ts';
import { countMostRounds } from '../../session/rules/granted-rounds.ts';
import type { Session } from '../../session/session.ts';
import { type Settings, settingsSchema } from '../../session/settings.ts';
import type { AppParts } from '../app-parts.ts';
import type { ResumeOptions } from '../options.ts';
import { keepModels, listSeatModels, nameSeatModels, requireProviders } from '../plan/choose-models.ts';
import {
  addExtended,
  describeChanges,
  hashTable,
  listHandedOver,
  loadTable,
  readContext,
} from '../plan/load-table.ts';
import { explainHidden } from '../plan/open-evidence.ts';
import { requirePrices } from '../plan/require-models.ts';
import { refuseSecretInput } from '../refuse-secret-input.ts';
import { findOwnMostRounds, requireOwnLimits, requireTrust } from '../require-trust.ts';
import type { Run } from '../results.ts';
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

/** Prepares the resume. Warns about inputs that have changed since the last run; affected calls of the open round are made again. */
export async function prepareResume(
  parts: AppParts,
  stored: Session,
  { options, config }: { options: ResumeOptions; config: ResolvedConfig },
): Promise<{ session: Session; table: Table }> {
  const { context, included } = await readContext(parts, config.projectName);
  for (const { path, note, sent_characters: sent } of included)
    if (sent === 0) parts.notify({ level: 'warning', text: `${path}: ${note}` });
  const loaded = await loadTable(parts, {
    strategy: stored.strategy,
    workflow: stored.workflow_type,
    facilitator: stored.facilitator.agent,
    synthesizer: stored.synthesizer.agent,
    participants: stored.participants,
    outputType: stored.output_type,
    contextFiles: await readAgain(parts, stored),
    sessionFile: parts.repository.locate(stored.id),
    context,
    isAgain: stored.earlier_plan !== undefined,
  });
  const table = await addExtended(loaded, stored, { root: parts.root, docs: config.docs });
  const inputs = hashTable(table);
  const changes = describeChanges(stored.inputs, inputs);
  if (changes.length > 0) changes.push(...(await listAffected(parts, stored)));
  for (const text of changes) parts.notify({ level: 'warning', text });
  const settings = applyOptions(holdToLimits(parts, stored.settings), options);
  const session: Session = {
    ...withModels(stored, options),
    settings: await hideProject(parts, settings),
    rounds_withdrawn: countWithdrawn(parts, { ...stored, settings }),
    inputs,
    ...readReplay(stored, options),
  };
  const isRenamed = options.model !== undefined || options.models !== undefined;
  return { session: isRenamed ? requireProviders(session, await parts.loadProviders()) : session, table };
}

/** Caps a stored session at the limits of the person's own configuration: nobody sees its settings who says yes to the project. */
function holdToLimits({ config, notify, trusts }: AppParts, stored: Settings): Settings {
  const own = config.layers.filter(({ name }) => name !== 'project');
  const isShown = config.layers.some(({ entries }) => entries.get(evidenceKey)?.value === 'agent');
  const held = structuredClone(stored);
  for (const { setting, limit, by, isExceededBy } of listLimits(own, {
    allowsAgent: isShown || trusts === true,
  })) {
    const [name = '', inner] = setting.split('.');
    const place = (inner === undefined ? held : held[name as keyof Settings]) as Record<string, unknown>;
    const value = place[inner ?? name];
    if (!isExceededBy(value)) continue;
    place[inner ?? name] = limit;
    const text = `This session's ${setting.replaceAll(/[_.]/g, ' ')} (${value === null ? 'no limit' : JSON.stringify(value)}) is above your own limit of ${limit} (${by}), which applies.`;
    notify({ level: 'info', text, hint: 'To allow more, give the flag again.' });
  }
  return settingsSchema.parse({ ...held, min_rounds: Math.min(held.min_rounds, held.max_rounds) });
}

/** Granted rounds above the person's own limit, or above the one that they name now. */
function countWithdrawn({ config }: AppParts, session: Session): number | undefined {
  const own = findOwnMostRounds(config);
  if (own === undefined) return undefined;
  const most = Math.max(own, session.settings.max_rounds);
  return Math.max(0, countMostRounds({ ...session, rounds_withdrawn: 0 }) - most) || undefined;
}

/** Switches look-ups off where git cannot say which files may be shown. */
async function hideProject(parts: AppParts, settings: Settings): Promise<Settings> {
  const hidden = settings.evidence.mode === 'off' ? null : await explainHidden(parts);
  if (hidden === null) return settings;
  parts.notify(hidden);
  return { ...settings, evidence: { ...settings.evidence, mode: 'off' } };
}

/** Changes what a replay does with calls that were not recorded. Throws USAGE for a session that is no replay. */
function readReplay(stored: Session, { replayMissing }: ResumeOptions): Pick<Session, 'replay'> {
  if (replayMissing === undefined) return {};
  if (stored.replay !== undefined) return { replay: { ...stored.replay, missing: replayMissing } };
  throw new S2sError(
    'USAGE',
    `The session ${stored.id} is not a replay, so it has no calls that were not recorded.`,
    { hint: `s2s roundtable resume ${stored.id}` },
  );
}

/** Names the finished calls of the open round that may have to be made again because their requests have changed. */
async function listAffected({ repository }: AppParts, stored: Session): Promise<string[]> {
  const { lines } = await repository.readJournal(stored.id);
  const calls = listOpenCalls(lines, stored.total_rounds);
  return calls.length === 0 ? [] : [`These calls of the open round may be made again: ${calls.join(', ')}.`];
}

/** Reads the context files of the session again. */
async function readAgain(parts: AppParts, stored: Session): Promise<readonly ContextFile[]> {
  const { root, notify } = parts;
  const paths = listHandedOver(stored.context_files);
  if (paths.length === 0) return [];
  const given = stored.context_files.filter(({ included_by: by }) => by === undefined);
  const budget = given.reduce((sum, { sent_characters: sent }) => sum + sent, 0);
  const { files, receipts } = await gatherContextFiles(paths, {
    root,
    namedBy: 'session',
    budgetCharacters: Math.min(Math.max(budget, 1), contextBudget),
  });
  for (const { path, text } of files) refuseSecretInput(parts, text, `The context file ${path}`);
  for (const { path, note } of receipts.filter((receipt) => receipt.sent_characters === 0))
    notify({
      level: 'warning',
      text: `The context file ${path} of this session is not sent again: ${note}.`,
    });
  return files;
}

/** Replaces stored models with the given ones. A rehearsal stays a rehearsal: its rounds are nobody's opinion. */
export function withModels(session: Session, { model, models }: ResumeOptions): Session {
  if (model === undefined && models === undefined) return session;
  const seats = session.participants.filter(({ kind }) => kind === 'model').map(({ id }) => id);
  const named = nameSeatModels(models, [...seats, 'facilitator', 'synthesizer']);
  const give = <Seat extends object>(id: string, seat: Seat): Seat => {
    const choice = named.get(id) ?? model;
    return choice === undefined ? seat : { ...seat, fallback_models: undefined, ...keepModels(choice) };
  };
  const isRenamed = (seat: string): boolean => model !== undefined || named.has(seat);
  const { takeovers } = session;
  return {
    ...session,
    facilitator: give('facilitator', session.facilitator),
    synthesizer: give('synthesizer', session.synthesizer),
    participants: session.participants.map((seat) => (seat.kind === 'human' ? seat : give(seat.id, seat))),
    ...(takeovers === undefined
      ? {}
      : { takeovers: takeovers.map((one) => (isRenamed(one.seat) ? { ...one, undone: true } : one)) }),
  };
}
