/** The JSON Schema of a form, as it is sent to a model. */
import * as z from 'zod';
import type { JsonSchema } from '../../session/model-request.ts';
import { makeForEach } from './make-for-each.ts';

/** Keywords that structured output does not accept, or that cost tokens and say nothing. */
const left = new Set(['$schema', 'default', 'minLength', '~standard']);

/** Converts a form: its output side, with optional fields left out, since they are read where they are given but never asked for. */
export const toJsonSchema = makeForEach((form: z.ZodType): JsonSchema => {
  const json = z.toJSONSchema(form, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  return clean(json) as JsonSchema;
});

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  const required = Array.isArray(fields['required']) ? (fields['required'] as unknown[]) : null;
  const entries = Object.entries(fields).flatMap(([key, entry]): [string, unknown][] => {
    if (left.has(key) || (key === 'description' && entry === '')) return [];
    if (key === 'properties' && fields['type'] === 'object' && typeof entry === 'object' && entry !== null) {
      const asked = Object.entries(entry as Record<string, unknown>).filter(([name]) =>
        required?.includes(name),
      );
      return [[key, Object.fromEntries(asked.map(([name, part]) => [name, clean(part)]))]];
    }
    return [[key, clean(entry)]];
  });
  return Object.fromEntries(entries);
}
