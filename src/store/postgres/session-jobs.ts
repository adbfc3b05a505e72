/**
 * The workers' queue. A table of the store lists the wanted sessions; pg-boss, in a schema beside it, hands each to one worker, highest
 * priority first. A job is only a hint. If a wanted session has no job, because a worker died or the job was never sent, the sweep of
 * any worker sends another one. If two workers try for the same session, it goes to the one that gets its lease.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import type {
  SessionJobs,
  SessionOrder,
  StoreFigures,
  WorkerDuty,
} from '../../session/ports/session-jobs.ts';
import type { Database } from './database.ts';
import { describeMissingDriver, explainDatabaseError } from './database-errors.ts';
import { noteBegin, noteEnd, noteRunning } from './worker-crashes.ts';

export interface SessionJobsParts {
  database: Database;
  leaseSeconds: number;
  maxCrashes: number;
  host: { pid: number; hostname: string; createToken: () => string };
}

const queues = { plain: 'sessions', batched: 'batched-sessions' } as const;
const chooseQueue = (isBatched: boolean): string => (isBatched ? queues.batched : queues.plain);
const pollMs = 500;
const heartbeatSeconds = 10;
const workerSeconds = 20;

/** Wanted sessions that nobody holds and that have no job; `isCut`: the process that held it has died. */
const describeWanted = (jobs: string): string => `
  select w.session_id as id, w.priority, w.is_batched as "isBatched", coalesce(l.expires_at > '-infinity', false) as "isCut"
  from @worker_sessions w left join @leases l using (session_id)
  where w.asked > w.done and (l.expires_at is null or l.expires_at < clock_timestamp()) and not exists (
    select 1 from "${jobs}".job j where j.name in ('${queues.plain}', '${queues.batched}') and j.singleton_key = w.session_id
      and (j.state in ('created', 'retry') or j.state = 'active' and coalesce(l.expires_at, '-infinity') = '-infinity'))`;

/** An order to run a session. */
interface Order extends Pick<SessionOrder, 'options' | 'isBatched'> {
  asked: number;
}

/** A session that needs a job. */
interface Wanted {
  id: string;
  priority: number;
  isBatched: boolean;
}

