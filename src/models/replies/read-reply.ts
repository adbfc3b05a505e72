/** Reads the structure out of a reply. This happens above the journal, so that a better reader can read an old reply again. */
import type { CallRecord } from '../../domain/model-reply.ts';
import type { ModelRequest, ModelReply as ReadReply } from '../../domain/ports.ts';
import type { FailureKind } from '../../domain/vocabulary.ts';
import { readStructured } from './read-structured.ts';

/** What of a reply is read here, whether it comes from a model or from a journal. */
export type ReplyToRead = Omit<CallRecord, 'provider' | 'stop_reason'> &
  Partial<CallRecord> &
  ({ ok: true; text: string } | { ok: false; kind: FailureKind; message: string; remedy: string });

/** Adds the data that the request's schema asks for, or the problem with it. `replayed` says that the reply came from a journal. */
export function readReply(reply: ReplyToRead, request: ModelRequest, { replayed = false } = {}): ReadReply {
  const { request_id, usage, duration_ms } = reply;
  if (!reply.ok) {
    const { kind, message, remedy } = reply;
    return { ok: false, kind, message, remedy, request_id, usage, duration_ms, replayed };
  }
  const { text, model } = reply;
  const read =
    request.schema === null ? { data: undefined, problem: null } : readStructured(text, listKeys(request));
  return { ok: true, text, ...read, usage, duration_ms, request_id, model, replayed };
}

/** Which top-level fields a reply should have, from the schema that it was asked for. */
function listKeys(request: ModelRequest): { keys: string[]; required: string[] } {
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
