/** Reads from the schema of a request which fields its reply may have. */
import { isMapping } from '../session/is-mapping.ts';
import type { JsonSchema } from '../session/model-request.ts';
import { type ItemKind, itemKinds } from '../session/vocabulary.ts';

/** The properties of an object, of the entries of a list, or of a value that may be null. */
export function readProperties(schema: unknown): Readonly<Record<string, unknown>> | null {
  if (!isMapping(schema)) return null;
  if (isMapping(schema['properties'])) return schema['properties'];
  const inner = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema['items']];
  return inner.map(readProperties).find((found) => found !== null) ?? null;
}

/** A reply with exactly the fields of its schema: others are left out, and what it says nothing about is empty. */
export function fitReply(reply: unknown, schema: unknown): unknown {
  const properties = readProperties(schema);
  if (Array.isArray(reply)) return reply.map((entry: unknown) => fitReply(entry, schema));
  if (properties === null || !isMapping(reply)) return reply;
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [
      name,
      name in reply ? fitReply(reply[name], inner) : makeEmpty(inner),
    ]),
  );
}

function makeEmpty(schema: unknown): unknown {
  const type = isMapping(schema) ? schema['type'] : undefined;
  return type === 'array' ? [] : type === 'string' ? '' : null;
}

/** The kinds of item that the form of a text has. */
export function readItemKinds(schema: JsonSchema): ItemKind[] {
  const item = readProperties(readProperties(schema)?.['items']);
  const kind = item?.['kind'];
  const named: unknown[] = isMapping(kind) && Array.isArray(kind['enum']) ? kind['enum'] : [];
  const found = itemKinds.filter((one) => named.includes(one));
  // In the order of the form: its first kind is that of what fits none.
  return found.sort((one, other) => named.indexOf(one) - named.indexOf(other));
}
