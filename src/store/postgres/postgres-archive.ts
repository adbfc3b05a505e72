/** The session archive of a database: its sessions in the form of files. */
import { S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { ArchivedFile, SessionArchive } from '../copy/copy-sessions.ts';
import type { Query } from './database.ts';
import { describeEventLine } from './event-table.ts';
import { lineTypes, splitJournal } from './journal-table.ts';
import { describeLost, whileHeld } from './leases.ts';
import { columns, describeWords, listPlaceholders, readColumns } from './session-row.ts';
import { listRowIds, locateRow, type TableParts, writeWordsSql } from './session-table.ts';

/** Bytes of rows that are sent in one statement. */
const batchBytes = 4 * 1024 * 1024;

/** Builds the archive; sends no statement. */
export function createPostgresArchive(parts: TableParts): SessionArchive {
  return {
    listIds: () => listRowIds(parts),
    acquireLease: (id) => parts.leases.acquire(id),
    read: (id) => readRows(parts, id),
    write: (id, files) => parts.database.transact((query) => writeRows(parts, query, { id, files })),
  };
}

async function readRows({ database }: TableParts, id: string): Promise<ArchivedFile[]> {
  const { rows } = await database.query<ArchivedFile>(
    `select id || '.yaml' as name, content as bytes from @sessions where id = $1
     union all select $1::text || '/calls.jsonl', string_agg(bytes, ''::bytea order by line) from @journal
       where session_id = $1 having count(*) > 0
     union all select $1::text || '/events.jsonl', string_agg(bytes, ''::bytea order by seq) from @events
       where session_id = $1 having count(*) > 0
     union all select $1::text || '/inbox/' || i.id || '.json', convert_to(message, 'UTF8') from @inbox i where session_id = $1
     union all select $1::text || '/served', ''::bytea from @sessions where id = $1 and served
     union all select name, content from @session_files where session_id = $1`,
    [id],
  );
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function writeRows(
  parts: TableParts,
  query: Query,
  { id, files }: { id: string; files: readonly ArchivedFile[] },
): Promise<void> {
  const rest = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const take = (name: string): Buffer | undefined => {
    const bytes = rest.get(name);
    rest.delete(name);
    return bytes;
  };
  const content = take(`${id}.yaml`);
  if (content === undefined) return;
  await writeSession(parts, query, { id, content });
  const journal = take(`${id}/calls.jsonl`);
  if (journal !== undefined) await writeLines(query, 'journal', { id, rows: splitJournal(journal) });
  const events = take(`${id}/events.jsonl`);
  if (events !== undefined) await writeLines(query, 'events', { id, rows: splitEventLines(events) });
  if (take(`${id}/served`) !== undefined)
    await query('update @sessions set served = true where id = $1', [id]);
  for (const [name, bytes] of rest) {
    const message = new RegExp(`^${id}/inbox/(\\d{6}-[a-z0-9]+)\\.json$`).exec(name)?.[1];
    const [table, values] =
      message !== undefined && isJson(bytes)
        ? ['@inbox (session_id, id, message)', [id, message, bytes.toString()]]
        : ['@session_files (session_id, name, content)', [id, name, bytes]];
    await query(`insert into ${table} values ($1, $2, $3)`, values);
  }
}

async function writeSession(
  parts: TableParts,
  query: Query,
  { id, content }: { id: string; content: Buffer },
): Promise<void> {
  const location = locateRow(parts, id);
  const { values, session } = readColumns(id, content, { version: parts.createToken(), location });
  const { rows } = await query<{ held: boolean; done: boolean }>(
    `${whileHeld}, added as (insert into @sessions (id, ${columns})
       select $1, ${listPlaceholders(3)} from held on conflict do nothing returning 1)
     select exists (select from held) as held, exists (select from added) as done`,
    [id, parts.leases.epochOf(id), ...values],
  );
  if (rows[0]?.held !== true) throw describeLost(id);
  if (rows[0].done !== true)
    throw new S2sError('SESSION_CHANGED', `${location} exists already; it is left as it is.`);
  if (session !== null)
    await query(`with one as (select $1::text as id), ${writeWordsSql('one', 2)} select`, [
      id,
      describeWords(session),
    ]);
}

const rowTypes: Readonly<Record<'journal' | 'events', Readonly<Record<string, string>>>> = {
  journal: { line: 'int', ...lineTypes, repeated: 'boolean' },
  events: { seq: 'int', type: 'text', at: 'timestamptz' },
};

async function writeLines(
  query: Query,
  table: 'journal' | 'events',
  { id, rows }: { id: string; rows: readonly Record<string, unknown>[] },
): Promise<void> {
  const types = rowTypes[table];
  const names = Object.keys(types).join(', ');
  const described = Object.entries(types).map(([name, type]) => `${name} ${type}`);
  let batch: string[] = [];
  let size = 0;
  const send = async (): Promise<void> => {
    await query(
      `insert into @${table} (session_id, bytes, ${names}) select $1, decode(hex, 'hex'), ${names}
       from jsonb_to_recordset($2::jsonb) as r (hex text, ${described.join(', ')})`,
      [id, `[${batch.join(',')}]`],
    );
    batch = [];
    size = 0;
  };
  for (const { bytes, ...row } of rows) {
    const text = JSON.stringify({ hex: bytes, ...row });
    batch.push(text);
    size += text.length;
    if (size > batchBytes) await send();
  }
  if (batch.length > 0) await send();
}

/** Takes whole lines only: a partial line that a killed process left has never been given to a reader. */
function splitEventLines(bytes: Buffer): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  for (let start = 0; bytes.includes(0x0a, start); ) {
    const end = bytes.indexOf(0x0a, start) + 1;
    rows.push(describeEventLine(bytes.subarray(start, end), rows.length + 1));
    start = end;
  }
  return rows;
}

/** Whether these bytes are a message that fits into a row. */
function isJson(bytes: Buffer): boolean {
  const value = parseJson(bytes.toString());
  return Buffer.from(bytes.toString()).equals(bytes) && isMapping(value) && 'message' in value;
}
