/** Describes a schema in words, for models of servers and programs that cannot enforce one. */
import { isMapping } from '../../session/is-mapping.ts';
import type { JsonSchema } from '../../session/model-request.ts';

/** Writes the instruction that is added to a prompt: what to reply, and a skeleton of the reply. */
export function describeSchema(schema: JsonSchema): string {
  return [
    'Reply with one JSON object and nothing else: no introduction, no code fence, no comment.',
    'Use exactly these keys; leave none out. Where you have nothing to say, use null, "" or [].',
    '',
    drawSkeleton(schema, { root: schema, depth: 0 }),
  ].join('\n');
}

interface Context {
  root: JsonSchema;
  depth: number;
}

function drawSkeleton(schema: JsonSchema, context: Context): string {
  const resolved = resolveReference(schema, context.root);
  if (context.depth > 6) return '…';
  const inner = { ...context, depth: context.depth + 1 };
  const pad = '  '.repeat(inner.depth);
  const end = '  '.repeat(context.depth);
  const properties = resolved['properties'];
  if (isMapping(properties)) {
    const lines = Object.entries(properties).map(([name, part]) => {
      const shape = isMapping(part) ? part : {};
      const note = describeNote(shape, context.root);
      return `${pad}${JSON.stringify(name)}: ${drawSkeleton(shape, inner)}${note}`;
    });
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${end}}`;
  }
  const items = resolved['items'];
  if (isMapping(items)) return `[${drawSkeleton(items, context)}, …]`;
  return drawLeaf(resolved, inner);
}

function drawLeaf(schema: JsonSchema, context: Context): string {
  const options = schema['enum'];
  if (Array.isArray(options)) return options.map((option) => JSON.stringify(option)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  const variants = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(variants)) {
    return variants
      .map((part: unknown) =>
        isMapping(part) ? drawSkeleton(part, { ...context, depth: context.depth - 1 }) : '…',
      )
      .join(' | ');
  }
  const type = schema['type'];
  if (Array.isArray(type)) return type.map((name) => drawType(String(name), schema)).join(' | ');
  return drawType(typeof type === 'string' ? type : 'string', schema);
}

function drawType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'number':
    case 'integer':
      return drawNumber(type, schema);
    case 'boolean':
      return 'true | false';
    case 'null':
      return 'null';
    case 'array':
      return '["…"]';
    case 'object':
      return '{}';
    default:
      return '"…"';
  }
}

function drawNumber(type: string, schema: JsonSchema): string {
  const { minimum, maximum } = schema as { minimum?: unknown; maximum?: unknown };
  const word = type === 'integer' ? 'whole number' : 'number';
  // The bounds of safe integers, which schemas of whole numbers carry, tell a model nothing.
  if (typeof minimum !== 'number' || typeof maximum !== 'number' || Math.abs(maximum) > 1e9)
    return `<${word}>`;
  return `<${word} from ${minimum} to ${maximum}>`;
}

/** The description of a field, as a comment after it. */
function describeNote(schema: JsonSchema, root: JsonSchema): string {
  const text = schema['description'] ?? resolveReference(schema, root)['description'];
  return typeof text === 'string' && text !== '' ? ` /* ${text.replaceAll('*/', '* /')} */` : '';
}

function resolveReference(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  let found: unknown = root;
  for (const part of reference.slice(2).split('/')) found = isMapping(found) ? found[part] : undefined;
  return isMapping(found) ? found : {};
}
