/** Turns a session into table columns: its content, its head, its data without what a row cannot hold, and its search index. */
import type { Session } from '../../session/session.ts';
import { makeHead } from '../../session/session-head.ts';
import { indexFormat, indexSource } from '../search/search-terms.ts';
import { describeSearchSource } from '../session/session-source.ts';

/** The columns and their types; the others follow from the head. */
const columnTypes = {
  content: 'bytea',
  version: 'text',
  head: 'jsonb',
  document: 'jsonb',
  said: 'text',
  search_format: 'int',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  completed_at: 'timestamptz',
};

/** The names of the columns, in the order of their values. */
export const columns = Object.keys(columnTypes).join(', ');

export const columnCount = Object.keys(columnTypes).length;

/** The placeholders of the values, each with its type, which PostgreSQL cannot infer in a `select`. */
export function listPlaceholders(first: number): string {
  return Object.values(columnTypes)
    .map((type, index) => `$${first + index}::${type}`)
    .join(', ');
}

/** The values of the columns for a session, in order. `version` names this state of it. */
export function describeColumns(session: Session, content: Buffer, version: string): unknown[] {
  const head = makeHead(session);
  const row: Record<keyof typeof columnTypes, unknown> = {
    content,
    version,
    head: writeJson(head),
    document: writeJson(session),
    said: cleanForDatabase(`${head.id} ${head.topic}`.toLowerCase()),
    search_format: indexFormat,
    created_at: readTimestamp(session.created_at),
    updated_at: readTimestamp(session.updated_at),
    completed_at: readTimestamp(session.completed_at),
  };
  return Object.values(row);
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
