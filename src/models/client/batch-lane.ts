/**
 * Calls of many sessions on their way through the batch interface of a provider: they are collected, sent together, and each gets its
 * own result. What a batch holds is noted before it is sent, so whatever ends the program, nothing is sent twice.
 */
import type { Clock } from '../../domain/ports.ts';
import { ModelError } from '../../domain/provider.ts';
import type {
  BatchInterface,
  BatchResult,
  ProviderBatchNotes,
  SendBody,
  SentBatch,
} from '../../domain/provider-batch.ts';
import { retriedKinds } from './failure-rules.ts';
import { sleep } from './retry.ts';

/** One call. */
export interface LaneCall {
  provider: string;
  batches: BatchInterface;
  /** The same for the same call in every run. */
  customId: string;
  body: object;
  /** Batches whose result for this call was used up by an earlier attempt. */
  spent: readonly string[];
  signal: AbortSignal;
}

/** What a lane is made from. */
export interface LaneParts {
  clock: Clock;
  notes: ProviderBatchNotes;
  /** Hears what a person who waits should know. */
  tell: (text: string) => void;
}

/** Calls are sent once so long nobody has brought another one, or the first has waited so long, or there are so many. */
const quietMs = 2000;
const longestMs = 20_000;
const mostCalls = 100;

const firstPauseMs = 10_000;
const longestPauseMs = 300_000;

type Results = ReadonlyMap<string, BatchResult>;

interface Sent extends SentBatch {
  locate?: Shared<void>;
  read?: Shared<Results>;
}

interface Waiting {
  call: LaneCall;
  resolve: (sent: Sent) => void;
  reject: (error: unknown) => void;
}

/** Makes the lane that all sessions of a run share. `send` rejects with ModelError, or as the notes do. */
export function createBatchLane({ clock, notes, tell }: LaneParts) {
  let loading: Promise<void> | null = null;
  /** By custom id: the newest batch that holds, or may hold, the call, until its result is handed over. */
  const known = new Map<string, Sent>();
  const ids = new Set<string>();
  /** Those that this run sent itself. */
  const made = new Set<string>();
  let queue: Waiting[] = [];
  let timer: ReturnType<Clock['deadline']> | null = null;
  let firstAt = 0;

  const load = async (): Promise<void> => {
    for (const sent of await notes.read()) remember(sent);
  };
  const remember = (sent: Sent): void => {
    for (const id of sent.custom_ids) known.set(id, sent);
    if (sent.batch_id !== null) ids.add(sent.batch_id);
  };
  const settle = async (sent: Sent, batchId: string | null): Promise<void> => {
    sent.batch_id = batchId;
    if (batchId !== null) ids.add(batchId);
    else for (const id of sent.custom_ids) if (known.get(id) === sent) known.delete(id);
    await notes.settle(sent.plan, batchId);
  };

  /** Asks until the batch has ended. */
  async function awaitEnd(id: string, batches: BatchInterface, signal: AbortSignal): Promise<Results> {
    let isTold = false;
    let isNews = !made.has(id);
    for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 1.5)) {
      try {
        const results = await batches.read(id, { signal });
        if (results !== null) return results;
        if (isNews) tell(`The batch ${id} of an earlier run is still at work; its results are waited for.`);
        isNews = false;
        isTold = false;
      } catch (error) {
        if (signal.aborted) throw createCancelled();
        const passes = error instanceof ModelError && [...retriedKinds, 'timeout'].includes(error.kind);
        if (!passes) throw error;
        if (!isTold) tell(`The batch ${id} is asked about again: ${error.message}`);
        isTold = true;
      }
      await sleep(pause, { clock, signal });
      if (signal.aborted) throw createCancelled();
    }
  }

  /** Finds out whether a batch whose id nobody noted was made. Only its results tell whose it is. */
  async function locate(sent: Sent, batches: BatchInterface, signal: AbortSignal): Promise<void> {
    const candidates: string[] = [];
    for await (const { id, size } of batches.list()) {
      if (id === sent.after) break;
      if (size === sent.custom_ids.length && !ids.has(id)) candidates.push(id);
    }
    for (const id of candidates) {
      const results = await awaitEnd(id, batches, signal);
      if (sent.custom_ids.some((own) => results.has(own))) return settle(sent, id);
    }
    await settle(sent, null);
  }

  /** Waits for the result of a call in a batch that holds it. */
  async function take(sent: Sent, { batches, customId, signal }: LaneCall): ReturnType<SendBody> {
    const { batch_id: batchId } = sent;
    if (batchId === null) throw new TypeError('a batch without an id has no results');
    sent.read ??= share((shared) => awaitEnd(batchId, batches, shared));
    const results = await sent.read(signal);
    if (known.get(customId) === sent) known.delete(customId);
    return { batchId, result: results.get(customId) ?? null };
  }

  function collect(call: LaneCall): Promise<Sent> {
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
      const own = waiting.filter(({ call }) => call.provider === provider);
      dispatch(own).catch((error: unknown) => {
        for (const { reject } of own) reject(error);
      });
    }
  }

  async function dispatch(waiting: readonly Waiting[]): Promise<void> {
    const listWanted = () => waiting.filter(({ call }) => !call.signal.aborted);
    const [first] = listWanted();
    if (first === undefined) throw createCancelled();
    const { batches, provider } = first.call;
    let after: string | null = null;
    for await (const { id } of batches.list()) {
      after = id;
      break;
    }
    const wanted = listWanted();
    if (wanted.length === 0) throw createCancelled();
    const custom = wanted.map(({ call }) => call.customId);
    const plan = `${clock.now().toISOString()}/${custom[0]}`;
    const sent: Sent = { plan, after, custom_ids: custom, batch_id: null };
    await notes.plan({ plan, after, custom_ids: custom });
    remember(sent);
    let id: string;
    try {
      id = await batches.create(wanted.map(({ call }) => ({ custom_id: call.customId, params: call.body })));
    } catch (error) {
      // Any other failure leaves open whether the batch was made: whoever tries again finds out first.
      if (isRefused(error)) await settle(sent, null);
      throw error;
    }
    made.add(id);
    await settle(sent, id);
    const calls = custom.length === 1 ? '1 call was' : `${custom.length} calls were`;
    tell(`${calls} sent to ${provider} as the batch ${id}; it may take up to 24 hours.`);
    for (const { resolve } of wanted) resolve(sent);
  }

  return {
    async send(call: LaneCall): ReturnType<SendBody> {
      loading ??= load();
      await loading.catch((error: unknown) => {
        loading = null;
        throw error;
      });
      const before = known.get(call.customId);
      if (before?.batch_id === null) {
        before.locate ??= share((signal) => locate(before, call.batches, signal));
        await before.locate(call.signal);
      }
      const isHeld = before !== undefined && known.get(call.customId) === before;
      if (isHeld && before.batch_id !== null && !call.spent.includes(before.batch_id))
        return take(before, call);
      if (call.signal.aborted) throw createCancelled();
      return take(await collect(call), call);
    },
  };
}

type Shared<Result> = (signal: AbortSignal) => Promise<Result>;

/** Work for which several calls wait: it is done once, again after a failure, and given up when nobody waits any more. */
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
  const { kind, status } = error;
  return status === null ? kind === 'auth' : status >= 400 && status < 500 && status !== 408;
}

function createCancelled(): ModelError {
  return new ModelError('cancelled', 'The call was cancelled.');
}
