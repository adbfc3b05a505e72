/** A worker: continues sessions that were left to the workers, several at a time, until it is stopped. */
import { describeError, S2sError } from '../../session/errors.ts';
import type { JobEnd } from '../../session/ports/session-jobs.ts';
import type { Session } from '../../session/session.ts';
import { sayPause } from '../../wording/pause.ts';
import type { AppParts } from '../app-parts.ts';
import type { ResumeOptions, WorkEvent, WorkOptions } from '../options.ts';
import { requireTrust } from '../require-trust.ts';
import { mostWaiting, openProviderBatch, restWhileWaiting } from '../run/provider-batch.ts';
import { resumeAfter } from '../run/resume.ts';
import { requireJobs } from './detach.ts';

/** Works until the signal aborts. Throws NO_WORKERS for a store in files, NOT_TRUSTED if the project's files lack the person's yes. */
export async function work(parts: AppParts, options: WorkOptions): Promise<void> {
  const { name, concurrency, signal, report } = options;
  const jobs = requireJobs(parts);
  // Without trust, this worker could not run sessions and would only take them from others.
  await requireTrust(parts, { references: ['any'], options: {}, calls: true });
  let troubled: string | null = null;
  // All sessions of this worker share one, so that their calls go into the same batches.
  const batch = openProviderBatch(parts, 'workers');
  await jobs.work({
    name,
    concurrency,
    mostBatched: mostWaiting,
    signal,
    run: (id, order) => {
      const providerBatch = order.isBatched ? restWhileWaiting(batch, order) : undefined;
      const limits: ResumeOptions = { ...order.options, providerBatch };
      return runJob(parts, id, { limits, signal, report });
    },
    onTrouble: (error) => {
      const { message } = describeError(error);
      const detail = String(message);
      if (detail !== troubled) report({ type: 'trouble', session_id: null, detail });
      troubled = detail;
    },
  });
}

async function runJob(
  parts: AppParts,
  id: string,
  { limits, signal, report }: Pick<WorkOptions, 'signal' | 'report'> & { limits: ResumeOptions },
): Promise<JobEnd | null> {
  const tell = (type: WorkEvent['type'], detail: string | null = null): void =>
    report({ type, session_id: id, detail });
  try {
    const run = await resumeAfter(parts, { ...limits, session: id, signal }, async () => {
      await requireJobs(parts).begin(id);
      tell('taken');
    });
    const { session, failure, detail } = await run.result;
    if (isHandedOver(session, signal)) {
      tell('handed-over');
      return { end: 'again' };
    }
    if (session.status === 'completed') tell('completed');
    else tell('paused', failure?.message ?? sayPause(session.pause_reason ?? 'signal', detail));
    return { end: 'done', error: failure === null ? null : describeError(failure) };
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    if (droppedCodes.includes(error.code)) {
      tell('dropped', error.message);
      return null;
    }
    // The database is unreachable: the first worker that reaches it again continues the session.
    if (error.code === 'STORE_AWAY' || error.code === 'STORE_UNREACHABLE') {
      tell('handed-over', error.message);
      return { end: 'again' };
    }
    const isOver = error.code === 'SESSION_COMPLETED' || error.code === 'SESSION_CLOSED';
    if (!isOver) tell('failed', error.message);
    return { end: 'done', error: isOver ? null : describeError(error) };
  }
}

/** Errors that mean another worker or a person has the session. */
const droppedCodes: readonly string[] = ['SESSION_LOCKED', 'LEASE_LOST'];

function isHandedOver({ status, pause_reason: reason }: Session, signal: AbortSignal): boolean {
  return signal.aborted && status === 'paused' && reason === 'signal';
}
