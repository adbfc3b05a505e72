/** Puts the keys of plain data into the order of a zod schema, so that a file reads the same whoever made the object. */
import * as z from 'zod';

/** What is known of the order at one place of the data. */
export type KeyOrder = { keys: Map<string, KeyOrder> } | { element: KeyOrder } | null;

/** Reads the order out of a schema: objects, lists, and what wraps them. */
export function readKeyOrder(schema: unknown): KeyOrder {
  if (schema instanceof z.ZodObject) {
    return { keys: new Map(Object.entries(schema.shape).map(([key, inner]) => [key, readKeyOrder(inner)])) };
  }
  if (schema instanceof z.ZodArray) return { element: readKeyOrder(schema.element) };
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return readKeyOrder(schema.unwrap());
  }
  return null;
}

/** A copy with known keys first, in order; keys that the schema does not know follow, in their own order. */
export function orderKeys<Value>(value: Value, order: KeyOrder): Value;
export function orderKeys(value: unknown, order: KeyOrder): unknown {
  if (order === null || typeof value !== 'object' || value === null) return value;
  if ('element' in order)
    return Array.isArray(value) ? value.map((item) => orderKeys(item, order.element)) : value;
  if (Array.isArray(value)) return value;
  const found = new Map<string, unknown>(Object.entries(value));
  const known = [...order.keys].filter(([key]) => found.get(key) !== undefined);
  const extra = [...found].filter(([key, item]) => item !== undefined && !order.keys.has(key));
  return Object.fromEntries([
    ...known.map(([key, inner]) => [key, orderKeys(found.get(key), inner)]),
    ...extra,
  ]);
}
