/** Describes the type of a key in words, for messages and documentation. */
import * as z from 'zod';

interface JsonType {
  type?: string;
  enum?: unknown[];
  anyOf?: JsonType[];
  items?: JsonType;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
}

/** Describes a schema in words: `a whole number of at least 1, or null`. */
export function describeType(schema: z.ZodType): string {
  return describeJsonType(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonType);
}

function describeJsonType(json: JsonType): string {
  if (json.anyOf !== undefined) return json.anyOf.map(describeJsonType).join(', or ');
  if (json.enum !== undefined) return `one of ${json.enum.join(', ')}`;
  switch (json.type) {
    case 'integer':
      return `a whole number${describeRange(json)}`;
    case 'number':
      return `a number${describeRange(json)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list, each item ${describeJsonType(json.items ?? {})}`;
    case 'null':
      return 'null';
    case 'string':
      return json.minLength === undefined ? 'text' : 'text that is not empty';
    default:
      return 'a value';
  }
}

function describeRange(json: JsonType): string {
  if (json.exclusiveMinimum !== undefined) return ` above ${json.exclusiveMinimum}`;
  const top = json.maximum === Number.MAX_SAFE_INTEGER ? undefined : json.maximum;
  if (json.minimum !== undefined && top !== undefined) return ` from ${json.minimum} to ${top}`;
  if (json.minimum !== undefined) return ` of at least ${json.minimum}`;
  return '';
}
