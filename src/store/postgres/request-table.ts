/** The table of requests under a key: any server over the database knows what the others carried out. */
import type { NotedRequest, RequestNotes } from '../../session/ports/request-notes.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { Database } from './database.ts';

const keptDays = 30;

/** The requests of all processes. */
export function createRequestTable({ query }: Pick<Database, 'query'>): RequestNotes {
  const claim = async (key: string, asked: string): Promise<NotedRequest | null> => {
    const { count } = await query(
      `with old as (delete from @requests where at < now() - interval '${keptDays} days' and key <> $1)
       insert into @requests (key, asked) values ($1, $2) on conflict (key) do nothing`,
      [key, asked],
    );
    if (count > 0) return null;
    const { rows } = await query<{ asked: string; done: boolean; result: string | null }>(
      'select asked, done, result from @requests where key = $1',
      [key],
    );
    const [row] = rows;
    // It failed in this moment, and gave the key back.
    if (row === undefined) return claim(key, asked);
    return { ...row, result: row.result === null ? undefined : parseJson(row.result) };
  };
  return {
    claim,
    finish: async (key, result) => {
      const text = result === undefined ? null : JSON.stringify(result);
      await query('update @requests set done = true, result = $2 where key = $1', [key, text]);
    },
    drop: async (key) => void (await query('delete from @requests where key = $1', [key])),
  };
}
