/** Reads single fields of plain data of unknown shape. */

import { isMapping } from '../../domain/is-mapping.ts';
import { hashText } from '../../files/hash-text.ts';

/** Plain data with keys, as parsed from a file. */
export type PlainObject = { [key: string]: unknown };

/** The first value that is a non-empty text, a number or a boolean, as text; else an empty text. */
export function readText(...values: readonly unknown[]): string {
  const found = values.find(
    (value): value is string | number | boolean =>
      value !== '' && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return String(found ?? '');
}

/** The values of several keys, for `readText` and the like. */
export function readFields(data: PlainObject, ...keys: readonly string[]): unknown[] {
  return keys.map((key) => data[key]);
}

/** A finite number, or the fallback. */
export function readNumber(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

/** A list; anything else gives an empty one. */
export function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list; a single text counts as a list of one. */
export function readTexts(value: unknown): string[] {
  const list = typeof value === 'string' ? [value] : readList(value);
  return list.map((item) => readText(item)).filter((text) => text !== '');
}

/** Data with keys; anything else gives an empty object. */
export function readObject(value: unknown): PlainObject {
  return isMapping(value) ? value : {};
}

/**
 * The id of a seat, from a name as people write it: `QA Lead` and `roundtable-qa-lead` are the seat `qa-lead`. A name without
 * Latin letters gets an id of its own.
 */
export function readSeat(value: unknown): string {
  const name = readText(value).trim();
  const id = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^roundtable-(?=.)/, '');
  if (id !== '' || name === '') return id;
  return `seat-${hashText(name).slice(0, 8)}`;
}
