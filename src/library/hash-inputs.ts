/** A short fingerprint of a session's inputs, so that a resumed session can report what changed. */
import { hashText } from '../files/hash-text.ts';

/** Keys that say where a file is, not what it contains. */
const leftOut = new Set(['file', 'origin']);

/** Twelve hexadecimal digits (SHA-256) of plain data; key order, `file` and `origin` do not matter. */
export function hashInputs(parts: unknown): string {
  return hashText(JSON.stringify(sortKeys(parts)) ?? 'undefined').slice(0, 12);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value instanceof Map) return sortKeys(Object.fromEntries(value));
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([key, item]) => !leftOut.has(key) && item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sortKeys(item)]);
}
