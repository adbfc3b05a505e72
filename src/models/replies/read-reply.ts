/** Reads the structure of a reply. This happens above the journal, so that a better reader can read an old reply again. */

import { isMapping } from '../../session/is-mapping.ts';
import type { ModelReply, ReadReply } from '../../session/model-reply.ts';
import type { JsonSchema, ModelRequest } from '../../session/model-request.ts';
import { type Completion, ModelError } from '../../session/ports/provider.ts';
import { cutThinking, readStructured, type StructuredReading } from './read-structured.ts';

/**
 * Adds the data that the request's schema asks for, or the problem with it, and removes the thinking
 * from a plain reply. `replayed`: the reply comes from a journal.
 */
export function readReply(reply: ModelReply, request: ModelRequest, { replayed = false } = {}): ReadReply {
  const { schema } = request;
  if (!reply.ok) {
    const { text } = reply;
    const data = schema === null || text === undefined ? undefined : readForm(text, schema, true).data;
    return data === undefined ? { ...reply, replayed } : { ...reply, data, replayed };
  }
  if (schema === null)
    return { ...reply, text: cutThinking(reply.text), data: undefined, problem: null, replayed };
  const { data, problem } = readForm(reply.text, schema);
  return { ...reply, data, problem, replayed };
}

/** A form that was read. */
export interface FormReading extends StructuredReading {
  /** No required field is missing. */
  isWhole: boolean;
  /** At least half of the required fields are there: a missing field does not mean that the server ignores the form. */
  isKept: boolean;
}

/**
 * Reads a form. A reply that has a field of its own in the form is also read where it stands outside of that field. `isBroken`: the
 * server says that it was cut off.
 */
export function readForm(
  text: string,
  schema: NonNullable<ModelRequest['schema']>,
  isBroken = false,
): FormReading {
  const forms = [schema.json, ...listReplies(schema.json)].map(listFields);
  // A form may be asked for with such a field and then without it, and models go on as they began.
  const [own = { keys: [], required: [] }, ...inner] = forms;
  const also = [...inner.flatMap(({ keys }) => keys), replyField];
  const read = readStructured(text, { keys: own.keys, also, isBroken });
  const { data } = read;
  if (data === undefined) return { ...read, isWhole: false, isKept: false };
  const parts = [data, data[replyField]].filter(isMapping);
  const shares = forms.flatMap(({ required }) =>
    parts.map((part) => ({
      missing: required.filter((key) => !Object.hasOwn(part, key)).length,
      of: required.length,
    })),
  );
  return {
    ...read,
    isWhole: !read.isCut && shares.some(({ missing }) => missing === 0),
    isKept: shares.some(({ missing, of }) => missing * 2 <= of),
  };
}

/** The field in which a reply stands that may be put off. */
const replyField = 'reply';

/** The forms of the reply that stands in a field of its own; none where the form has no such field. */
function listReplies({ properties }: JsonSchema): JsonSchema[] {
  const field = isMapping(properties) ? properties[replyField] : undefined;
  if (!isMapping(field)) return [];
  const choices = Array.isArray(field['anyOf']) ? field['anyOf'].filter(isMapping) : [field];
  return choices.filter((choice) => isMapping(choice['properties']));
}

/** The top-level fields of a form, and those that a reply must have. */
function listFields({ properties, required }: JsonSchema): { keys: string[]; required: string[] } {
  const keys = isMapping(properties) ? Object.keys(properties) : [];
  const named = Array.isArray(required)
    ? required.filter((name): name is string => typeof name === 'string')
    : keys;
  return { keys, required: named };
}

/** What a server answered. */
export interface Answered extends Completion {
  request: Pick<ModelRequest, 'schema'>;
  /** False when a stream broke off. */
  isComplete: boolean;
  /** Whether the stop reason says that the reply ended at a limit. */
  isCut: boolean;
}

/**
 * Returns the reply. A reply that was cut off is still used when its form is whole. Throws ModelError `network` when the stream broke
 * off, `truncated` at a limit, and `empty`.
 */
export function settleReply({ request, isComplete, isCut, ...completion }: Answered): Completion {
  const { text, usage, stop_reason: code, request_id: requestId } = completion;
  const { schema } = request;
  if (schema !== null && readForm(text, schema, !isComplete || isCut).isWhole) return completion;
  const details = { requestId, usage, code, text };
  if (!isComplete) throw new ModelError('network', '', { ...details, reason: 'broke-off' });
  if (isCut)
    throw new ModelError('truncated', '', { ...details, reason: 'cut-off', about: usage.output_tokens });
  if (cutThinking(text).trim() === '') throw new ModelError('empty', '', { ...details, reason: 'no-text' });
  return completion;
}
