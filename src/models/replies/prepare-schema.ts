/**
 * Rewrites a JSON Schema into the subset that servers can enforce: closed objects with all properties required, no
 * bounds, patterns or defaults. The removed keywords go into the description, so that the model still reads them.
 * Source of the subset: the documentation of OpenAI and Anthropic on structured output, November 2026.
 */
import { isMapping } from '../../session/is-mapping.ts';
import type { JsonSchema } from '../../session/model-request.ts';

const keptEverywhere = new Set(['type', 'enum', 'const', '$ref', 'title', 'description']);

/** Returns the strict form of a schema, which is not changed. */
export function prepareSchema(schema: JsonSchema): JsonSchema {
  const strict: JsonSchema = {};
  const moved: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keptEverywhere.has(keyword)) strict[keyword] = value;
    else if (keyword === '$defs' || keyword === 'definitions') strict[keyword] = mapValues(value);
    else if (keyword === 'anyOf' || keyword === 'oneOf') strict['anyOf'] = mapItems(value);
    else if (keyword === 'allOf') strict['allOf'] = mapItems(value);
    else if (keyword === 'properties') strict['properties'] = mapValues(value);
    else if (keyword === 'items')
      strict['items'] = isMapping(value) ? prepareSchema(value) : { type: 'string' };
    else if (!droppedSilently.has(keyword)) moved.push(`${keyword}: ${JSON.stringify(value)}`);
  }
  if (strict['type'] === 'object') {
    const properties = isMapping(strict['properties']) ? strict['properties'] : {};
    strict['properties'] = properties;
    strict['required'] = Object.keys(properties);
    strict['additionalProperties'] = false;
  }
  if (strict['type'] === 'array' && strict['items'] === undefined) strict['items'] = { type: 'string' };
  // A schema that allows anything cannot be enforced; text can carry anything.
  if (!shapes.some((keyword) => keyword in strict)) strict['type'] = 'string';
  if (moved.length > 0) {
    const before = typeof strict['description'] === 'string' ? `${strict['description']} ` : '';
    strict['description'] = `${before}(${moved.join(', ')})`;
  }
  return strict;
}

const shapes = ['type', 'anyOf', 'allOf', '$ref', 'enum', 'const'];

/** Keywords that the rewriting replaces, or that mean nothing to a model. */
const droppedSilently = new Set([
  'required',
  'additionalProperties',
  '$schema',
  '$id',
  '$comment',
  'propertyNames',
]);

function mapValues(value: unknown): JsonSchema {
  if (!isMapping(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isMapping(part) ? prepareSchema(part) : part]),
  );
}

function mapItems(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((part: unknown) => (isMapping(part) ? prepareSchema(part) : part))
    : value;
}
