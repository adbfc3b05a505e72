/** Turns a session into table columns: its content, its head, its data without what a row cannot hold, and its search index. */

import { S2sError } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { makeHead } from '../../session/session-head.ts';
import { schemaVersion } from '../../session/vocabulary.ts';
import { indexFormat, indexSource } from '../search/search-terms.ts';
import { decodeKnownSession } from '../session/session-parse.ts';
import { describeSearchSource } from '../session/session-source.ts';

/** The columns and their types. For a damaged session, all but `content`, `version`, `damaged` and `said` are null. */
const columnTypes = {
  content: 'bytea',
  version: 'text',
  head: 'jsonb',
  damaged: 'text',
  document: 'jsonb',
  said: 'text',
  topic: 'text',
  workflow_type: 'text',
  strategy: 'text',
  output_type: 'text',
  status: 'text',
  pause_reason: 'text',
  rehearsal: 'boolean',
  total_rounds: 'int',
  total_turns: 'numeric',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  completed_at: 'timestamptz',
  search_format: 'int',
};

/** Whether the head of a row is one that this version wrote. */
export const isOwnHead = `coalesce(head ->> 'schema_version' = '${schemaVersion}', false)`;

/** SQL for the beginning of a content without such a head: it tells what the session is. */
export const contentStart = `case when not ${isOwnHead} then substring(content from 1 for 262144) end`;

/** The names of the columns, in the order of `SessionColumns`. */
export const columns = Object.keys(columnTypes).join(', ');

export const columnCount = Object.keys(columnTypes).length;

/** The values of the columns, in order. */
export type SessionColumns = readonly unknown[];

/** The placeholders of the values, each with its type, which PostgreSQL cannot infer in a `select`. */
export function listPlaceholders(first: number): string {
  return Object.values(columnTypes)
    .map((type, index) => `$${first + index}::${type}`)
    .join(', ');
}

function orderColumns(row: Partial<Record<keyof typeof columnTypes, unknown>>): SessionColumns {
  return (Object.keys(columnTypes) as (keyof typeof columnTypes)[]).map((name) => row[name] ?? null);
}

/** The columns of a session. `version` names this state of it. */
export function describeColumns(session: Session, content: Buffer, version: string): SessionColumns {
  const head = makeHead(session);
  return orderColumns({
    ...head,
    content,
    version,
    head: writeJson({ ...head, schema_version: session.schema_version }),
    document: writeJson(session),
    search_format: indexFormat,
    said: cleanForDatabase(`${head.id} ${head.topic}`.toLowerCase()),
    topic: cleanForDatabase(head.topic),
    strategy: cleanForDatabase(head.strategy),
    output_type: cleanForDatabase(head.output_type),
    created_at: readTimestamp(session.created_at),
    updated_at: readTimestamp(session.updated_at),
    completed_at: readTimestamp(session.completed_at),
  });
}

/** The columns for a content that may not be a valid session, and the session when it is one. */
export function readColumns(
  id: string,
  content: Buffer,
  { version, location }: { version: string; location: string },
): { values: SessionColumns; session: Session | null } {
  try {
    const session = decodeKnownSession(content, { id, file: location });
    return { values: describeColumns(session, content, version), session };
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    const damaged = cleanForDatabase(error.problems[0]?.message ?? error.message);
    return { values: orderColumns({ content, version, damaged, said: id }), session: null };
  }
}

/** The rows of `search` for a session, as JSON. */
export function describeWords(session: Session): string {
  const rows = indexSource(describeSearchSource(session)).map(
    ({ rank, title, text, topic, entry }, place) => {
      const weights = new Map<string, string[]>();
      for (const [weight, stems] of Object.entries({ '1A': title, '2B': text, '3C': topic }))
        for (const stem of stems) weights.set(stem, [...(weights.get(stem) ?? []), weight]);
      const words = [...weights].map(([stem, all]) => `'${stem}':${all.join(',')}`).join(' ');
      return { place, rank, words, entry };
    },
  );
  return writeJson(rows);
}

/** JSON that PostgreSQL accepts: without NUL and lone surrogates. */
function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? cleanForDatabase(inner) : inner,
  );
  // Keys may still contain NUL.
  return text.replaceAll('\\u0000', '\\ufffd');
}

/** A text without NUL and lone surrogates. */
export function cleanForDatabase(text: string): string {
  // Encoding replaces lone surrogates.
  return Buffer.from(text.replaceAll('\0', '\ufffd')).toString();
}

/** A time in a form that PostgreSQL accepts; null for anything else, and for years that it does not know. */
export function readTimestamp(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  const written = Number.isNaN(time) ? '' : new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(written) ? written : null;
}
