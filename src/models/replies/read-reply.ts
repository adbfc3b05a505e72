/** Reads the structure of a reply. This happens above the journal, so that a better reader can read an old reply again. */
import type { ModelReply, ReadReply } from '../../domain/model-reply.ts';
import type { ModelRequest } from '../../domain/model-request.ts';
import { splitThinking } from '../../domain/split-thinking.ts';
import { writeExample } from './describe-schema.ts';
import { readStructured, type StructuredReading, type WantedShape } from './read-structured.ts';

/**
 * Adds the data that the request's schema asks for, or the problem with it, and removes the thinking
 * from a plain reply. `replayed`: the reply comes from a journal.
 */
export function readReply(reply: ModelReply, request: ModelRequest, { replayed = false } = {}): ReadReply {
  if (!reply.ok) return { ...reply, replayed };
  if (request.schema === null)
    return { ...reply, text: splitThinking(reply.text).spoken, data: undefined, problem: null, replayed };
  const { data, problem } = readForm(reply.text, request.schema);
  return { ...reply, data, problem, replayed };
}

/**
 * Reads a form. `isWhole`: no required field is missing. `isKept`: at least half of them are present; the form is read leniently, and a
 * missing field does not mean that the server ignores the form. The example from the prompt does not count as a reply.
 */
export function readForm(
  text: string,
  schema: NonNullable<ModelRequest['schema']>,
): StructuredReading & { isWhole: boolean; isKept: boolean } {
  const shape = listKeys({ schema });
  const read = readStructured(text, shape);
  if (read.data === undefined || JSON.stringify(read.data) === writeExample(schema.json)) {
    const problem = read.problem ?? 'The reply only repeats the example.';
    return { data: undefined, problem, isWhole: false, isKept: false };
  }
  const missing = shape.required.filter((key) => !Object.hasOwn(read.data as object, key)).length;
  return { ...read, isWhole: missing === 0, isKept: missing * 2 <= shape.required.length };
}

/** Which top-level fields a reply should have, from the schema that it was asked for. */
export function listKeys(request: Pick<ModelRequest, 'schema'>): Required<WantedShape> {
  const { properties, required } = (request.schema?.json ?? {}) as {
    properties?: unknown;
    required?: unknown;
  };
  const keys = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const named = Array.isArray(required)
    ? required.filter((name): name is string => typeof name === 'string')
    : keys;
  return { keys, required: named };
}
