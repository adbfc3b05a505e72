/** Sorts the keys of plain data in the order of a zod schema, so that a file looks the same however the object was built. */
import type * as z from 'zod';

/** The known key order at one place in the data. */
export type KeyOrder = { keys: Map<string, KeyOrder> } | { element: KeyOrder } | null;

type Part = z.core.$ZodTypes;

/** A schema without what makes its value optional; what it is, is read from its definition, as `instanceof` takes a third of a save. */
function unwrapSchema(schema: z.core.$ZodType): Part {
  const part = schema as Part;
  const { def } = part._zod;
  return def.type === 'nullable' ||
    def.type === 'optional' ||
    def.type === 'default' ||
    def.type === 'prefault'
    ? unwrapSchema(def.innerType)
    : part;
}

/** Reads the order from a schema: objects, lists, and their wrappers. */
export function readKeyOrder(schema: z.core.$ZodType): KeyOrder {
  const { def } = unwrapSchema(schema)._zod;
  if (def.type === 'array') return { element: readKeyOrder(def.element) };
  if (def.type !== 'object') return null;
  return { keys: new Map(Object.entries(def.shape).map(([key, field]) => [key, readKeyOrder(field)])) };
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
