/** Turns a session into table columns: its content, its head, its data without what a row cannot hold, and its search index. */
import { S2sError } from '../../domain/errors.ts';
import type { Session } from '../../domain/session.ts';
import { sessionHeadSchema } from '../../domain/session-head.ts';
import { decodeText } from '../../files/read-file.ts';
import { assertHeadId } from '../files/session-head.ts';
import { parseSession } from '../files/session-parse.ts';
import { describeSession } from '../files/session-source.ts';
import { formatVersion, indexSource } from '../search/word-match.ts';

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
};

/** The names of the columns, in the order of `SessionColumns`. */
export const columns = Object.keys(columnTypes).join(', ');

export const columnCount = Object.keys(columnTypes).length;

/** The values of the columns, in order. */
export type SessionColumns = readonly unknown[];

/** The placeholders of the values, each with its type, which PostgreSQL cannot infer in a `select`. */
export function listPlaces(first: number): string {
  return Object.values(columnTypes)
    .map((type, index) => `$${first + index}::${type}`)
    .join(', ');
}

function orderColumns(row: Partial<Record<keyof typeof columnTypes, unknown>>): SessionColumns {
  return (Object.keys(columnTypes) as (keyof typeof columnTypes)[]).map((name) => row[name] ?? null);
}

/** The columns of a session. `version` names this state of it. */
export function describeColumns(session: Session, content: Buffer, version: string): SessionColumns {
  const head = sessionHeadSchema.parse(session);
  return orderColumns({
    ...head,
    content,
    version,
    head: writeJson(head),
    document: writeJson(session),
    said: clean(`${head.id} ${head.topic}`.toLowerCase()),
    topic: clean(head.topic),
    strategy: clean(head.strategy),
    output_type: clean(head.output_type),
    created_at: readTime(session.created_at),
    updated_at: readTime(session.updated_at),
    completed_at: readTime(session.completed_at),
  });
}

/** The columns for a content that may not be a valid session, and the session when it is one. */
export function readColumns(
  id: string,
  content: Buffer,
  { version, location }: { version: string; location: string },
): { values: SessionColumns; session: Session | null } {
  try {
    const { session } = parseSession(decodeText(content, location), location);
    assertHeadId(session, { id, shownAs: location });
    return { values: describeColumns(session, content, version), session };
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    const damaged = clean(error.problems[0]?.message ?? error.message);
    return { values: orderColumns({ content, version, damaged, said: id }), session: null };
  }
}

/** The columns of `search`: the version of the index, and the index. */
export function describeWords(session: Session): readonly unknown[] {
  const { points, words, entries } = indexSource(describeSession(session));
  return [formatVersion, writeJson(points), writeJson(words), writeJson(entries)];
}

/** JSON that PostgreSQL accepts: without NUL and lone surrogates. */
function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? clean(inner) : inner,
  );
  // Keys may still contain NUL.
  return text.replaceAll('\\u0000', '\\ufffd');
}

/** A text without NUL and lone surrogates. */
export function clean(text: string): string {
  // Encoding replaces lone surrogates.
  return Buffer.from(text.replaceAll('\0', '\ufffd')).toString();
}

/** A time in a form that PostgreSQL accepts; null for anything else, and for years that it does not know. */
export function readTime(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  const written = Number.isNaN(time) ? '' : new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(written) ? written : null;
}
