/**
 * Sends the calls of many sessions through the batch interface of a provider: it collects them, sends them together, and gives each its
 * own result. The content of a batch is noted before it is sent, so that no call is sent twice, however the program ends.
 */
import type { Clock } from '../../session/ports/ports.ts';
import { ModelError } from '../../session/ports/provider.ts';
import type {
  BatchInterface,
  BatchResult,
  ProviderBatchNotes,
  SendBody,
  SentBatch,
} from '../../session/ports/provider-batch.ts';
import type { LeaseProof } from '../../session/ports/repository.ts';
import { sayFailure } from '../say-failure.ts';
import { retriedKinds, sleep } from './retry.ts';

/** One call. */
export interface LaneCall {
  provider: string;
  batches: BatchInterface;
  session: string;
  /** The same for the same call in every run. */
  customId: string;
  body: object;
  /** Batches whose result for this call an earlier attempt has used. */
  spent: ReadonlySet<string>;
  /** Tells whether this process still holds the session; absent when that is certain. */
  proof: LeaseProof | undefined;
  signal: AbortSignal;
}

/** What a lane is made from. */
export interface LaneParts {
  clock: Clock;
  notes: ProviderBatchNotes;
  /** Receives messages for a person who is waiting. */
  tell: (text: string) => void;
}

/** Calls are sent when no new one has come for `quietMs`, when the first has waited `longestMs`, or when there are `mostCalls`. */
const quietMs = 2000;
const longestMs = 20_000;
const mostCalls = 100;

const firstPauseMs = 10_000;
const longestPauseMs = 300_000;
/** How long a batch of another process may still be on its way to the provider. */
const onItsWayMs = 120_000;

type Results = ReadonlyMap<string, BatchResult>;

/** A batch that calls of this process wait for. */
interface Sent extends SentBatch {
  waiting: number;
  /** Whether this process sent it, or tried to. */
  isOwn: boolean;
  locate?: Shared<void>;
  read?: Shared<Results>;
}

