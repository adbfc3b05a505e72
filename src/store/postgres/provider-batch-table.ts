/** The table of batches sent to providers. Any process that continues a session finds the session's calls in it. */
import { S2sError } from '../../session/errors.ts';
import type { ProviderBatchNotes, SentBatch } from '../../session/ports/provider-batch.ts';
import type { Database } from './database.ts';
import type { Leases } from './leases.ts';

/** Providers keep results for 29 days, so older batches are useless. */
const keptDays = 30;

/** The notes of all processes. Every method waits for an unreachable database, and in the end throws STORE_AWAY. */
export function createProviderBatchTable(
  { queryPatiently: query }: Pick<Database, 'queryPatiently'>,
  leases: Pick<Leases, 'epochOf'>,
): ProviderBatchNotes {
  const readEpoch = (session: string): string | null => {
    try {
      return leases.epochOf(session);
    } catch (error) {
      if (error instanceof S2sError && error.code === 'LEASE_LOST') return null;
      throw error;
    }
  };
  return {
    find: async (customId) => {
      const sql = `select plan, after, custom_ids, batch_id from @provider_batches
        where custom_ids @> array[$1::text] order by planned_at desc limit 1`;
      return (await query<SentBatch & Record<string, unknown>>(sql, [customId])).rows[0] ?? null;
    },
    isNoted: async (batchId) =>
      (await query('select 1 from @provider_batches where batch_id = $1 limit 1', [batchId])).count > 0,
    plan: async ({ plan, after, custom_ids }, sessions) => {
      // As with every write for a session, nobody can take its lease until the statement is done.
      const { rows } = await query<{ ids: string[] | null }>(
        `with old as (delete from @provider_batches where planned_at < clock_timestamp() - interval '${keptDays} days'),
         held as (select a.custom_id, a.place from @leases l
           join unnest($3::text[], $4::text[], $5::bigint[]) with ordinality as a (custom_id, session_id, epoch, place)
             on l.session_id = a.session_id and l.epoch = a.epoch
           where l.expires_at > '-infinity' for share of l),
         kept as (select array_agg(custom_id order by place) as ids from held),
         added as (insert into @provider_batches (plan, after, custom_ids) select $1, $2, ids from kept where ids is not null
           on conflict (plan) do update set custom_ids = excluded.custom_ids)
         select ids from kept`,
        [plan, after, custom_ids, sessions, sessions.map(readEpoch)],
      );
      return rows[0]?.ids ?? [];
    },
    settle: async ({ plan, after, custom_ids }, batchId) => {
      await (batchId === null
        ? query('delete from @provider_batches where plan = $1 and batch_id is null', [plan])
        : query(
            `insert into @provider_batches (plan, after, custom_ids, batch_id) values ($1, $2, $3, $4)
             on conflict (plan) do update set batch_id = excluded.batch_id`,
            [plan, after, custom_ids, batchId],
          ));
    },
  };
}
