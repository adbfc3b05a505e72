/** The journal of a session as a table. Its lines are those of a file, hash and end included, so each can become the other. */
import { S2sError } from '../../domain/errors.ts';
import { type CallLine, type JournalLine, journalLineSchema } from '../../domain/journal.ts';
import type { Journal, JournalReading } from '../../domain/repository.ts';
import { assertId } from '../../domain/session-id.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { SessionPaths } from '../files/session-paths.ts';
import { buildJournal } from '../journal/journal.ts';
import { chainLine, readChained } from '../journal/journal-chain.ts';
import { type JournalScan, scanJournal } from '../journal/journal-scan.ts';
import { describeLost, whileHeld } from './leases.ts';
import { clean, readTime } from './session-row.ts';
import { locateRow, type TableParts } from './session-table.ts';
import { isKept, keepUnsent, readUnsent, removeUnsent } from './unsent-lines.ts';

/** Reads the journal of a session; one without lines has none. */
export async function readJournalTable(parts: TableParts, id: string): Promise<JournalReading> {
  const { location, scan } = await scanLines(parts, id);
  return { location, lines: scan.lines, problems: scan.problems, changedLines: scan.changed };
}

/** Opens it for the holder of the session's lease, and adds what an earlier run from this folder could not. */
export async function openJournalTable(parts: TableParts, id: string, paths: SessionPaths): Promise<Journal> {
  const { database, leases } = parts;
  const { location, scan, last } = await scanLines(parts, id);
  let number = last;
  let { chain } = scan;
  let prefix = scan.lacksNewline ? '\n' : '';
  let queue: Promise<unknown> = Promise.resolve();

  async function write(json: string): Promise<void> {
    const linked = chainLine(chain, json);
    const bytes = Buffer.from(`${prefix}${linked.text}\n`);
    const values = [id, leases.epochOf(id), number + 1, bytes, ...describeLine(JSON.parse(json))];
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

  /** Set once the database was given up: whatever still arrives does not wait for it again. */
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

  const journal = buildJournal(scan, {
    location,
    // One after the other: each line holds a hash of the one before it.
    append: (json) => {
      const written = queue.then(() => writeOrKeep(json));
      queue = written.catch(() => undefined);
      return written;
    },
  });
  const unsent = await readUnsent(paths, id);
  // A look-up, a call or an input: all are lines, and are written as they are.
  for (const line of unsent) if (!isKept(line, journal.readLines())) await journal.append(line as CallLine);
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

/** The columns that say what is in a line, with their types. */
export const lineTypes: Readonly<Record<string, string>> = {
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

/** Their values. */
function describeLine(line: JournalLine): unknown[] {
  const key = clean(line.key);
  const rest = (count: number): null[] => Array.from({ length: count }, () => null);
  if (line.kind !== 'call') return [line.kind, key, ...rest(9), readTime(line.at), null];
  const { hash, ok, purpose, seat, provider, model, usage, started_at: at, duration_ms: duration } = line;
  return [
    ...[line.kind, key, clean(hash), ok, purpose, clean(seat), clean(provider), clean(model)],
    ...[usage.input_tokens, usage.output_tokens, usage.cost_usd, readTime(at), duration],
  ];
}

/** The rows of a journal that was read as bytes, one for each line; a torn last line is left out, as when a journal is opened. */
export function splitJournal(bytes: Buffer): Record<string, unknown>[] {
  const { keptBytes } = scanJournal(bytes, '');
  const finished = new Set<string>();
  const rows: Record<string, unknown>[] = [];
  for (let start = 0; start < keptBytes; ) {
    const end = bytes.indexOf(0x0a, start);
    const stop = end === -1 ? keptBytes : Math.min(end + 1, keptBytes);
    const part = bytes.subarray(start, stop);
    start = stop;
    const line =
      journalLineSchema.safeParse(parseJson(readChained(part.toString('utf8').trimEnd()))).data ?? null;
    const values = line === null ? lineColumns.map(() => null) : describeLine(line);
    const name = line?.kind === 'call' && line.ok ? JSON.stringify([line.key, line.hash]) : null;
    const described = Object.fromEntries(lineColumns.map((column, index) => [column, values[index]]));
    rows.push({
      line: rows.length + 1,
      bytes: part.toString('hex'),
      ...described,
      repeated: name !== null && finished.has(name),
    });
    if (name !== null) finished.add(name);
  }
  return rows;
}
