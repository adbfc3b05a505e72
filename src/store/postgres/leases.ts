/**
 * One writer per session, on any machine: a row with an expiry time, by the clock of the database, and an epoch that rises each time
 * the lease is taken. The holder extends it as long as it lives. Writes name the epoch, so that a holder that was taken for dead but is
 * still running cannot write; `Lease` in session/ports/repository.ts lists those that need none.
 */
import { S2sError } from '../../session/errors.ts';
import type { Clock } from '../../session/ports/ports.ts';
import type { Lease } from '../../session/ports/repository.ts';
import { assertId } from '../../session/rules/session-id.ts';
import {
  createOwner,
  isOwnerDead,
  type LockHost,
  type LockOwner,
  lockOwnerSchema,
} from '../folder/lock-owner.ts';
import type { Database, Query } from './database.ts';

/**
 * Begins the statements that write to a session. `held` has no row, and nothing is written, when another process has taken the
 * session. Takes the id as `$1` and the epoch as `$2`. The row lock makes others wait with taking the lease until the statement is
 * done. A lease that expired while the database was away, and that nobody took, still counts.
 */
export const whileHeld =
  "with held as (select 1 from @leases where session_id = $1 and epoch = $2 and expires_at > '-infinity' for share)";

/** The leases of one process. */
export interface Leases {
  /** Takes a session. Throws SESSION_LOCKED with the holder, INVALID_ID. */
  acquire(id: string): Promise<Lease>;
  isLeased(id: string): Promise<boolean>;
  /** The epoch under which this process may write. Throws LEASE_LOST, and BUG when it does not hold the session. */
  epochOf(id: string): string;
}

interface Held {
  epoch: string;
  /** When this process last ran code, by the clock's `elapsed`. */
  seen: number;
  /** Until then nobody else can have the session, by `elapsed` and by the time of day: only one of these runs on while a machine sleeps. */
  sure: { elapsed: number; now: number };
  lost: AbortController;
  beat: NodeJS.Timeout;
}

interface Row {
  epoch: string;
  owner: unknown;
  seconds_left: number;
}

