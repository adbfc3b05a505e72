/**
 * The journal's lines, `sessions/<id>/calls.jsonl`: one JSON object a line, one line for each finished model call
 * and for each thing a person typed. Objects are loose: what a later version adds is kept.
 */
import * as z from 'zod';
import type { RecordedReply } from './model-reply.ts';
import { usageSchema } from './records.ts';
import { failureKinds } from './vocabulary.ts';

const callFields = {
  kind: z.literal('call'),
  /** `<round>/<step>/<seat>/<attempt>` */
  key: z.string(),
  /** SHA-256 of the request, see request-hash.ts. */
  hash: z.string(),
  purpose: z.enum(['ask', 'retry', 'ballot', 'draft']),
  seat: z.string(),
  provider: z.string(),
  model: z.string(),
  request_id: z.string().nullable(),
  /** ISO 8601. */
  started_at: z.string(),
  duration_ms: z.number().min(0),
  usage: usageSchema,
  stop_reason: z.string().nullable(),
};

const successLineSchema = z.looseObject({ ...callFields, ok: z.literal(true), text: z.string() });

const failureLineSchema = z.looseObject({
  ...callFields,
  ok: z.literal(false),
  error: z.looseObject({
    kind: z.enum(failureKinds),
    message: z.string(),
    /** What the person can do about it; empty when nothing is known. */
    remedy: z.string().default(''),
  }),
});

const inputLineSchema = z.looseObject({
  kind: z.literal('input'),
  /** The key of the view that was answered. */
  key: z.string(),
  /** ISO 8601. */
  at: z.string(),
  value: z.unknown(),
});

/** Any line. */
export const journalLineSchema = z.union([successLineSchema, failureLineSchema, inputLineSchema]);

export type SuccessLine = z.infer<typeof successLineSchema>;
export type FailureLine = z.infer<typeof failureLineSchema>;
export type CallLine = SuccessLine | FailureLine;
export type InputLine = z.infer<typeof inputLineSchema>;
export type JournalLine = CallLine | InputLine;

/** The reply that a line recorded. */
export function recallReply(line: CallLine): RecordedReply {
  const common = {
    usage: line.usage,
    duration_ms: line.duration_ms,
    request_id: line.request_id,
    provider: line.provider,
    model: line.model,
    stop_reason: line.stop_reason,
    replayed: true,
  };
  if (line.ok) return { ok: true, text: line.text, ...common };
  return {
    ok: false,
    kind: line.error.kind,
    message: line.error.message,
    remedy: line.error.remedy,
    ...common,
  };
}
