/** Reads the structure out of a reply. This happens above the journal, so that a better reader can read an old reply again. */
import type { ModelReply, ReadReply } from '../../domain/model-reply.ts';
import type { ModelRequest } from '../../domain/model-request.ts';
import { splitThinking } from '../../domain/split-thinking.ts';
import { readStructured, type WantedShape } from './read-structured.ts';

/** Adds the data that the request's schema asks for, or the problem with it; a plain reply loses its thinking. `replayed` says that the reply came from a journal. */
export function readReply(reply: ModelReply, request: ModelRequest, { replayed = false } = {}): ReadReply {
  if (!reply.ok) return { ...reply, replayed };
  if (request.schema === null)
    return { ...reply, text: splitThinking(reply.text).spoken, data: undefined, problem: null, replayed };
  return { ...reply, ...readStructured(reply.text, listKeys(request)), replayed };
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
