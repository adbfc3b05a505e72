/**
 * Lenient fields for replies: each reads what a model may have meant, and a wrong field costs no more
 * than itself. The output type of each gives the JSON Schema that is sent to the model.
 */
import * as z from 'zod';
import { isMapping } from '../../session/is-mapping.ts';
import { cutText } from '../../session/rules/cut-text.ts';

/** Texts that models write for "nothing". */
const emptyWords = new Set(['', 'null', 'none', 'n/a', 'na', 'nil', '-', 'undefined', '~', 'none.']);

/** Longest text taken from one field, in characters; a longer one is cut. */
const fieldLimit = 100_000;

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return cutText(value.trim(), fieldLimit, '');
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    return value.map(toText).filter(Boolean).join('\n') || undefined;
  }
  if (!isMapping(value)) return undefined;
  return ['text', 'description', 'statement', 'point', 'content', 'name']
    .map((key) => toText(value[key]))
    .find(Boolean);
}

function toTextOrNull(value: unknown): string | null {
  const text = toText(value);
  return text === undefined || emptyWords.has(text.toLowerCase()) ? null : text;
}

/** A list as it is, a single value as a list of one, and nothing as an empty list. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

function toTexts(value: unknown): string[] {
  return toList(value)
    .map(toTextOrNull)
    .filter((text) => text !== null);
}

/**
 * Reads a share between 0 and 1: `0.8`, `"0.8"`, `"80%"`, `"0,8"`. Anything else, such as `"N/A"` or `9`, is
 * null (unknown), which is not the same as zero.
 */
export function readShare(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 && value <= 1 ? value : null;
  if (typeof value !== 'string') return null;
  const match = /^\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*(%?)\s*$/.exec(value);
  if (!match) return null;
  const number = Number((match[1] ?? '').replace(',', '.')) / (match[2] === '%' ? 100 : 1);
  return number >= 0 && number <= 1 ? number : null;
}

/** Reads yes or no in any spelling; anything else is null (unknown). */
export function readFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = toText(value)?.toLowerCase();
  if (word === 'true' || word === 'yes') return true;
  return word === 'false' || word === 'no' ? false : null;
}

/** A required text; the only kind of field without which the whole reply is unusable. */
export const requiredText = (description: string) =>
  z.preprocess(toTextOrNull, z.string().min(1)).describe(description);

/** A text, empty when absent. */
export const optionalText = (description: string) =>
  z.preprocess((value) => toTextOrNull(value) ?? '', z.string()).describe(description);

/** A text, empty when absent; `none` where it says so, which takes out what stood there. */
export const textOrNone = (description: string) =>
  z
    .preprocess(
      (value) => toTextOrNull(value) ?? (/^none\.?$/i.test(toText(value) ?? '') ? 'none' : ''),
      z.string(),
    )
    .describe(description);

/** A text or null. */
export const nullableText = (description: string) =>
  z.preprocess(toTextOrNull, z.string().nullable()).describe(description);

/** A list of texts; a single text counts as a list of one. */
export const textList = (description: string) =>
  z.preprocess(toTexts, z.array(z.string())).describe(description);

/** A share between 0 and 1, or null when it cannot be read. */
export const shareOrNull = (description: string) =>
  z.preprocess(readShare, z.number().nullable()).describe(description);

/** One of a few words in any spelling (`Stand aside`, `stand-aside`); `otherwise` when it is none of them. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
  otherwise: Words[number],
  description: string,
) {
  return z.preprocess((value) => findWord(words, value) ?? otherwise, z.enum(words)).describe(description);
}

/** A required one of a few words: a list element without it is dropped. */
export function requiredOneOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
  description: string,
) {
  return z.preprocess((value) => findWord(words, value), z.enum(words)).describe(description);
}

function findWord(words: readonly string[], value: unknown): string | undefined {
  const fold = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  const folded = fold(toText(value) ?? '');
  return words.find((word) => fold(word) === folded);
}

/** A list of objects: each element that does not fit is dropped. A map of texts is read as `{idKey, textKey}` pairs. */
export function objectList<Shape extends z.ZodObject>(
  element: Shape,
  description: string,
  map?: { idKey: string; textKey: string },
) {
  const read = (value: unknown): unknown[] => {
    const list = Array.isArray(value) ? value : readMap(value, map);
    return list
      .map((item) => (map && typeof item === 'string' ? { [map.textKey]: item } : item))
      .filter((item) => element.safeParse(item).success);
  };
  return z.preprocess(read, z.array(element)).describe(description);
}

function readMap(value: unknown, map: { idKey: string; textKey: string } | undefined): unknown[] {
  // A text in place of a list counts as its only entry, so that it is read or asked for again, not dropped.
  if (map && typeof value === 'string') return toTexts(value);
  if (typeof value !== 'object' || value === null) return [];
  if (!map || map.idKey in value) return [value];
  return Object.entries(value).map(([id, text]) =>
    typeof text === 'object' && text !== null
      ? { [map.idKey]: id, ...text }
      : { [map.idKey]: id, [map.textKey]: text },
  );
}

/** A field of a reply that was present but could not be read; in a list, how many of its entries. */
export interface FieldLoss {
  field: string;
  lost?: number;
  of?: number;
}

/** Lists the fields that were present but could not be read. An absent or empty field is no loss. */
export function listLosses(raw: unknown, value: Record<string, unknown>): FieldLoss[] {
  if (!isMapping(raw)) return [];
  const losses: FieldLoss[] = [];
  for (const [field, read] of Object.entries(value)) {
    const given = raw[field];
    if (given === undefined || given === null || given === '') continue;
    if (Array.isArray(read)) {
      const had = Array.isArray(given)
        ? given.filter((item) => toTextOrNull(item) !== null || isMapping(item)).length
        : 0;
      if (had > read.length) losses.push({ field, lost: had - read.length, of: had });
    } else if (read === null && toTextOrNull(given) !== null) losses.push({ field });
  }
  return losses;
}
