/** Runs a batch: a session for each topic, several at a time, within one budget. It continues where an earlier run of the batch stopped. */
import { resolveConfig } from '../../config/resolve-config.ts';
import type { BatchNotes, BatchRow } from '../../session/batch.ts';
import { describeError, S2sError } from '../../session/errors.ts';
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { Session } from '../../session/session.ts';
import { findWait } from '../../session/session-head.ts';
import type { AppParts } from '../app-parts.ts';
import type { ProviderBatch } from '../options.ts';
import { requireOwnLimits } from '../require-trust.ts';
import { mostWaiting, openProviderBatch } from '../run/provider-batch.ts';
import { resume } from '../run/resume.ts';
import type { BatchEvent, BatchOptions, BatchReport, BatchTopic } from './batch-options.ts';
import { hasWorkers, requireJobs, resumeDetached, startDetached, waitForWorkers } from './detach.ts';
import { start } from './start.ts';

/** The smallest share that is worth starting with, in US dollars: less pays for no call. */
const leastShare = 0.000_1;

/** Runs the batch. An error of one topic goes into its row and stops no other topic; throws only for the batch as a whole. */
export async function runBatch(parts: AppParts, options: BatchOptions): Promise<BatchReport> {
  const { topics, signal, report = () => undefined } = options;
  // The topics file may have come with the project, so it can lower the person's limits but not raise them.
  for (const topic of topics) requireOwnLimits({ config: parts.config, remote: true }, topic.options);
  const detach = options.detach ?? (await hasWorkers(parts));
  if (detach) requireJobs(parts);
  // Workers collect the batch calls of the sessions that they run.
  const isOwn = options.providerBatch === true && !detach;
  const providerBatch = isOwn ? openProviderBatch(parts, options.name) : undefined;
  // Sessions that wait for a worker or for a provider's batch use no resources here.
  const usual = detach ? topics.length : isOwn ? mostWaiting : null;
  const atOnce =
    options.atOnce ?? usual ?? resolveConfig(parts.config, { workflow: 'roundtable' }).mostRunning;
  const notes = parts.openBatchNotes(options.name);
  const known = await notes.find(topics.map(({ key }) => key));
  const rows = await Promise.all(
    topics.map(async ({ options: { topic } }, index) => readRow(parts, topic, known[index] ?? null)),
  );
  const budget = createBudget(options.maxCost ?? null, rows);
  const runOne = async (index: number): Promise<void> => {
    const entry = topics[index];
    const before = rows[index];
    if (entry === undefined || before === undefined || isSettled(before)) return;
    const share = budget.take(index);
    if (share !== null && share < leastShare) {
      budget.giveBack(index);
      rows[index] = { ...before, pause_reason: 'budget' };
      return;
    }
    const tell = (type: BatchEvent['type'], row: BatchRow): void => {
      rows[index] = row;
      report({ type, index, row });
    };
    try {
      const around = { before, share, notes, tell, options: { ...options, detach }, providerBatch };
      tell('ended', await run(parts, entry, around));
    } catch (error) {
      if (!(error instanceof S2sError)) throw error;
      const id = rows[index]?.session_id ?? null;
      const now = await readRow(parts, before.topic, id);
      tell('ended', { ...now, error: describeError(error) });
    } finally {
      budget.giveBack(index);
    }
  };
  for (;;) {
    const spent = sumCost(rows) ?? 0;
    await runSome(topics.length, { atOnce, runOne, signal });
    // Money that other topics left over goes to those whose share was too small.
    const isShort = rows.some(({ pause_reason: reason, error }) => reason === 'budget' && error === null);
    const hasMore = options.maxCost !== undefined && (sumCost(rows) ?? 0) > spent;
    if (!isShort || !hasMore || signal?.aborted === true) return { rows, cost_usd: sumCost(rows) };
  }
}

/** Runs every index below `count`, `atOnce` at a time, until the signal aborts. Once all have ended, rejects with the first error. */
async function runSome(
  count: number,
  {
    atOnce,
    runOne,
    signal,
  }: { atOnce: number; runOne: (index: number) => Promise<void>; signal: AbortSignal | undefined },
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count && signal?.aborted !== true) {
      const index = next;
      next += 1;
      await runOne(index);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, count) }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** Starts or continues the session of a topic, and follows it to its end. */
