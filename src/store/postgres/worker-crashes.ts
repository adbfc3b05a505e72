/** Finds a session that crashes every worker: its runs are cut off without a finished call. It is then left alone. */
import { S2sError } from '../../session/errors.ts';
import type { SessionOrder } from '../../session/ports/session-jobs.ts';
import type { Database } from './database.ts';

/** The last line of the journal of the session `$1`. */
const lastLine = '(select coalesce(max(line), 0) from @journal where session_id = $1)';

/** Whether the last run of the session `$1` was cut off, or is under way elsewhere, and has finished no call. */
export const isSuspect = `(is_running and begun_at = ${lastLine})`;

/** Notes that a run begins; the caller holds the lease. Throws WORKERS_CRASHED after `maxCrashes` runs that were cut off without a line. */
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

/** Lets one suspect session run at a time, first come first served, so that a crash shows which one caused it. */
export interface Lane {
  /** Waits for its turn; the result ends the turn. */
  enter: () => Promise<() => void>;
}

/** One run of a session by a worker. */
export interface Go {
  rest: SessionOrder['rest'];
  wake: SessionOrder['wake'];
  /** Leaves the lane; safe to repeat. */
  end: () => void;
}

/**
 * Begins a run; a suspect session has to enter the lane. While it rests it is out of the lane, and a crash of the worker does not
 * count against it.
 */
export async function beginGo(
  { queryPatiently }: Pick<Database, 'queryPatiently'>,
  { id, isSuspect: isDoubtful, lane }: { id: string; isSuspect: boolean; lane: Lane },
): Promise<Go> {
  let leave = (): void => undefined;
  let isResting = false;
  let isOver = false;
  const enter = async (): Promise<void> => {
    if (!isDoubtful) return;
    leave = await lane.enter();
    if (isOver || isResting) leave();
  };
  const note = async (isRunning: boolean): Promise<void> => {
    const sql = 'update @worker_sessions set is_running = $2 where session_id = $1';
    await queryPatiently(sql, [id, isRunning]);
  };
  await enter();
  return {
    rest: async () => {
      if (isResting) return;
      isResting = true;
      leave();
      await note(false);
    },
    wake: async () => {
      if (!isResting) return;
      isResting = false;
      await note(true);
      await enter();
    },
    end: () => {
      isOver = true;
      leave();
    },
  };
}

/** Makes the lane of a worker. */
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
