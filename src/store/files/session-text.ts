/**
 * A session as text. What was written once is kept as text, round by round and in the head entry by entry, so a save
 * costs what is new. This relies on parts being replaced, never changed in place; what was written is frozen, so that a
 * change in place fails at once instead of never reaching the disk.
 */
import type * as z from 'zod';
import { type AnsweredParts, type Round, roundSchema } from '../../domain/round.ts';
import { type Session, sessionSchema } from '../../domain/session.ts';
import { writeYaml } from '../../text/yaml-text.ts';
import { type KeyOrder, orderKeys, readKeyOrder } from './order-keys.ts';

/** The whole session without its rounds: what a list needs, and what a repair starts from. */
export const headSchema = sessionSchema.omit({ rounds: true });

/** A session without its rounds. */
export type HeadOfSession = z.infer<typeof headSchema>;

const headKeys = listKeys(headSchema.shape);
const roundKeys = listKeys(roundSchema.shape);
/** Texts of rounds, list entries and whole values; the key says where an object stood, since it may stand twice. */
const texts = new WeakMap<object, { key: string; text: string }>();

/** Writes a session as YAML: the head's keys in schema order, keys of a person's own after them, then the rounds. */
export function stringifySession(session: Session): string {
  const { rounds, ...head } = session;
  const headText = listEntries(head, headKeys)
    .map(({ key, value, order }) =>
      headKeys.has(key) ? stringifyValue(key, value, order) : writeYaml({ [key]: value }),
    )
    .join('');
  if (rounds.length === 0) return `${headText}rounds: []\n`;
  return `${headText}rounds:\n${rounds.map(stringifyRound).join('')}`;
}

/** True when this very object (a round, an entry of a list, a value of the head) has been written, or read, before. */
export function isWritten(part: object): boolean {
  return texts.has(part);
}

/**
 * Writes the lists that the next round will hold before it is there, so that its save need not. Lists that would not be
 * valid are left to the save, which says what is wrong.
 */
export function prepareRoundParts(parts: AnsweredParts): void {
  for (const [key, schema] of Object.entries(roundSchema.shape)) {
    const list = parts[key as keyof AnsweredParts];
    if (!Array.isArray(list) || list.length === 0 || !schema.safeParse(list).success) continue;
    remember(`rounds.${key}`, list, writeRoundKey(key, orderKeys(list, roundKeys.get(key) ?? null)));
  }
}

/** A round as far as it has not been written yet: lists that were prepared stand empty. */
export function omitPrepared(round: Round): Round {
  const prepared = Object.entries(round).filter(([key, value]) => findPrepared(key, value) !== null);
  return prepared.length === 0
    ? round
    : { ...round, ...Object.fromEntries(prepared.map(([key]) => [key, []])) };
}

/** Notes what a round looks like in its file, `  - …` with its line end: until it is replaced it is written so again. */
export function rememberRoundText(round: Round, text: string): void {
  remember('rounds', round, text);
}

/** The keys of a schema, each with the order of what is below it. */
function listKeys(shape: Readonly<Record<string, unknown>>): ReadonlyMap<string, KeyOrder> {
  return new Map(Object.entries(shape).map(([key, schema]) => [key, readKeyOrder(schema)]));
}

/** What there is to write of an object: known keys in their order, then others in theirs. */
function listEntries(
  part: object,
  keys: ReadonlyMap<string, KeyOrder>,
): { key: string; value: unknown; order: KeyOrder }[] {
  const values = new Map<string, unknown>(Object.entries(part));
  const extra = [...values.keys()].filter((key) => !keys.has(key));
  return [...keys.keys(), ...extra]
    .filter((key) => values.get(key) !== undefined)
    .map((key) => ({ key, value: values.get(key), order: keys.get(key) ?? null }));
}

/** One key of the head. Lists of objects are written entry by entry: most entries stay as they are from save to save. */
function stringifyValue(key: string, value: unknown, order: KeyOrder): string {
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

/** A round, key by key: what was prepared is there already. */
function stringifyRound(round: Round): string {
  const known = texts.get(round);
  if (known?.key === 'rounds') return known.text;
  const text = listEntries(round, roundKeys)
    .map(({ key, value, order }) => findPrepared(key, value) ?? writeRoundKey(key, orderKeys(value, order)))
    .join('');
  return remember('rounds', round, `${entryMark}${text.slice(entryMark.length)}`);
}

/** The text of a part that was prepared, or null. */
function findPrepared(key: string, value: unknown): string | null {
  const known = isObjectOrList(value) ? texts.get(value) : undefined;
  return known?.key === `rounds.${key}` ? known.text : null;
}

/** One key of a round at its place in the file, as if it were not the first. */
function writeRoundKey(key: string, value: unknown): string {
  return `    ${writeYaml({ rounds: [{ [key]: value }] }).slice(`rounds:\n${entryMark}`.length)}`;
}

const entryMark = '  - ';

function remember(key: string, value: object, text: string): string {
  freezeDeeply(value);
  texts.set(value, { key, text });
  return text;
}

function isObject(value: unknown): value is object {
  return isObjectOrList(value) && !Array.isArray(value);
}

function isObjectOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function freezeDeeply(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freezeDeeply(inner);
}