interface Waiting {
  call: LaneCall;
  resolve: (sent: SentBatch) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes the lane that all sessions of a run, or of a worker, share. `send` rejects with ModelError, or
 * with an error of the notes or proofs.
 */
export function createBatchLane({ clock, notes, tell }: LaneParts) {
  /** Batches that calls wait for, by plan. */
  const awaited = new Map<string, Sent>();
  /** Plans that this process sent, or may have sent. */
  const own = new Set<string>();
  let queue: Waiting[] = [];
  let timer: ReturnType<Clock['deadline']> | null = null;
  let firstAt = 0;

  const settle = async (sent: SentBatch, batchId: string | null): Promise<void> => {
    sent.batch_id = batchId;
    if (batchId === null) own.delete(sent.plan);
    await notes.settle(sent, batchId);
  };

  /** Polls until the batch has ended. */
  async function awaitEnd(
    id: string,
    { batches, isNews, signal }: { batches: BatchInterface; isNews: boolean; signal: AbortSignal },
  ): Promise<Results> {
    let isTold = false;
    let isNew = isNews;
    for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 1.5)) {
      try {
        const results = await batches.read(id, { signal });
        if (results !== null) return results;
        if (isNew) tell(`The batch ${id} of an earlier run is still running; waiting for its results.`);
        isNew = false;
        isTold = false;
      } catch (error) {
        if (signal.aborted) throw createCancelled();
        const passes = error instanceof ModelError && [...retriedKinds, 'timeout'].includes(error.kind);
        if (!passes) throw error;
        if (!isTold) tell(`Asking about the batch ${id} again: ${sayFailure(error)}`);
        isTold = true;
      }
      await sleep(pause, { clock, signal });
      if (signal.aborted) throw createCancelled();
    }
  }

  /** Finds out whether a batch whose id was never noted was made. Only the results of a batch tell whose it is. */
  async function locate(sent: Sent, batches: BatchInterface, signal: AbortSignal): Promise<void> {
    for (let looks = sent.isOwn ? 1 : 2; looks > 0; looks -= 1) {
      const candidates: string[] = [];
      for await (const { id, size } of batches.list()) {
        if (id === sent.after) break;
        if (size === sent.custom_ids.length && !(await notes.isNoted(id))) candidates.push(id);
      }
      for (const id of candidates) {
        const results = await awaitEnd(id, { batches, signal, isNews: true });
        if (sent.custom_ids.some((custom) => results.has(custom))) return settle(sent, id);
      }
      if (looks > 1) await sleep(onItsWayMs, { clock, signal });
      if (signal.aborted) throw createCancelled();
    }
    await settle(sent, null);
  }

  /** Returns the result of a call from a batch that may hold it, or null when the call has to be sent. */
  async function take(found: SentBatch, call: LaneCall): Promise<Awaited<ReturnType<SendBody>> | null> {
    const { batches, customId, signal } = call;
    const isOwn = own.has(found.plan);
    const sent = awaited.get(found.plan) ?? { ...found, waiting: 0, isOwn };
    awaited.set(sent.plan, sent);
    sent.waiting += 1;
    try {
      if (sent.batch_id === null) {
        sent.locate ??= share((shared) => locate(sent, batches, shared));
        await sent.locate(signal);
      }
      const { batch_id: batchId } = sent;
      if (batchId === null || call.spent.has(batchId)) return null;
      sent.read ??= share((shared) => awaitEnd(batchId, { batches, signal: shared, isNews: !isOwn }));
      const results = await sent.read(signal);
      return { batchId, result: results.get(customId) ?? null };
    } finally {
      sent.waiting -= 1;
      if (sent.waiting === 0) {
        awaited.delete(sent.plan);
        if (sent.batch_id !== null) own.delete(sent.plan);
      }
    }
  }

  function collect(call: LaneCall): Promise<SentBatch> {
    return new Promise((resolve, reject) => {
      if (queue.length === 0) firstAt = clock.elapsed();
      queue.push({ call, resolve, reject });
      timer?.clear();
      if (queue.length >= mostCalls) return flush();
      const left = longestMs - (clock.elapsed() - firstAt);
      timer = clock.deadline(Math.max(0, Math.min(quietMs, left)));
      if (timer.signal.aborted) flush();
      else timer.signal.addEventListener('abort', flush);
    });
  }

  function flush(): void {
    timer?.clear();
    const waiting = queue;
    queue = [];
    for (const provider of new Set(waiting.map(({ call }) => call.provider))) {
      const alike = waiting.filter(({ call }) => call.provider === provider);
      dispatch(alike).catch((error: unknown) => {
        for (const { reject } of alike) reject(error);
      });
    }
  }

  async function dispatch(waiting: readonly Waiting[]): Promise<void> {
    let left = waiting;
    const leave = (gone: readonly Waiting[], reason: unknown): void => {
      left = left.filter((one) => !gone.includes(one));
      for (const { reject } of gone) reject(reason);
    };
    for (;;) {
      leave(
        left.filter(({ call }) => call.signal.aborted),
        createCancelled(),
      );
      const [first] = left;
      if (first === undefined) return;
      const { batches, provider } = first.call;
      let after: string | null = null;
      for await (const { id } of batches.list()) {
        after = id;
        break;
      }
      // If another process has taken over one session, the others go on.
      await Promise.all(
        left.map(async (one) => {
          await one.call.proof?.renew().catch((error: unknown) => leave([one], error));
        }),
      );
      const asked = left.filter(({ call }) => mayGo(call));
      if (asked.length === 0) continue;
      const custom = asked.map(({ call }) => call.customId);
      const planned = { plan: `${clock.now().toISOString()}/${custom[0]}`, after, custom_ids: custom };
      const sessions = asked.map(({ call }) => call.session);
      const noted = await notes.plan(planned, sessions);
      const going = asked.filter(({ call }) => noted.includes(call.customId));
      leave(
        asked.filter((one) => !going.includes(one)),
        createCancelled(),
      );
      const sent: SentBatch = { ...planned, custom_ids: [...noted], batch_id: null };
      const mayLeave = (): boolean => going.every(({ call }) => mayGo(call));
      if (going.length === 0 || !mayLeave()) {
        await settle(sent, null);
        continue;
      }
      own.add(sent.plan);
      let id: string;
      try {
        const requests = going.map(({ call }) => ({ custom_id: call.customId, params: call.body }));
        id = await batches.create(requests, { mayLeave });
      } catch (error) {
        // After any other failure the batch may exist; the next attempt finds out first.
        if (isRefused(error)) await settle(sent, null);
        throw error;
      }
      await settle(sent, id);
      const calls = going.length === 1 ? '1 call was' : `${going.length} calls were`;
      tell(`${calls} sent to ${provider} as the batch ${id}; it may take up to 24 hours.`);
      for (const { resolve } of going) resolve(sent);
      left = left.filter((one) => !going.includes(one));
    }
  }

  return {
    async send(call: LaneCall): ReturnType<SendBody> {
      for (;;) {
        const before = await notes.find(call.customId);
        const found = before === null ? null : await take(before, call);
        if (found !== null) return found;
        if (call.signal.aborted) throw createCancelled();
        const taken = await take(await collect(call), call);
        if (taken !== null) return taken;
      }
    },
  };
}

/** Whether a call may still be sent: it is not cancelled, and this process still holds its session. */
function mayGo({ signal, proof }: LaneCall): boolean {
  return !signal.aborted && proof?.isSure() !== false;
}

type Shared<Result> = (signal: AbortSignal) => Promise<Result>;

/** Shares work between several waiting calls: it runs once, again after a failure, and is aborted when no call waits for it any more. */
function share<Result>(work: Shared<Result>): Shared<Result> {
  let current: { result: Promise<Result>; end: AbortController; waiting: number } | null = null;
  return async (signal) => {
    if (signal.aborted) throw createCancelled();
    if (current === null) {
      const end = new AbortController();
      const begun = { end, waiting: 0, result: work(end.signal) };
      begun.result.catch(() => {
        if (current === begun) current = null;
      });
      current = begun;
    }
    const mine = current;
    mine.waiting += 1;
    const leave = (): void => {
      mine.waiting -= 1;
      if (mine.waiting > 0) return;
      mine.end.abort();
      if (current === mine) current = null;
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await mine.result;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };
}

function isRefused(error: unknown): boolean {
  if (!(error instanceof ModelError)) return false;
  const { status } = error.facts;
  return status === null ? error.kind === 'auth' : status >= 400 && status < 500 && status !== 408;
}

function createCancelled(): ModelError {
  return new ModelError('cancelled', '', { reason: 'cancelled' });
}
