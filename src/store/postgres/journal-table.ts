/** The journal of a session as a table. Its lines are those of a file, with hash and line end, so either can be turned into the other. */

import { S2sError } from '../../session/errors.ts';
import type { JournalLine } from '../../session/ports/journal.ts';
import type { Journal, JournalReading } from '../../session/ports/repository.ts';
import { assertId } from '../../session/rules/session-id.ts';
import type { SessionPaths } from '../folder/session-paths.ts';
import { buildJournal } from '../journal/journal.ts';
import { chainLine, emptyChain } from '../journal/journal-chain.ts';
import { type JournalScan, scanJournal } from '../journal/journal-scan.ts';
import { describeLost, whileHeld } from './leases.ts';
import { cleanForDatabase, readTimestamp } from './session-row.ts';
import { locateRow, type TableParts } from './session-table.ts';
import { isKept, keepUnsent, readUnsent, removeUnsent } from './unsent-lines.ts';

/** Reads the journal of a session. */
export async function readJournalTable(parts: TableParts, id: string): Promise<JournalReading> {
  const { location, scan } = await scanLines(parts, id);
  const { lines, problems, changedLines, ends } = scan;
  return { location, lines, problems, changedLines, ends };
}

/** Opens the journal for the holder of the session's lease, and adds the lines that an earlier run from this folder could not send. */
export async function openJournalTable(parts: TableParts, id: string, paths: SessionPaths): Promise<Journal> {
  const { database, leases } = parts;
  const { location, scan, last } = await scanLines(parts, id);
  let number = last;
  let chain = scan.ends.at(-1) ?? emptyChain;
  let prefix = scan.lacksNewline ? '\n' : '';
  let queue: Promise<unknown> = Promise.resolve();

  async function write(json: string): Promise<void> {
    const linked = chainLine(chain, json);
    const bytes = Buffer.from(`${prefix}${linked.text}\n`);
    const described = describeLine(JSON.parse(json));
    const columns = lineColumns.map((name) => described[name] ?? null);
    const values = [id, leases.epochOf(id), number + 1, bytes, ...columns];
    const { rows } = await database.queryPatiently<{ held: boolean; done: boolean; stored: Buffer | null }>(
      `${whileHeld},
       added as (insert into @journal (session_id, epoch, line, bytes, ${lineColumns.join(', ')})
         select $1, $2::bigint, $3::int, $4::bytea, ${lineColumns.map((name, index) => `$${index + 5}::${lineTypes[name]}`).join(', ')}
         from held on conflict do nothing returning 1)
       select exists (select from held) as held, exists (select from added) as done,
         (select bytes from @journal where session_id = $1 and line = $3::int) as stored`,
      values,
    );
    const [answer] = rows;
    const isStored = answer?.done === true || answer?.stored?.equals(bytes) === true;
    if (!isStored && answer?.held !== true) throw describeLost(id);
    if (!isStored) {
      const message = `${location}: the journal was changed while the session was running.`;
      throw new S2sError('SESSION_CHANGED', message, { hint: `s2s roundtable resume ${id}` });
    }
    number += 1;
    chain = linked.chain;
    prefix = '';
  }

  /** Set once a write has given up on the database: later lines do not wait for it again. */
  let givenUp: unknown = null;
  async function writeOrKeep(json: string): Promise<void> {
    try {
      if (givenUp !== null) throw givenUp;
      await write(json);
    } catch (error) {
      if (!(error instanceof S2sError) || error.code !== 'STORE_AWAY') throw error;
      givenUp = error;
      await keepUnsent(paths, id, json);
      throw error;
    }
  }

  // One after another: each line holds a hash of the one before it.
  const journal = buildJournal({ location, ...scan }, (json) => {
    const written = queue.then(() => writeOrKeep(json));
    queue = written.catch(() => undefined);
    return written;
  });
  const unsent = await readUnsent(paths, id);
  for (const line of unsent) if (!isKept(line, journal.readLines())) await journal.append(line);
  if (unsent.length > 0) await removeUnsent(paths, id);
  return {
    ...journal,
    close: async () => {
      await queue;
    },
  };
}

async function scanLines(
  parts: TableParts,
  id: string,
): Promise<{ location: string; scan: JournalScan; last: number }> {
  assertId(id);
  const location = `${locateRow(parts, id)}/journal`;
  const { rows } = await parts.database.query<{ line: number; bytes: Buffer }>(
    'select line, bytes from @journal where session_id = $1 order by line',
    [id],
  );
  const scan = scanJournal(Buffer.concat(rows.map(({ bytes }) => bytes)), location);
  return { location, scan, last: rows.at(-1)?.line ?? 0 };
}

/** The columns that describe a line, with their types. */
const lineTypes: Readonly<Record<string, string>> = {
  kind: 'text',
  key: 'text',
  hash: 'text',
  ok: 'boolean',
  purpose: 'text',
  seat: 'text',
  provider: 'text',
  model: 'text',
  input_tokens: 'numeric',
  output_tokens: 'numeric',
  cost_usd: 'numeric',
  at: 'timestamptz',
  duration_ms: 'numeric',
};
const lineColumns = Object.keys(lineTypes);

/** The values of these columns, by name. */
function describeLine(line: JournalLine): Record<string, unknown> {
  const { kind } = line;
  const key = cleanForDatabase(line.key);
  if (kind !== 'call') return { kind, key, at: readTimestamp(line.at) };
  const { ok, purpose, usage, duration_ms } = line;
  const { input_tokens, output_tokens, cost_usd } = usage;
  const [hash, seat, provider, model] = [line.hash, line.seat, line.provider, line.model].map(
    cleanForDatabase,
  );
  const call = { hash, ok, purpose, seat, provider, model, at: readTimestamp(line.started_at), duration_ms };
  return { kind, key, ...call, input_tokens, output_tokens, cost_usd };
}
