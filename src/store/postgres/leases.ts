/**
 * One writer for a session, on any machine: a row with a time at which it ends, by the clock of the database, and an epoch that rises
 * with every taking. The holder puts the end off as long as it lives; every write names the epoch, so that whoever was taken for dead
 * and goes on writes nothing.
 */
import { S2sError } from '../../domain/errors.ts';
import type { Clock } from '../../domain/ports.ts';
import type { Lease } from '../../domain/repository.ts';
import { assertId } from '../../domain/session-id.ts';
import { createOwner, isOwnerDead, type LockHost, lockOwnerSchema } from '../files/lock-owner.ts';
import type { Database } from './database.ts';

/**
 * Begins every statement that writes to a session: no row, and nothing is written, when the lease is not held any more. Takes the id as
 * `$1` and the epoch as `$2`. A taking waits until the statement is done, so none can come in between.
 */
export const whileHeld =
  'with held as (select 1 from @leases where session_id = $1 and epoch = $2 and expires_at > clock_timestamp() for share)';

/** The leases of one process. */
export interface Leases {
  /** Takes a session. Throws SESSION_LOCKED with who holds it, INVALID_ID. */
  acquire(id: string): Promise<Lease>;
  isLeased(id: string): Promise<boolean>;
  /** The epoch under which this process may write. Throws LEASE_LOST, and BUG where it never took the session. */
  epochOf(id: string): string;
}

interface Held {
  epoch: string;
  /** When this process was last seen to run, as the clock's `elapsed` counts. */
  seen: number;
  isLost: boolean;
  beat: NodeJS.Timeout;
}

interface Row {
  epoch: string;
  owner: unknown;
  seconds_left: number;
}

/** Prepares them; asks nothing. */
export function createLeases(
  database: Database,
  { host, clock, leaseSeconds }: { host: LockHost; clock: Pick<Clock, 'elapsed'>; leaseSeconds: number },
): Leases {
  const held = new Map<string, Held>();
  const until = `clock_timestamp() + ${leaseSeconds} * interval '1 second'`;

  /** A process that was stopped for longer than a lease has lost it, whether or not anybody has taken it meanwhile. */
  function look(lease: Held): void {
    const now = clock.elapsed();
    if (now - lease.seen > leaseSeconds * 1000) lease.isLost = true;
    lease.seen = now;
  }

  async function beat(id: string, lease: Held): Promise<void> {
    look(lease);
    if (lease.isLost) return clearInterval(lease.beat);
    // Also after its end: whoever was awake, and only could not reach the database, goes on unless somebody has taken the session.
    const put = `update @leases set expires_at = ${until} where session_id = $1 and epoch = $2`;
    const answer = await database.query(put, [id, lease.epoch]).catch(() => null);
    if (answer?.count === 0) lease.isLost = true;
  }

  async function read(id: string): Promise<Row | null> {
    const sql = `select epoch::text, owner, extract(epoch from expires_at - clock_timestamp())::float8 as seconds_left
      from @leases where session_id = $1 and expires_at > clock_timestamp()`;
    return (await database.query<Row>(sql, [id])).rows[0] ?? null;
  }

  async function take(id: string, owner: unknown): Promise<string> {
    // An owner of this machine that has died need not be waited for.
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
    if (epoch === undefined) throw describeLocked(id, await read(id));
    return epoch;
  }

  async function isDead({ owner }: Row): Promise<boolean> {
    const parsed = lockOwnerSchema.safeParse(owner);
    return parsed.success && (await isOwnerDead(parsed.data, host));
  }

  return {
    acquire: async (id) => {
      assertId(id);
      const epoch = await take(id, await createOwner(host));
      const lease: Held = {
        epoch,
        seen: clock.elapsed(),
        isLost: false,
        beat: setInterval(() => void beat(id, lease), (leaseSeconds * 1000) / 3).unref(),
      };
      held.set(id, lease);
      return {
        check: () => {
          look(lease);
          if (lease.isLost) throw describeLost(id);
        },
        release: async () => {
          clearInterval(lease.beat);
          if (held.get(id) !== lease) return;
          held.delete(id);
          // What cannot be given back ends by itself.
          await database
            .query("update @leases set expires_at = '-infinity' where session_id = $1 and epoch = $2", [
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
      if (lease.isLost) throw describeLost(id);
      return lease.epoch;
    },
  };
}

/** LEASE_LOST: another process may have taken the session. */
export function describeLost(id: string): S2sError {
  return new S2sError(
    'LEASE_LOST',
    `This process did not answer for so long that the session ${id} was taken from it; it has written nothing since.`,
    { hint: `See who has it: s2s roundtable show ${id}; if nobody has: s2s roundtable resume ${id}` },
  );
}

function describeLocked(id: string, row: Row | null): S2sError {
  const owner = lockOwnerSchema.safeParse(row?.owner).data;
  const who =
    owner === undefined
      ? 'another process'
      : `process ${owner.pid} on the machine ${owner.host} since ${owner.since}`;
  const seconds = Math.max(0, Math.ceil(row?.seconds_left ?? 0));
  return new S2sError('SESSION_LOCKED', `The session ${id} is in use by ${who}.`, {
    hint: `Wait until it has finished, or stop it. If that process is gone, the session is free in ${seconds} s. Reading (\`show\`, \`list\`, \`export\`) works meanwhile.`,
    data: {
      seconds_left: seconds,
      ...(owner === undefined ? {} : { pid: owner.pid, host: owner.host, since: owner.since }),
    },
  });
}
