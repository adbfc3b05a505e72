/** Writes a session as text, with keys in the order of the schema, so that the head can be read without the rounds. */
import type * as z from 'zod';
import { type Session, sessionSchema } from '../../domain/session.ts';
import { remember } from '../../text/remember.ts';
import { writeYaml } from '../../text/write-yaml.ts';
import { type KeyOrder, orderKeys, readKeyOrder } from './order-keys.ts';
import { assertSavable, createSessionCheck } from './session-check.ts';

/** A session without its rounds. A repair starts from it. */
export const headSchema = sessionSchema.omit({ rounds: true });

export type HeadOfSession = z.infer<typeof headSchema>;

/** The lists that grow with a discussion; each entry is remembered separately. */
const longLists: ReadonlySet<string> = new Set(['statements', 'artifacts', 'consensus', 'rounds']);

const orders = new Map(Object.entries(sessionSchema.shape).map(([key, field]) => [key, readKeyOrder(field)]));
const topOrder: KeyOrder = { keys: new Map(Object.keys(headSchema.shape).map((key) => [key, null])) };

/** The text of a session's field in the file; of a long list, the text of one entry without the key. */
export type WriteField = (key: string, value: unknown) => string;

/** Makes a writer of fields. It remembers its results, so that a save serializes only what has changed since the last one. */
export function createFieldWriter(): WriteField {
  const plain = new Map<string, { value: unknown; text: string }>();
  const writers = new Map<string, (value: object) => string>();
  const create = (key: string): ((value: object) => string) =>
    remember((value) => {
      const isEntry = longLists.has(key) && !Array.isArray(value);
      const data = orderKeys(isEntry ? [value] : value, orders.get(key) ?? null);
      const text = writeYaml({ [key]: data });
      return isEntry ? text.slice(text.indexOf('\n') + 1) : text;
    });
  return (key, value) => {
    if (typeof value === 'object' && value !== null) {
      const write = writers.get(key) ?? create(key);
      writers.set(key, write);
      return write(value);
    }
    const known = plain.get(key);
    if (known !== undefined && known.value === value) return known.text;
    const text = writeYaml({ [key]: value });
    plain.set(key, { value, text });
    return text;
  };
}

/** Checks a session and serializes it as YAML in UTF-8. Throws BUG, naming `file`, when it could not be read again. */
export type WriteSession = (session: Session, file: string) => Buffer;

/** Makes a writer of sessions that serializes only what has changed since the last time. */
export function createSessionWriter(): WriteSession {
  const isSavable = createSessionCheck();
  const writeField = createFieldWriter();
  return (session, file) => {
    if (!isSavable(session)) assertSavable(session, file);
    return encodeParts(listParts(session, writeField));
  };
}

/** A session as YAML: the head's keys in schema order, then keys that a person added, then the rounds. */
export function stringifySession(session: Session, writeField: WriteField = createFieldWriter()): string {
  return listParts(session, writeField).join('');
}

function listParts(session: Session, writeField: WriteField): string[] {
  const { rounds, ...head } = session;
  return Object.entries({ ...orderKeys(head, topOrder), rounds }).flatMap(([key, value]) =>
    longLists.has(key) && Array.isArray(value) && value.length > 0
      ? [`${key}:\n`, ...value.map((entry) => writeField(key, entry))]
      : writeField(key, value),
  );
}

/** Encodes texts one after another. Joined first, a long session would leave megabytes of garbage with each save. */
function encodeParts(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += bytes.write(part, at);
  return bytes;
}
