/** Sorts the keys of plain data in the order of a zod schema, so that a file looks the same however the object was built. */
import * as z from 'zod';

/** The known key order at one place in the data. */
export type KeyOrder = { keys: Map<string, KeyOrder> } | { element: KeyOrder } | null;

/** A schema without what makes its value optional. */
export function unwrapSchema(schema: unknown): unknown {
  return schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
    ? unwrapSchema(schema.unwrap())
    : schema;
}

/** Reads the order from a schema: objects, lists, and their wrappers. */
export function readKeyOrder(schema: unknown): KeyOrder {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return { element: readKeyOrder(inner.element) };
  if (!(inner instanceof z.ZodObject)) return null;
  return { keys: new Map(Object.entries(inner.shape).map(([key, field]) => [key, readKeyOrder(field)])) };
}

/** A copy with the known keys first, in order; unknown keys follow in their own order. */
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
