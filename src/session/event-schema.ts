/**
 * The schemas of public events, as in the stream of `--ndjson`. docs/events.schema.json is generated from them, and tests check real
 * runs against them. Within a version of the stream, events and fields may be added but not removed.
 */
import * as z from 'zod';
import { degradationSchema, fallbackSchema, lossSchema, overrideSchema, pauseDetailSchema } from './codes.ts';
import { escalationTriggers, usageSchema } from './records.ts';
import {
  deciders,
  endings,
  failureKinds,
  type ItemKind,
  itemKinds,
  itemStatuses,
  nextActions,
  outcomeResults,
  outputTypes,
  pauseReasons,
  sessionStatuses,
  workflowTypes,
} from './vocabulary.ts';

const count = z.number().int().min(0);
const text = z.string();
const steps = z.enum([
  'question',
  'answer',
  'synthesis',
  'draft',
  'review',
  'revision',
  'last-call',
  'patch',
]);
const coverage = z.enum(['pending', 'partial', 'covered']);

const sessionFields = {
  session_id: text,
  topic: text,
  workflow_type: z.enum(workflowTypes),
  strategy: text,
  output_type: z.enum(outputTypes),
  status: z.enum(sessionStatuses),
  rehearsal: z.boolean(),
  rounds: count.describe('finished rounds'),
};

const person = text
  .optional()
  .describe('the name that the person gave, or the one in their git configuration');

const seatFields = { round: count, step: steps, seat: text };

const saidFields = {
  ...seatFields,
  position: text.nullable().describe('null while hidden'),
  confidence: z.number().min(0).max(1).nullable(),
  hidden: z
    .boolean()
    .describe('true while a person at a blind round has not answered; seat-revealed follows'),
  duration_ms: count,
  replayed: z.boolean().describe('answered from the journal, at no cost'),
  name: person,
};

const escalationFields = {
  escalation_id: text,
  round: count,
  trigger: z.enum(escalationTriggers),
  subject: text.nullable().describe('the conflict, or null'),
  values: z.looseObject({}).describe('what triggered it: age, keyword, mean, below'),
  reason: text.describe("the facilitator's own words, or empty"),
  recommendation: text.nullable(),
  status: z.enum(['pending', 'answered', 'settled']),
  decision: z.enum(['accept', 'own', 'continue']).nullable(),
  text: text.nullable(),
  extra_rounds: count,
  answered_by: z.enum(deciders).nullable(),
  answered_name: person,
};

const items = z.array(
  z.looseObject({
    id: text,
    kind: z.enum(itemKinds as [ItemKind, ...ItemKind[]]),
    title: text,
    text,
    status: z.enum(itemStatuses),
    decided_by: z.enum(['count', ...deciders]).nullable(),
    ratify: count,
    stand_aside: count,
    block: count,
  }),
);

const recapFields = {
  session_id: text,
  round: count,
  phase: text,
  focus: text,
  synthesis: text,
  synthesis_fallback: fallbackSchema.nullable().describe('why the program assembled the synthesis itself'),
  ways: z.array(z.looseObject({ id: text, name: text, preferred_by: z.array(text) })),
  consensus: z
    .array(z.looseObject({ text, statements: z.array(text) }))
    .describe("the facilitator's reading; nobody counted it"),
  open_conflicts: z.array(z.looseObject({ id: text, description: text, opened_in: count })),
  resolved: z.array(z.looseObject({ conflict_id: text, resolution: text, resolution_type: text })),
  agenda: z.array(z.looseObject({ id: text, status: coverage, critical: z.boolean() })),
  answered: z.array(text),
  failed: z.array(text),
  passed: z.array(text),
  losses: z.array(lossSchema).describe('parts of replies that could not be used'),
  proposed_action: z.enum(['continue', 'phase', 'conclude', 'escalate']),
  next_focus: text.nullable(),
  statements: count.describe('statements so far'),
  moved: count.describe('what moved in this round, for the stopping rule'),
  usage: usageSchema,
};

