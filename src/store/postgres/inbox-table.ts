/** The table of messages to sessions: any process adds them, the one that runs the session takes them. */
import { type PersonMessage, personMessageSchema } from '../../session/person-message.ts';
import type { StoredMessage } from '../../session/ports/repository.ts';
import { assertId } from '../../session/rules/session-id.ts';
import type { TableParts } from './session-table.ts';

/** Adds a message. Its id is like a file's: a growing number and a unique token. */
export async function addMessageRow(
  { database, createToken }: TableParts,
  id: string,
  message: PersonMessage,
): Promise<void> {
  assertId(id);
  await database.query(
    `insert into @inbox (session_id, id, message)
     select $1, lpad((coalesce(max(left(id, 6)::int), 0) + 1)::text, 6, '0') || '-' || $2::text, $3::text
     from @inbox where session_id = $1`,
    [
      id,
      createToken()
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, ''),
      `${JSON.stringify({ message })}\n`,
    ],
  );
}

/** The waiting messages, oldest first; invalid rows are ignored. */
export async function readMessageRows({ database }: TableParts, id: string): Promise<StoredMessage[]> {
  assertId(id);
  const { rows } = await database.queryPatiently<{ id: string; message: string }>(
    'select id, message from @inbox where session_id = $1 order by id',
    [id],
  );
  return rows.flatMap((row) => {
    const parsed = personMessageSchema.safeParse((JSON.parse(row.message) as { message: unknown }).message);
    return parsed.success ? [{ id: row.id, message: parsed.data }] : [];
  });
}

/** Removes a message; a missing one is no error. */
export async function removeMessageRow(
  { database }: TableParts,
  id: string,
  messageId: string,
): Promise<void> {
  assertId(id);
  await database.queryPatiently('delete from @inbox where session_id = $1 and id = $2', [id, messageId]);
}
