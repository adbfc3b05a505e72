/**
 * The lines of the journal, `sessions/<id>/calls.jsonl`: one JSON object for each finished model call, for everything a person
 * typed, for everything that was looked up in the project, and with a cost limit for each attempt. Unknown fields are kept, so that a later version may add some.
 */
import * as z from 'zod';
import { failureFactsSchema } from '../failure.ts';
import type { KnownFields } from '../known-fields.ts';
import type { RecordedReply } from '../model-reply.ts';
import { usageSchema } from '../records.ts';
import { failureKinds } from '../vocabulary.ts';

const callFields = {
  kind: z.literal('call'),
  /** `<round>/<step>/<seat>/<attempt>` */
  key: z.string(),
  /** SHA-256 of the request, see request-hash.ts. */
  hash: z.string(),
  purpose: z.enum(['ask', 'look-up', 'retry', 'review', 'draft']),
  seat: z.string(),
  provider: z.string(),
  model: z.string(),
  request_id: z.string().nullable(),
  /** ISO 8601. */
  started_at: z.string(),
  duration_ms: z.number().min(0),
  usage: usageSchema,
  stop_reason: z.string().nullable(),
  /** Of a session with a cost limit: how many lines `attempt` the call has, and what it counts for in USD. */
  counted: z.looseObject({ attempts: z.number().int().min(0), cost_usd: z.number().min(0) }).optional(),
};

const successLineSchema = z.looseObject({ ...callFields, ok: z.literal(true), text: z.string() });

const failureLineSchema = z.looseObject({
  ...callFields,
  ok: z.literal(false),
  error: z.looseObject({
    kind: z.enum(failureKinds),
    message: z.string(),
    /** What the person can do about it; empty when unknown. */
    remedy: z.string(),
    facts: failureFactsSchema.optional(),
    /** What came of a reply that was cut off. */
    text: z.string().optional(),
  }),
});

/** What a seat was given from the project: a look-up with its text, the map, or quotations with the result of their check. */
const lookUpLineSchema = z.looseObject({
  kind: z.literal('look-up'),
  /** The key of the call that asked for it. */
  key: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The request as data; together with `key` it identifies the line. */
  wanted: z.unknown(),
  gave: z.unknown(),
});

const inputLineSchema = z.looseObject({
  kind: z.literal('input'),
  /** The key of the question that was answered. */
  key: z.string(),
  /** ISO 8601. */
  at: z.string(),
  value: z.unknown(),
});

/** An attempt at a call in a session with a cost limit, written before it is made. Without a line of the call after it, it was never finished. */
const attemptLineSchema = z.looseObject({
  kind: z.literal('attempt'),
  /** The key of the call. */
  key: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The most that it may cost in USD. */
  most_usd: z.number().min(0),
});

/** Any line. */
export const journalLineSchema = z.union([
  successLineSchema,
  failureLineSchema,
  inputLineSchema,
  lookUpLineSchema,
  attemptLineSchema,
]);

export type SuccessLine = KnownFields<z.infer<typeof successLineSchema>>;
export type FailureLine = KnownFields<z.infer<typeof failureLineSchema>>;
export type CallLine = SuccessLine | FailureLine;
export type InputLine = KnownFields<z.infer<typeof inputLineSchema>>;
export type LookUpLine = KnownFields<z.infer<typeof lookUpLineSchema>>;
export type AttemptLine = KnownFields<z.infer<typeof attemptLineSchema>>;
export type JournalLine = CallLine | InputLine | LookUpLine | AttemptLine;

/** The reply that a line recorded. */
export function recallReply(line: CallLine): RecordedReply {
  const { usage, duration_ms, request_id, provider, model, stop_reason } = line;
  const common = { usage, duration_ms, request_id, provider, model, stop_reason, replayed: true };
  if (line.ok) return { ok: true, text: line.text, ...common };
  const { kind, message, remedy, facts, text } = line.error;
  return { ok: false, kind, message, remedy, facts, text, ...common };
}
