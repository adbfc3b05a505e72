/** Leaves sessions to workers, wherever those run. */
import { pickOptions } from '../../config/option-fields.ts';
import { S2sError } from '../../session/errors.ts';
import type { SessionJobs } from '../../session/ports/session-jobs.ts';
import type { Session } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';
import type { JobOrder, ResumeOptions, SayOptions, StartOptions } from '../options.ts';
import { recordTurn } from '../person/say.ts';
import { requireOwnLimits } from '../require-trust.ts';
import { markBatched, sayFullPrice } from '../run/provider-batch.ts';
import { refuseEnded } from '../run/resume.ts';
import { untilAborted } from '../until-aborted.ts';
import { claimPlanned, planStart } from './start.ts';

/** The priority of a session that a person waits for; a batch has a lower one. */
export const personPriority = 10;

/** The queue of the workers. Throws NO_WORKERS if sessions are stored in files. */
export function requireJobs({ jobs }: Pick<AppParts, 'jobs'>): SessionJobs {
  if (jobs !== null) return jobs;
  throw new S2sError('NO_WORKERS', 'This project keeps its sessions in files, which workers cannot see.', {
    hint: 'Run it here without --detach, or keep sessions in PostgreSQL: s2s help store',
  });
}

/**
 * Creates a session and leaves it to the workers. Throws as a start does, but does not check the models: the keys are where the
 * workers run.
 */
export async function startDetached(parts: AppParts, options: StartOptions & JobOrder): Promise<Session> {
  const jobs = requireJobs(parts);
  const { isBatched = false, priority = personPriority, supersede } = options;
  const planned = await planStart(parts, options);
  const marked = isBatched ? await markBatched(parts, planned) : planned;
  const { session, lease } = await claimPlanned(parts, marked, { isDetached: true });
  try {
    await options.attend?.(session);
  } finally {
    await lease.release();
  }
  // The other options are in the session.
  await jobs.put(session.id, { priority, options: supersede === true ? { supersede } : {}, isBatched });
  return session;
}

/** Leaves a stopped session to the workers. Throws as a resume does, also SESSION_LOCKED. */
export async function resumeDetached(parts: AppParts, options: ResumeOptions & JobOrder): Promise<Session> {
  return handOver(parts, options, async () => undefined);
}

/** Records the person's turn, and leaves the rest to the workers. Throws as `say` does. */
export async function sayDetached(parts: AppParts, options: SayOptions): Promise<Session> {
  return handOver(parts, options, (session) => recordTurn(parts, session, options));
}

async function handOver(
  parts: AppParts,
  options: ResumeOptions & JobOrder,
  act: (session: Session) => Promise<void>,
): Promise<Session> {
  const jobs = requireJobs(parts);
  requireOwnLimits(parts, options);
  const { repository } = parts;
  const { id } = await repository.resolve(options.session);
  const lease = await repository.acquireLease(id);
  const { priority = personPriority } = options;
  let session: Session;
  let isBatched: boolean;
  try {
    ({ session } = await repository.load(id));
    refuseEnded(session);
    isBatched = options.isBatched ?? session.provider_batch === true;
    if (!isBatched) sayFullPrice(parts, session);
    await act(session);
  } finally {
    await lease.release();
  }
  await jobs.put(id, { priority, options: pickOptions(options, ['run', 'own', 'resume']), isBatched });
  return session;
}

/** Whether a session was left to the workers. */
export async function isDetached(parts: AppParts, session: string | undefined): Promise<boolean> {
  if (parts.jobs === null) return false;
  const { id } = await parts.repository.resolve(session);
  return (await parts.jobs.look(id)) !== null;
}

/** Whether there is a worker to take a session. */
export async function hasWorkers({ jobs }: Pick<AppParts, 'jobs'>): Promise<boolean> {
  return jobs !== null && (await jobs.countWorkers()) > 0;
}

/** Resolves when the workers have finished with a session for now, with their error or null; also when the signal aborts. */
export async function waitForWorkers(
  parts: AppParts,
  id: string,
  { signal, onRound }: { signal: AbortSignal | undefined; onRound: (session: Session) => void },
): Promise<Record<string, unknown> | null> {
  const jobs = requireJobs(parts);
  const { clock } = parts.world;
  let rounds = 0;
  for (;;) {
    const state = await jobs.look(id);
    const { session } = await parts.repository.load(id);
    if (session.total_rounds > rounds) onRound(session);
    rounds = session.total_rounds;
    if (state === null || state.isDone || signal?.aborted === true) return state?.error ?? null;
    const timer = clock.deadline(pollMs);
    await untilAborted(timer.signal, signal);
    timer.clear();
  }
}

const pollMs = 500;
