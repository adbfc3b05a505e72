/** Writes a session as text, with keys in the order of the schema, so that the head can be read without the rounds. */
import type * as z from 'zod';
import { S2sError } from '../../session/errors.ts';
import { type Session, sessionSchema } from '../../session/session.ts';
import { writeYaml } from '../../text/write-yaml.ts';
import { assertSavable } from './session-check.ts';

/** A session without its rounds. A repair starts from it. */
export const headSchema = sessionSchema.omit({ rounds: true });

export type HeadOfSession = z.infer<typeof headSchema>;

/** A session as YAML: its head, then its rounds. */
export function stringifySession({ rounds, ...head }: Session): string {
  return writeYaml({ ...head, rounds });
}

/** The bytes to store, checked to be readable again. Throws BUG, and FILE_TOO_LARGE; `file` names it. */
export function encodeSession(
  session: Session,
  { file, maxBytes }: { file: string; maxBytes: number },
): Buffer {
  const bytes = Buffer.from(stringifySession(assertSavable(session, file)));
  if (bytes.length <= maxBytes) return bytes;
  throw describeGrown(session.id, { file, bytes: bytes.length, maxBytes });
}

/** FILE_TOO_LARGE: a session has grown beyond the size that can be read. */
export function describeGrown(
  id: string,
  { file, bytes, maxBytes }: { file: string; bytes: number; maxBytes: number },
): S2sError {
  const message = `${file} would have ${bytes} bytes; the limit is ${maxBytes}, so it was not written.`;
  return new S2sError('FILE_TOO_LARGE', message, {
    hint: `Its last good round is on disk. Export it with \`s2s roundtable export ${id}\`, and continue in a new session.`,
  });
}
