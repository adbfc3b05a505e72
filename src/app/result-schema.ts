/**
 * Schemas of the documents that `--json` writes: docs/result.schema.json is generated from them, and tests check real runs against them.
 * Fields may be added to a document; existing ones stay. Times are in milliseconds or ISO 8601 UTC.
 */
import * as z from 'zod';
import { type ErrorCode, errorTable } from '../session/errors.ts';
import { escalationSchema, usageSchema } from '../session/records.ts';
import { outcomeSchema } from '../session/session.ts';
import { outputTypes, pauseReasons, sessionStatuses, workflowTypes } from '../session/vocabulary.ts';

const count = z.number().int().min(0);

const problemSchema = z.looseObject({
  file: z.string(),
  line: count.optional().describe('counts from 1'),
  column: count.optional().describe('counts from 1'),
  message: z.string(),
});

/** The `error` field of every document. */
export const errorSchema = z.looseObject({
  code: z
    .enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]])
    .describe('a word of the table of codes; each belongs to one exit code'),
  message: z.string().describe('what happened, and why'),
  hint: z.string().nullable().describe('what to type or change next'),
  exit_code: count,
  problems: z.array(problemSchema).optional().describe('all problems of a file at once'),
  data: z.record(z.string(), z.unknown()).optional().describe('facts, for example the session_id'),
});

/** The document of a failed command. */
export const failureDocumentSchema = z.looseObject({ error: errorSchema });

const turnSchema = z.looseObject({
  agent_id: z.string(),
  round: count,
  content: z.string().describe('the position; cut at 200 characters without --full'),
  duration_ms: count,
});

/** The document of a run: `roundtable start`, `specs`, `design`, `brainstorm`, `roundtable resume`, `roundtable say`. */
export const resultSchema = z.looseObject({
  session_id: z.string(),
  session_file: z.string().describe('relative to the project'),
  topic: z.string(),
  workflow_type: z.enum(workflowTypes),
  strategy: z.string(),
  output_type: z.enum(outputTypes),
  status: z.enum(sessionStatuses),
  pause_reason: z.enum(pauseReasons).nullable(),
  rehearsal: z.boolean().describe('true when any seat was rehearsed by the built-in panel'),
  participants: z.array(z.string()),
  rounds: count,
  turn_count: count,
  turns: z.array(turnSchema),
  counts: z.record(z.string(), count).describe('turns of each seat'),
  speaker_order: z.array(z.string()),
  next_speaker: z.string().nullable(),
  synthesis: z.string().describe('the outcome in words, or the newest synthesis'),
  synthesizer_id: z.string(),
  total_duration_ms: count.describe('of this run'),
  created_at: z.string(),
  pending_escalations: z.array(escalationSchema).describe('questions that wait for a person'),
  outcome: outcomeSchema.nullable().describe('null until the session is completed'),
  usage: usageSchema.describe('of the whole session; cost_usd is null when a price is unknown'),
  files: z.array(z.looseObject({ type: z.string(), path: z.string() })),
  next: z.array(z.string()).describe('commands to type next; none once a session has ended'),
  error: errorSchema.optional().describe('why a run paused by itself'),
  failed_on: z
    .array(z.enum(['degraded', 'no-consensus']))
    .optional()
    .describe('conditions of --fail-on that hold'),
});

/** All documents that `--json` of a run may write. */
export const resultDocumentSchema = z.union([resultSchema, failureDocumentSchema]);