/** Prepares the leases; sends no statement. */
export function createLeases(
  database: Database,
  {
    host,
    clock,
    leaseSeconds,
  }: { host: LockHost; clock: Pick<Clock, 'elapsed' | 'now'>; leaseSeconds: number },
): Leases {
  const held = new Map<string, Held>();
  const leaseMs = leaseSeconds * 1000;
  const until = `clock_timestamp() + ${leaseSeconds} * interval '1 second'`;

  /** A process that stood still for longer than a lease lasts has lost it, even if nobody has taken it. */
  function look(lease: Held): void {
    const now = clock.elapsed();
    if (now - lease.seen > leaseMs) lease.lost.abort();
    lease.seen = now;
  }

  /** A lease requested now lasts at least until then, however late the answer comes. */
  const countFromNow = (): Held['sure'] => ({
    elapsed: clock.elapsed() + leaseMs,
    now: clock.now().getTime() + leaseMs,
  });

  function isSure(lease: Held): boolean {
    look(lease);
    const { sure, lost } = lease;
    return !lost.signal.aborted && clock.elapsed() < sure.elapsed && clock.now().getTime() < sure.now;
  }

  /** Extends the lease, even after it expired: a holder that only could not reach the database goes on unless somebody took the session. */
  async function putOff(id: string, lease: Held, query: Query): Promise<void> {
    const sure = countFromNow();
    // A released lease stays released.
    const sql = `update @leases set expires_at = ${until} where session_id = $1 and epoch = $2 and expires_at > '-infinity'`;
    if ((await query(sql, [id, lease.epoch])).count === 0) lease.lost.abort();
    else lease.sure = sure;
  }

  async function beat(id: string, lease: Held): Promise<void> {
    look(lease);
    if (lease.lost.signal.aborted) return clearInterval(lease.beat);
    await putOff(id, lease, database.queryOnce).catch(() => undefined);
  }

  async function read(id: string): Promise<Row | null> {
    const sql = `select epoch::text, owner, extract(epoch from expires_at - clock_timestamp())::float8 as seconds_left
      from @leases where session_id = $1 and expires_at > clock_timestamp()`;
    return (await database.query<Row>(sql, [id])).rows[0] ?? null;
  }

  async function take(id: string, owner: LockOwner): Promise<string> {
    // No need to wait for a dead owner on this machine.
    const found = await read(id);
    const dead = found !== null && (await isDead(found)) ? found.epoch : null;
    const { rows } = await database.query<{ epoch: string }>(
      `insert into @leases as l (session_id, epoch, owner, expires_at) values ($1, nextval('@lease_epochs'), $2, ${until})
       on conflict (session_id) do update set epoch = excluded.epoch, owner = excluded.owner, expires_at = excluded.expires_at
         where l.expires_at < clock_timestamp() or l.epoch = $3::bigint
       returning epoch::text`,
      [id, JSON.stringify(owner), dead],
    );
    const epoch = rows[0]?.epoch;
    if (epoch !== undefined) return epoch;
    const taken = await read(id);
    // An earlier try may have taken it, although its answer was lost.
    if (lockOwnerSchema.safeParse(taken?.owner).data?.token === owner.token && taken !== null)
      return taken.epoch;
    throw describeLeased(id, taken);
  }

  async function isDead({ owner }: Row): Promise<boolean> {
    const parsed = lockOwnerSchema.safeParse(owner);
    return parsed.success && (await isOwnerDead(parsed.data, host));
  }

  return {
    acquire: async (id) => {
      assertId(id);
      // An earlier run in this process that lost the lease has not ended yet: its writes must not pass as those of the next run.
      if (held.has(id)) throw describeLeased(id, await read(id));
      const owner = await createOwner(host);
      const sure = countFromNow();
      const epoch = await take(id, owner);
      const lease: Held = {
        epoch,
        seen: clock.elapsed(),
        sure,
        lost: new AbortController(),
        beat: setInterval(() => void beat(id, lease), leaseMs / 3).unref(),
      };
      held.set(id, lease);
      return {
        proof: {
          lost: lease.lost.signal,
          isSure: () => isSure(lease),
          renew: async () => {
            while (!isSure(lease)) {
              if (lease.lost.signal.aborted) throw describeLost(id);
              await putOff(id, lease, database.queryPatiently);
            }
          },
        },
        release: async () => {
          clearInterval(lease.beat);
          if (held.get(id) !== lease) return;
          held.delete(id);
          // If the release fails, the lease expires by itself.
          await database
            .queryOnce("update @leases set expires_at = '-infinity' where session_id = $1 and epoch = $2", [
              id,
              epoch,
            ])
            .catch(() => undefined);
        },
      };
    },
    isLeased: async (id) => {
      const found = await read(id);
      return found !== null && !(await isDead(found));
    },
    epochOf: (id) => {
      const lease = held.get(id);
      if (lease === undefined)
        throw new S2sError('BUG', `The session ${id} was written to without its lease.`);
      look(lease);
      if (lease.lost.signal.aborted) throw describeLost(id);
      return lease.epoch;
    },
  };
}

/** LEASE_LOST: another process may have taken the session. */
export function describeLost(id: string): S2sError {
  return new S2sError(
    'LEASE_LOST',
    `This process did not answer for so long that it lost the session ${id}; it has written nothing since.`,
    { hint: `See who has it: s2s roundtable show ${id}; if nobody does: s2s roundtable resume ${id}` },
  );
}

function describeLeased(id: string, row: Row | null): S2sError {
  const owner = lockOwnerSchema.safeParse(row?.owner).data;
  const who =
    owner === undefined
      ? 'is in use by another process'
      : `has been in use by process ${owner.pid} on the machine ${owner.host} since ${owner.since}`;
  const seconds = Math.max(0, Math.ceil(row?.seconds_left ?? 0));
  return new S2sError('SESSION_LOCKED', `The session ${id} ${who}.`, {
    hint: `Wait until it has finished, or stop it. If that process is gone, the session is free in ${seconds} s. Reading (\`show\`, \`list\`, \`export\`) works meanwhile.`,
    data: {
      seconds_left: seconds,
      ...(owner === undefined ? {} : { pid: owner.pid, host: owner.host, since: owner.since }),
    },
  });
}