async function run(
  parts: AppParts,
  { key, options: named }: BatchTopic,
  {
    before,
    share,
    notes,
    tell,
    options,
    providerBatch,
  }: {
    before: BatchRow;
    share: number | null;
    notes: BatchNotes;
    tell: (type: BatchEvent['type'], row: BatchRow) => void;
    options: BatchOptions;
    providerBatch: ProviderBatch | undefined;
  },
): Promise<BatchRow> {
  const own = named.maxCost ?? options.overrides?.maxCost;
  const limit = share === null ? own : Math.min((before.cost_usd ?? 0) + share, own ?? Infinity);
  const around = {
    ...options.overrides,
    ...(limit === undefined ? {} : { maxCost: limit }),
    signal: options.signal,
    providerBatch,
    ownWord: options.overrides ?? {},
    attend: async (session: Session) => {
      // This comes before the first call, so that a batch killed later finds this session again.
      await notes.add(key, session.id);
      tell('started', describeRow(session));
      return {
        report: (event: RoundtableEvent) => {
          if (event.type === 'recap') tell('round', describeRow(event.session));
        },
      };
    },
  };
  const { session_id: id } = before;
  if (options.detach === true) {
    const isBatched = options.providerBatch === true;
    const order = { ...around, priority: options.priority ?? 0, isBatched };
    const { id: sent } =
      id === null
        ? await startDetached(parts, { ...named, ...order })
        : await resumeDetached(parts, { ...order, session: id });
    const onRound = (session: Session): void => tell('round', describeRow(session));
    const error = await waitForWorkers(parts, sent, { signal: options.signal, onRound });
    return { ...(await readRow(parts, before.topic, sent)), error };
  }
  const begun =
    id === null
      ? await start(parts, { ...named, ...around })
      : await resume(parts, { ...around, session: id });
  const { session, failure } = await begun.result;
  return { ...describeRow(session), error: failure === null ? null : describeError(failure) };
}

/** Whether a topic has ended or waits for a person, so that the batch cannot continue it. */
function isSettled({ status, pause_reason: reason }: BatchRow): boolean {
  return status === 'completed' || status === 'closed' || reason === 'waiting-for-person';
}

async function readRow({ repository }: AppParts, topic: string, id: string | null): Promise<BatchRow> {
  const empty: BatchRow = {
    topic,
    session_id: null,
    status: null,
    pause_reason: null,
    waits_for: null,
    result: null,
    degraded: false,
    rehearsal: false,
    rounds: 0,
    cost_usd: 0,
    files: [],
    error: null,
  };
  if (id === null) return empty;
  try {
    const { session } = await repository.load(id);
    const answered = session.escalations.every(({ status }) => status !== 'pending');
    const row = describeRow(session);
    // A person has decided since, so the session can continue.
    return answered && row.pause_reason === 'waiting-for-person' ? { ...row, pause_reason: null } : row;
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    if (error.code === 'FILE_MISSING') return empty;
    return { ...empty, session_id: id, error: describeError(error) };
  }
}

function describeRow(session: Session): BatchRow {
  const { outcome } = session;
  return {
    topic: session.topic,
    session_id: session.id,
    status: session.status,
    pause_reason: session.pause_reason,
    waits_for: findWait(session),
    result: outcome?.result ?? null,
    degraded: (outcome?.degradation.length ?? 0) > 0,
    rehearsal: session.rehearsal,
    rounds: session.total_rounds,
    cost_usd: session.usage.cost_usd,
    files: outcome?.files ?? [],
    error: null,
  };
}

function sumCost(rows: readonly BatchRow[]): number | null {
  let sum = 0;
  for (const { cost_usd: cost } of rows) {
    if (cost === null) return null;
    sum += cost;
  }
  return sum;
}

/** Divides one budget: each topic that begins gets an equal share of the money neither spent nor held; null without a budget. */
function createBudget(most: number | null, rows: readonly BatchRow[]) {
  const held = new Map<number, number>();
  const begun = new Set<number>();
  return {
    take: (index: number): number | null => {
      if (most === null) return null;
      if (begun.has(index)) begun.clear();
      begun.add(index);
      const free = most - (sumCost(rows) ?? 0) - [...held.values()].reduce((sum, share) => sum + share, 0);
      const waiting = rows.filter((row, other) => !begun.has(other) && !isSettled(row)).length;
      const share = Math.max(0, free / (waiting + 1));
      held.set(index, share);
      return share;
    },
    giveBack: (index: number): void => void held.delete(index),
  };
}