/** The fields of each type, besides `v`, `seq`, `at` and `type`. Only a stream has `seat-revealed` and `result`. */
const fieldsByType = {
  'session-started': {
    ...sessionFields,
    resumed: z.boolean(),
    participants: z.array(
      z.looseObject({
        id: text,
        role: text,
        kind: z.enum(['model', 'human']),
        model: text.nullable(),
        side: z.enum(['pro', 'con']).nullable(),
      }),
    ),
  },
  'round-started': {
    round: count,
    phase: text,
    agenda: z.array(z.looseObject({ id: text, name: text, critical: z.boolean(), status: coverage })),
  },
  'facilitator-asking': { round: count },
  'question-asked': {
    round: count,
    question: text,
    focus: text,
    asked: z.array(text),
    fallback: fallbackSchema.nullable().describe('why the program asked its own question'),
  },
  'seat-thinking': { ...seatFields, role: text, model: text },
  // A seat looked something up in the project before answering.
  'looked-up': {
    ...seatFields,
    title: text.describe('the look-up in words, such as: read src/queue.ts:1-80'),
    found: z.boolean().describe('false when nothing was found, or it may not be shown'),
    bytes: count.describe('of text that the seat is given'),
  },
  // A call failed for a reason that may pass, or its reply could not be used (no wait then), and it is made again.
  'seat-retrying': {
    ...seatFields,
    kind: z.enum(failureKinds),
    wait_ms: z.number().min(0).describe('milliseconds before the call is made again'),
  },
  'seat-answered': saidFields,
  'seat-revealed': saidFields,
  'seat-failed': { ...seatFields, kind: z.enum(failureKinds), message: text },
  'seat-passed': {
    round: count,
    seat: text,
    code: z.enum(['passed', 'voted', 'left_out']),
  },
  synthesizing: { round: count },
  'round-saved': { round: count, session_file: text.nullable() },
  recap: recapFields,
  decision: {
    round: count,
    next_action: z.enum(nextActions),
    rule: z.number().int().describe('the row of the decision table that held'),
    override: overrideSchema.nullable().describe('why the program did not follow the facilitator'),
    next_focus: text.nullable(),
  },
  guidance: { after_round: count, text, name: person },
  'escalation-raised': escalationFields,
  'escalation-answered': escalationFields,
  'waiting-for-turn': { round: count, seat: text, question: text },
  // The text: drafted by one hand, taken apart by every seat, revised, voted on. Each is on disk before the next begins.
  'draft-started': { seat: text, model: text },
  'review-started': { version: count, items: count },
  'review-ended': {
    amendments: count,
    pairs: count.optional(),
    questions: count.optional(),
    exceptions: count,
    /** Of the exceptions. */
    blocks: count.optional(),
    failed: z.array(text),
  },
  'revision-started': { seat: text, model: text },
  'text-written': {
    step: z.enum(['draft', 'revision', 'patch']),
    version: count,
    title: text,
    decision: text,
    items: count,
    words: count,
    written_by: z.enum(['synthesizer', 'program']),
    problems: count.describe('what the program still found wrong after asking again'),
  },
  'ballot-opened': { items },
  'votes-counted': { items },
  usage: { usage: usageSchema },
  notice: { level: z.enum(['info', 'warning']), text, code: text.optional() },
  paused: { ...sessionFields, reason: z.enum(pauseReasons), detail: pauseDetailSchema },
  completed: {
    ...sessionFields,
    result: z.enum(outcomeResults),
    ended_by: z.enum(endings),
    degraded: z.boolean(),
    degradation: z.array(degradationSchema),
    decision: text,
    decided_by: text,
    decided_name: text.nullable(),
    files: z.array(z.looseObject({ type: text, path: text })),
  },
  result: { result: z.unknown().describe('the document of --json: the last event of every stream') },
} satisfies Record<string, z.ZodRawShape>;

/** All types of events. */
export type StreamType = keyof typeof fieldsByType;

/** The fields of one type. */
export type EventFields<Type extends StreamType> = z.infer<z.ZodObject<(typeof fieldsByType)[Type]>>;

/**
 * What a seat has said so far, while it is still answering. Only a server's stream sends it, besides the events: it has no number, is
 * not stored, comes at most about three times a second for each seat, and is replaced by the next event about the seat. Missing one
 * does no harm.
 */
export const speakingSchema = z
  .looseObject({
    v: z.literal(1).describe('the version of the stream'),
    at: z.iso.datetime().describe('UTC'),
    type: z.literal('seat-speaking'),
    ...seatFields,
    text: text.describe('all readable text so far, or only the newest part of a long one'),
  })
  .meta({ title: 'seat-speaking' });

export type SpeakingEvent = z.infer<typeof speakingSchema>;

/** One event of a stream, as `--ndjson` writes it. `seq` counts from 1 without a gap; `at` is ISO 8601, UTC. */
export type StreamEvent = {
  [Type in StreamType]: { v: 1; seq: number; at: string; type: Type } & EventFields<Type>;
}[StreamType];

/** The types of events. */
export const eventTypes = Object.keys(fieldsByType) as StreamType[];

/** The schema of one type of event. */
export function schemaOfEvent(type: StreamType): z.ZodObject {
  return z
    .looseObject({
      v: z.literal(1).describe('the version of the stream'),
      seq: z.number().int().min(1).describe('counts from 1 without a gap'),
      at: z.iso.datetime().describe('UTC'),
      type: z.literal(type),
      ...fieldsByType[type],
    })
    .meta({ title: type });
}

/** Any event of a stream. */
export const eventSchema = z.union(eventTypes.map(schemaOfEvent));
