/** The events of sessions as a table: the lines of the file, each with its number. */
import type { EventStore, KeptEvent } from '../../session/ports/event-store.ts';
import { assertId } from '../../session/rules/session-id.ts';
import { parseEvent } from '../journal/event-file.ts';
import { writeTogether } from '../journal/write-together.ts';
import { whileHeld } from './leases.ts';
import { cleanForDatabase, readTimestamp } from './session-row.ts';
import type { TableParts } from './session-table.ts';

/** Events that are read at once. */
const mostAtOnce = 1000;

/** Builds the store; sends no statement. */
export function createEventTable({ database, leases }: TableParts): EventStore {
  const readLast = async (id: string): Promise<number> => {
    const sql = 'select coalesce(max(seq), 0)::int as last from @events where session_id = $1';
    return (await database.query<{ last: number }>(sql, [id])).rows[0]?.last ?? 0;
  };
  return {
    read: async (id, place) => {
      assertId(id);
      const { rows } = await database.query<{ seq: number; bytes: Buffer }>(
        'select seq, bytes from @events where session_id = $1 and seq > $2 order by seq limit $3',
        [id, place.seq, mostAtOnce],
      );
      const last = rows.at(-1)?.seq;
      if (last === undefined) return place.seq === 0 ? null : { events: [], next: place };
      const events = rows.flatMap(({ seq, bytes }): KeptEvent[] => parseEvent(bytes.toString('utf8'), seq));
      return { events, next: { offset: last, seq: last } };
    },
    open: async (id) => {
      assertId(id);
      const last = await readLast(id);
      let next = last + 1;
      let isLost = false;
      const lines = writeTogether<object>(async (events) => {
        if (isLost) return;
        const rows = events.map((event, index) =>
          describeEventLine(Buffer.from(`${JSON.stringify(event)}\n`), next + index),
        );
        next += events.length;
        // A repeated statement adds nothing, because the numbers are then taken.
        const { rows: answers } = await database.queryPatiently<{ held: boolean }>(
          `${whileHeld},
           added as (insert into @events (session_id, epoch, seq, type, at, bytes)
             select $1, $2::bigint, e.seq, e.type, e.at, decode(e.bytes, 'hex')
             from held, jsonb_to_recordset($3::jsonb) as e (seq int, type text, at timestamptz, bytes text)
             on conflict do nothing)
           select exists (select from held) as held`,
          [id, leases.epochOf(id), JSON.stringify(rows)],
        );
        isLost = answers[0]?.held !== true;
      });
      return {
        last,
        append: (...events) => {
          lines.add(...events).catch(() => {
            isLost = true;
          });
        },
        close: () => lines.settle(),
      };
    },
    noteServed: async (id, isServed) => {
      assertId(id);
      await database.queryPatiently('update @sessions set served = $2 where id = $1 and served <> $2', [
        id,
        isServed,
      ]);
    },
    isServed: async (id) => {
      const sql = 'select 1 from @sessions where id = $1 and served';
      return (await database.query(sql, [id])).count > 0;
    },
  };
}

/** The row of an event's line. */
function describeEventLine(line: Buffer, seq: number): Record<string, unknown> {
  const [event] = parseEvent(line.toString('utf8'), seq);
  return {
    seq,
    type: event === undefined ? null : cleanForDatabase(event.type),
    at: readTimestamp(event?.at ?? null),
    bytes: line.toString('hex'),
  };
}
