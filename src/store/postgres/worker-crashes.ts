/** A session that ends every worker which takes it: found by goes that are cut off without a finished call, and then left alone. */
import { S2sError } from '../../domain/errors.ts';
import type { Database } from './database.ts';

/** The last line of the journal of the session `$1`. */
const lastLine = '(select coalesce(max(line), 0) from @journal where session_id = $1)';

/** Whether the last go at the session `$1` was cut off, or is under way elsewhere, and has finished no call. */
export const isSuspect = `(is_running and begun_at = ${lastLine})`;

/** Notes that a go begins, for the holder of the lease. Throws WORKERS_CRASHED after `maxCrashes` that were cut off without a line. */
export async function noteBegin(database: Database, id: string, maxCrashes: number): Promise<void> {
  const { rows } = await database.query<{ crashes: number }>(
    `update @worker_sessions set is_running = true, begun_at = ${lastLine},
       crashes = case when ${isSuspect} then crashes + 1 else 0 end
     where session_id = $1 returning crashes`,
    [id],
  );
  const crashes = rows[0]?.crashes ?? 0;
  if (crashes < maxCrashes) return;
  throw new S2sError(
    'WORKERS_CRASHED',
    `${crashes} workers in a row were cut off over the session ${id} before a call of it was finished, so no other one takes it.`,
    {
      hint: `Look what ended them: memory, disk, their log. Then go on here: s2s roundtable resume ${id}`,
    },
  );
}

/** Notes that a go has ended, whatever came of it. */
export async function noteEnd(database: Database, id: string): Promise<void> {
  const sql = 'update @worker_sessions set is_running = false, crashes = 0 where session_id = $1';
  await database.queryPatiently(sql, [id]);
}

/** One session at a time, in the order in which they came: so it shows which of several it is that ends a worker. */
export interface Lane {
  /** Waits for the turn, and gives what ends it. */
  enter: () => Promise<() => void>;
}

/** Makes one for a worker. */
export function createLane(): Lane {
  let last: Promise<void> = Promise.resolve();
  return {
    enter: async () => {
      const before = last;
      let leave = (): void => undefined;
      last = new Promise((resolve) => {
        leave = resolve;
      });
      await before;
      return leave;
    },
  };
}
