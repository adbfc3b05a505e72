/** Describes a schema in words, for models of servers and programs that cannot enforce one. */
import { isMapping } from '../../session/is-mapping.ts';
import type { JsonSchema } from '../../session/model-request.ts';

/** Writes the instruction that is added to a prompt: what to reply, and a skeleton of the reply. */
export function describeSchema(schema: JsonSchema): string {
  return [
    'Reply with one JSON object and nothing else: no introduction, no code fence, no comment.',
    'Use exactly these keys; leave none out. Where you have nothing to say, use null, "" or [].',
    '',
    drawSkeleton(schema, ''),
  ].join('\n');
}

function drawSkeleton(schema: JsonSchema, indent: string): string {
  const { properties, items, enum: words, anyOf: choices, type } = schema;
  if (isMapping(properties)) {
    const lines = Object.entries(properties).map(([name, part]) => {
      const { description = '' } = part as { description?: string };
      const note = description === '' ? '' : ` /* ${description.replaceAll('*/', '* /')} */`;
      return `${indent}  ${JSON.stringify(name)}: ${drawSkeleton(part as JsonSchema, `${indent}  `)}${note}`;
    });
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  if (isMapping(items)) return `[${drawSkeleton(items, indent)}, …]`;
  if (Array.isArray(words)) return words.map((word) => JSON.stringify(word)).join(' | ');
  if (Array.isArray(choices))
    return choices.map((choice: JsonSchema) => drawSkeleton(choice, indent)).join(' | ');
  return [type].flat().map(drawType).join(' | ');
}

function drawType(type: unknown): string {
  if (type === 'number' || type === 'integer') return '<number>';
  if (type === 'boolean') return 'true | false';
  return type === 'null' ? 'null' : '"…"';
}
