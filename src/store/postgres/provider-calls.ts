/** Calls that count against the limits of providers, over all processes: rows whose expiry is extended while the call runs. */
import type { CallSlots } from '../../session/ports/call-slots.ts';
import type { Database } from './database.ts';
import { isAway } from './database-errors.ts';

/** Seconds until the place of a process that no longer answers is free. */
const holdSeconds = 15;

/** Builds the slots; sends no statement. While the database is unreachable, no place is free; writes to the store limit that wait. */
export function createProviderCalls(database: Database, createToken: () => string): CallSlots {
  const inSeconds = (seconds: number): string => `clock_timestamp() + interval '${seconds} seconds'`;
  const waitForDatabase = (error: unknown): null => {
    if (isAway(error)) return null;
    throw error;
  };
  return {
    take: async (provider, { requests, tokensPerMinute }, tokens) => {
      const id = createToken();
      const taken = await database
        .transact(async (query) => {
          // Under a lock, and the rows are read after waiting for it, so that no two calls count the same place as free.
          await query('select pg_advisory_xact_lock(hashtext($1))', [
            `s2s calls of ${database.place.schema} ${provider}`,
          ]);
          await query('delete from @provider_calls where provider = $1 and expires_at < clock_timestamp()', [
            provider,
          ]);
          const { count } = await query(
            `insert into @provider_calls (id, provider, tokens, is_running, at, expires_at)
             select $1, $2::text, $3::int, true, clock_timestamp(), ${inSeconds(holdSeconds)}
             from (select count(*) filter (where is_running) as running, coalesce(sum(tokens), 0) as used
               from @provider_calls where provider = $2::text) c
             where ($4::int is null or running < $4::int) and ($5::bigint is null or used = 0 or used + $3::int <= $5::bigint)`,
            [id, provider, tokens, requests ?? null, tokensPerMinute ?? null],
          );
          return count === 1;
        })
        .catch(waitForDatabase);
      if (taken !== true) return null;
      const hold = setInterval(
        () => {
          const sql = `update @provider_calls set expires_at = ${inSeconds(holdSeconds)} where id = $1`;
          database.queryOnce(sql, [id]).catch(() => undefined);
        },
        (holdSeconds * 1000) / 3,
      ).unref();
      return {
        free: async (spent) => {
          clearInterval(hold);
          const sql = `update @provider_calls set is_running = false, tokens = $2, expires_at = ${inSeconds(60)} where id = $1`;
          // If this fails, the place expires by itself.
          await database.queryOnce(sql, [id, spent]).catch(() => undefined);
        },
      };
    },
  };
}
