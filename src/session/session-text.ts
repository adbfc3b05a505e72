/**
 * A session as text. What was written once is kept as text, round by round and in the head entry by entry, so a save
 * costs what is new. This relies on parts being replaced, never changed in place; what was written is frozen, so that a
 * change in place fails at once instead of never reaching the disk.
 */
import type * as z from 'zod';
import { type KeyOrder, orderKeys, readKeyOrder } from './key-order.ts';
import { type Round, roundSchema } from './round-schema.ts';
import { type Session, sessionSchema } from './schema.ts';
import { writeYaml } from './yaml-text.ts';

/** The whole session without its rounds: what a list needs, and what a repair starts from. */
export const headSchema = sessionSchema.omit({ rounds: true });

/** A session without its rounds. */
export type HeadOfSession = z.infer<typeof headSchema>;

const headOrder = new Map(
  Object.entries(headSchema.shape).map(([key, schema]): [string, KeyOrder] => [key, readKeyOrder(schema)]),
);
const roundOrder = readKeyOrder(roundSchema);
/** Texts of rounds, list entries and whole values; the key says where an object stood, since it may stand twice. */
const texts = new WeakMap<object, { key: string; text: string }>();

/** Writes a session as YAML: the head's keys in schema order, keys of a person's own after them, then the rounds. */
export function stringifySession(session: Session): string {
  const { rounds, ...head } = session;
  const values = new Map<string, unknown>(Object.entries(head));
  const known = [...headOrder].filter(([key]) => values.has(key));
  const extra = [...values].filter(([key]) => !headOrder.has(key));
  const headText = [
    ...known.map(([key, order]) => stringifyValue(key, values.get(key), order)),
    ...extra.map(([key, value]) => (value === undefined ? '' : writeYaml({ [key]: value }))),
  ].join('');
  if (rounds.length === 0) return `${headText}rounds: []\n`;
  return `${headText}rounds:\n${rounds.map((round) => stringifyEntry('rounds', round, roundOrder)).join('')}`;
}

/** True when this very object (a round, an entry of a list, a value of the head) has been written, or read, before. */
export function isWritten(part: object): boolean {
  return texts.has(part);
}

/** Notes what a round looks like in its file, `  - …` with its line end: until it is replaced it is written so again. */
export function rememberRoundText(round: Round, text: string): void {
  remember('rounds', round, text);
}

/** One key of the head. Lists of objects are written entry by entry: most entries stay as they are from save to save. */
function stringifyValue(key: string, value: unknown, order: KeyOrder): string {
  if (value === undefined) return '';
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) {
    const element = order !== null && 'element' in order ? order.element : null;
    return `${key}:\n${value.map((entry: object) => stringifyEntry(key, entry, element)).join('')}`;
  }
  if (!isObject(value)) return stringifyPlain(key, value);
  const known = texts.get(value);
  if (known?.key === key) return known.text;
  return remember(key, value, writeYaml({ [key]: orderKeys(value, order) }));
}

/** A value that is no object. Most are as they were at the last save, so the last text of each key is kept. */
function stringifyPlain(key: string, value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? `${key}: []\n` : writeYaml({ [key]: value });
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value))) return `${key}: ${String(value)}\n`;
  const known = plainTexts.get(key);
  if (known !== undefined && known.value === value) return known.text;
  const text = writeYaml({ [key]: value });
  plainTexts.set(key, { value, text });
  return text;
}

const plainTexts = new Map<string, { value: unknown; text: string }>();

function stringifyEntry(key: string, entry: object, order: KeyOrder): string {
  const known = texts.get(entry);
  if (known?.key === key) return known.text;
  const text = writeYaml({ [key]: [orderKeys(entry, order)] });
  return remember(key, entry, text.slice(text.indexOf('\n') + 1));
}

function remember(key: string, value: object, text: string): string {
  freezeDeeply(value);
  texts.set(value, { key, text });
  return text;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function freezeDeeply(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freezeDeeply(inner);
}
