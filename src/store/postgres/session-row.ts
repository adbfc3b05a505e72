/** What a session becomes in the tables: its content, its head, its data without what a row cannot hold, and its words. */
import { S2sError } from '../../domain/errors.ts';
import type { Session } from '../../domain/session.ts';
import { sessionHeadSchema } from '../../domain/session-head.ts';
import { decodeText } from '../../files/read-file.ts';
import { assertHeadId } from '../files/session-head.ts';
import { parseSession } from '../files/session-parse.ts';
import { describeSession } from '../files/session-source.ts';
import { formatVersion, indexSource } from '../search/word-match.ts';

/** The columns, in the order in which `columns` names them. */
export type SessionColumns = readonly unknown[];

/** Their names; `document` and `search` are made from what the session says, and are null for a damaged one. */
export const columns = [
  ...[
    'content',
    'version',
    'head',
    'damaged',
    'document',
    'said',
    'topic',
    'workflow_type',
    'strategy',
    'output_type',
  ],
  ...[
    'status',
    'pause_reason',
    'rehearsal',
    'total_rounds',
    'total_turns',
    'created_at',
    'updated_at',
    'completed_at',
  ],
];

/** The columns of a session. `version` names this state of it. */
export function describeColumns(session: Session, content: Buffer, version: string): SessionColumns {
  const head = sessionHeadSchema.parse(session);
  return [
    content,
    version,
    writeJson(head),
    null,
    writeJson(session),
    clean(`${head.id} ${head.topic}`.toLowerCase()),
    clean(head.topic),
    ...[head.workflow_type, clean(head.strategy), clean(head.output_type), head.status, head.pause_reason],
    ...[head.rehearsal, head.total_rounds, head.total_turns],
    ...[session.created_at, session.updated_at, session.completed_at].map(readTime),
  ];
}

/** The columns of a content that may be no valid session, and the session where it is one. */
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
    const reason = clean(error.problems[0]?.message ?? error.message);
    const nothing = Array.from({ length: columns.length - 6 }, () => null);
    return { values: [content, version, null, reason, null, id, ...nothing], session: null };
  }
}

/** The columns of `search`: the form of the words, and where they stand. */
export function describeWords(session: Session): readonly unknown[] {
  const { points, words, entries } = indexSource(describeSession(session));
  return [formatVersion, writeJson(points), writeJson(words), writeJson(entries)];
}

/** JSON that PostgreSQL takes: without NUL and halves of characters. */
function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? clean(inner) : inner,
  );
  // What is left of them stands in keys.
  return text.replaceAll('\\u0000', '\\ufffd');
}

/** A text without NUL and halves of characters. */
export function clean(text: string): string {
  // Turning it into bytes replaces halves of characters.
  return Buffer.from(text.replaceAll('\0', '\ufffd')).toString();
}

/** A time as PostgreSQL takes it; null for what is none, and for years that it does not know. */
export function readTime(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  const written = Number.isNaN(time) ? '' : new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(written) ? written : null;
}
