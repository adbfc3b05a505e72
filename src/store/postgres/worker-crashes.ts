/** Finds a session that crashes every worker: its runs are cut off without a finished call. It is then left alone. */
import { S2sError } from '../../session/errors.ts';
import type { Database } from './database.ts';

/** The last line of the journal of the session `$1`. */
const lastLine = '(select coalesce(max(line), 0) from @journal where session_id = $1)';

/** Notes that a run begins; the caller holds the lease. Throws WORKERS_CRASHED after `maxCrashes` runs that were cut off without a line. */
export async function noteBegin(database: Database, id: string, maxCrashes: number): Promise<void> {
  const { rows } = await database.query<{ crashes: number }>(
    `update @worker_sessions set is_running = true, begun_at = ${lastLine},
       crashes = case when is_running and begun_at = ${lastLine} then crashes + 1 else 0 end
     where session_id = $1 returning crashes`,
    [id],
  );
  const crashes = rows[0]?.crashes ?? 0;
  if (crashes < maxCrashes) return;
  throw new S2sError(
    'WORKERS_CRASHED',
    `${crashes} workers in a row crashed on the session ${id} before one of its calls was finished, so no other worker takes it.`,
    {
      hint: `Find out what ended them: memory, disk, their log. Then continue here: s2s roundtable resume ${id}`,
    },
  );
}

/** Notes that a run has ended, whatever the result. */
export async function noteEnd(database: Database, id: string): Promise<void> {
  const sql = 'update @worker_sessions set is_running = false, crashes = 0 where session_id = $1';
  await database.queryPatiently(sql, [id]);
}

/** Notes that a run rests or goes on: if the worker ends while it rests, this session is not the cause. */
export async function noteRunning(database: Database, id: string, isRunning: boolean): Promise<void> {
  const sql = 'update @worker_sessions set is_running = $2 where session_id = $1';
  await database.queryPatiently(sql, [id, isRunning]);
}
