/** Schemas of the interface's answers: its description is generated from them, and tests check every answer against them. */
import * as z from 'zod';
import { personMessageSchema } from '../session/person-message.ts';
import { journalLineSchema } from '../session/ports/journal.ts';
import { openRoundSchema } from '../session/ports/open-round.ts';
import { searchHitSchema } from '../session/ports/search.ts';
import { usageSchema } from '../session/records.ts';
import { sessionSchema } from '../session/session.ts';
import { sessionHeadSchema } from '../session/session-head.ts';
import { pauseReasons, sessionStatuses } from '../session/vocabulary.ts';

const count = z.number().int().min(0);
const problems = z.array(z.looseObject({ file: z.string(), message: z.string() }));
const waitsFor = z.enum(['decision', 'turn']).nullable().describe('what a person is asked for');

const nowFields = {
  runner: z
    .enum(['here', 'waiting', 'elsewhere'])
    .nullable()
    .describe('this server, this server once a place is free, another process, or nobody'),
  waits_for: waitsFor,
  next_speaker: z.string().nullable(),
  last_event: count.describe('the number of the newest event: events after it are not in this answer'),
  heard: z.array(personMessageSchema).describe('what people sent and the run takes after its round'),
};

export const healthSchema = z.object({ status: z.literal('ok'), version: z.string() });
export const readySchema = z.object({ status: z.enum(['ready', 'store-unreachable']) });
export const startedSchema = z.object({
  session_id: z.string(),
  notices: z.array(z.string()).describe('what the person should know, in sentences'),
});

export const listedSchema = z.looseObject({
  total: count,
  offset: count,
  limit: count,
  sessions: z.array(
    z.looseObject({
      ...sessionHeadSchema.omit({ total_rounds: true, total_turns: true }).shape,
      rounds: count,
      turns: count,
      current: z.boolean(),
      runner: z
        .enum(['here', 'waiting'])
        .nullable()
        .describe('this server, this server once a place is free, or null: another process, or nobody'),
    }),
  ),
  damaged: z.array(z.looseObject({ id: z.string(), file: z.string(), reason: z.string() })),
});

export const shownSchema = z.looseObject({
  ...sessionSchema.shape,
  open_round: openRoundSchema.nullable(),
  worker_error: z
    .looseObject({ code: z.string(), message: z.string(), hint: z.string().nullable() })
    .nullable()
    .describe('why the workers did not continue the session, if nobody runs it'),
  ...nowFields,
});

export const stateSchema = z.looseObject({
  session_id: z.string(),
  command: z.string(),
  status: z.enum(sessionStatuses),
  pause_reason: z.enum(pauseReasons).nullable(),
  total_rounds: count,
  max_rounds: count,
  pending_escalations: z.array(z.string()),
  usage: usageSchema,
  ...nowFields,
  notices: z.array(z.string()).describe('what the person should know, in sentences'),
});

const runSchema = z.looseObject({ rounds: count, usage: usageSchema, known_cost_usd: z.number() });

export const recordedSchema = z.object({
  session_id: z.string(),
  calls: z.array(journalLineSchema),
  problems,
});

export const estimateSchema = z.object({
  estimate: z.looseObject({
    topic: z.string(),
    strategy: z.string(),
    participants: z.array(z.object({ id: z.string(), model: z.string().nullable() })),
    minimum: runSchema,
    maximum: runSchema,
    prices_checked_on: z.string(),
    assumption: z.string(),
  }),
  notices: z.array(z.string()).describe('what the person should know, in sentences'),
});

export const agentsSchema = z.object({
  agents: z.array(
    z.looseObject({
      id: z.string(),
      role: z.string(),
      level: z.number(),
      description: z.string(),
      origin: z.string(),
      specialties: z.array(z.string()),
    }),
  ),
  problems,
});

export const strategiesSchema = z.object({
  strategies: z.array(
    z.looseObject({ id: z.string(), description: z.string(), phases: z.array(z.string()) }),
  ),
  problems,
});

export const foundSchema = z.looseObject({
  words: z.string(),
  wanted: count.describe('how many words were searched for'),
  held: count.describe('how many of them each hit contains'),
  hits: z.array(searchHitSchema.omit({ held: true, score: true })),
  total: count,
  pending: count.describe('sessions and documents that are still being read for the index'),
  unread: z.array(z.looseObject({ file: z.string(), reason: z.string() })),
});

/** The caller. */
export const callerSchema = z.object({
  name: z.string().nullable(),
  suggested_name: z
    .string()
    .nullable()
    .describe('of the person who runs the server, if nobody else reaches it: what git calls them'),
  rights: z.array(z.enum(['read', 'speak', 'start'])),
});