/** Builds the queue; pg-boss is loaded and connected with the first job. */
export function createSessionJobs({
  database,
  leaseSeconds,
  maxCrashes,
  host,
}: SessionJobsParts): SessionJobs {
  const { place } = database;
  const jobSchema = `${place.schema}_jobs`;
  let opened: Promise<PgBoss> | null = null;
  let users = 0;

  async function start(supervise: boolean): Promise<PgBoss> {
    const { PgBoss: Boss } = await import('pg-boss').catch((error: unknown) => {
      throw describeMissingDriver(error, 'pg-boss');
    });
    const boss = new Boss({
      connectionString: place.address,
      schema: jobSchema,
      application_name: 's2s jobs',
      max: 3,
      schedule: false,
      supervise,
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
    });
    // Errors outside of calls: pg-boss itself tries again.
    boss.on('error', () => undefined);
    try {
      await boss.start();
      for (const queue of Object.values(queues)) {
        if ((await boss.getQueue(queue)) !== null) continue;
        await boss.createQueue(queue, {
          policy: 'exclusive',
          heartbeatSeconds,
          expireInSeconds: 24 * 60 * 60 - 1,
          retryLimit: 1_000_000,
          retryDelay: 0,
          deleteAfterSeconds: 60 * 60,
        });
      }
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw explainDatabaseError(error, place);
    }
  }

  /** Keeps pg-boss open only while it is used: its connections would keep a command from ending. Waits for the server to start it. */
  async function use<Value>(
    act: (boss: PgBoss) => Promise<Value>,
    { supervise = false, signal }: { supervise?: boolean; signal?: AbortSignal } = {},
  ): Promise<Value> {
    users += 1;
    opened ??= database.patiently(() => start(supervise), signal);
    try {
      return await act(await opened);
    } finally {
      users -= 1;
      if (users === 0) await close();
    }
  }

  async function close(): Promise<void> {
    const boss = await opened?.catch(() => null);
    opened = null;
    await boss?.stop({ graceful: false }).catch(() => undefined);
  }

  const send = async (boss: PgBoss, { id, priority, isBatched }: Wanted): Promise<void> => {
    const order = { singletonKey: id, priority };
    const sendOnce = () =>
      boss.send(chooseQueue(isBatched), { session: id }, order).catch((error: unknown) => {
        throw explainDatabaseError(error, place);
      });
    await database.patiently(sendOnce);
  };

  async function sweep(boss: PgBoss): Promise<void> {
    const { rows } = await database.queryOnce<Wanted & { isCut: boolean }>(describeWanted(jobSchema));
    for (const { isCut, ...wanted } of rows) {
      // The job of a worker that died counts as active until its heartbeat is missed; the lease has expired sooner.
      if (isCut) {
        const queue = chooseQueue(wanted.isBatched);
        const jobs = await boss.findJobs(queue, { key: wanted.id });
        for (const { id: job, state } of jobs) if (state === 'active') await boss.fail(queue, job);
      }
      await send(boss, wanted);
    }
  }

  async function doJob(boss: PgBoss, job: Job<{ session: string }>, run: WorkerDuty['run']): Promise<void> {
    const { session: id } = job.data;
    const { name: queue } = job;
    const beat = setInterval(
      () => void boss.touch(queue, job.id).catch(() => undefined),
      (heartbeatSeconds * 1000) / 3,
    );
    try {
      const { rows } = await database.query<Order>(
        'select asked, options, is_batched as "isBatched" from @worker_sessions where session_id = $1 and asked > done',
        [id],
      );
      const [order] = rows;
      const rest = () => noteRunning(database, id, false);
      const wake = () => noteRunning(database, id, true);
      const ended = order === undefined ? null : await run(id, { ...order, rest, wake });
      if (ended !== null) await noteEnd(database, id);
      if (ended?.end === 'done') {
        // If somebody asked again meanwhile, `asked` is higher, and the session stays wanted.
        const sql = `update @worker_sessions set done = greatest(done, $2), error = $3, options = case asked when $2 then '{}' else options end where session_id = $1`;
        const error = ended.error === null ? null : JSON.stringify(ended.error);
        await database.queryPatiently(sql, [id, order?.asked, error]);
      }
      await (ended?.end === 'again' ? boss.fail(queue, job.id) : boss.complete(queue, job.id));
    } catch {
      // The session is still wanted: its job comes back when its heartbeat is missed, or through a sweep.
    } finally {
      clearInterval(beat);
    }
  }

  async function work(boss: PgBoss, duty: WorkerDuty): Promise<void> {
    const { name, concurrency, mostBatched, signal, onTrouble } = duty;
    const me = host.createToken();
    // Two queues, so that sessions that wait hours for a batch take no places from others.
    const places = [
      { queue: queues.plain, most: concurrency, running: new Set<Promise<void>>() },
      { queue: queues.batched, most: mostBatched, running: new Set<Promise<void>>() },
    ];
    const listRunning = () => places.flatMap(({ running }) => [...running]);
    const sweepMs = Math.min(5000, (leaseSeconds * 1000) / 3);
    let due = 0;
    while (!signal.aborted) {
      try {
        if (due <= 0) {
          await database.queryOnce(
            `insert into @workers (id, name, host, pid, concurrency, expires_at)
             values ($1, $2, $3, $4, $5, clock_timestamp() + interval '${workerSeconds} seconds')
             on conflict (id) do update set expires_at = excluded.expires_at`,
            [me, name, host.hostname, host.pid, concurrency],
          );
          await sweep(boss);
          due = sweepMs;
        }
        for (const { queue, most, running } of places) {
          const free = most - running.size;
          const jobs = free > 0 ? await boss.fetch<{ session: string }>(queue, { batchSize: free }) : [];
          for (const job of jobs) {
            const doing: Promise<void> = doJob(boss, job, duty.run).finally(() => running.delete(doing));
            running.add(doing);
          }
        }
      } catch (error) {
        onTrouble(explainDatabaseError(error, place));
      }
      due -= pollMs;
      // A free place is filled at once.
      await Promise.race([wait(pollMs, undefined, { signal }).catch(() => undefined), ...listRunning()]);
    }
    await Promise.all(listRunning());
    await database
      .queryOnce('delete from @workers where id = $1 or expires_at < clock_timestamp()', [me])
      .catch(() => undefined);
  }

  return {
    put: async (id, { priority, options = {}, isBatched = false }) => {
      await database.query(
        `insert into @worker_sessions as w (session_id, priority, options, is_batched) values ($1, $2, $3, $4)
         on conflict (session_id) do update set priority = excluded.priority, options = excluded.options,
           is_batched = excluded.is_batched, asked = w.asked + 1, error = null`,
        [id, priority, JSON.stringify(options), isBatched],
      );
      await use((boss) => send(boss, { id, priority, isBatched }));
    },
    putAgain: async (id) => {
      const { rows } = await database.query<Wanted>(
        `update @worker_sessions set asked = asked + 1, error = null where session_id = $1
         returning session_id as id, priority, is_batched as "isBatched"`,
        [id],
      );
      const [row] = rows;
      if (row === undefined) return false;
      await use((boss) => send(boss, row));
      return true;
    },
    look: async (id) => {
      const { rows } = await database.query<{ isDone: boolean; error: Record<string, unknown> | null }>(
        'select asked <= done as "isDone", error from @worker_sessions where session_id = $1',
        [id],
      );
      return rows[0] ?? null;
    },
    forget: async (id) => {
      await database.query('delete from @worker_sessions where session_id = $1', [id]);
    },
    begin: (id) => noteBegin(database, id, maxCrashes),
    countWorkers: async () => {
      const sql = 'select count(*)::int as count from @workers where expires_at > clock_timestamp()';
      return (await database.query<{ count: number }>(sql)).rows[0]?.count ?? 0;
    },
    count: async () => {
      const { rows } = await database.query<StoreFigures>(
        `select (select count(*)::int from @leases where expires_at > clock_timestamp()) as leases,
           (select count(*)::int from @workers where expires_at > clock_timestamp()) as workers,
           (select count(*)::int from @worker_sessions w left join @leases l using (session_id)
             where w.asked > w.done and (l.expires_at is null or l.expires_at < clock_timestamp())) as wanted`,
      );
      return rows[0] ?? { leases: 0, workers: 0, wanted: 0 };
    },
    work: (duty) => use((boss) => work(boss, duty), { supervise: true, signal: duty.signal }),
    close,
  };
}
