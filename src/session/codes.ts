/**
 * What happened, as codes with their values. Sessions, events and results carry these; every sentence that a person reads is made
 * from them in wording/, and nothing in the program reads such a sentence.
 */
import * as z from 'zod';
import { count } from './field-schemas.ts';
import { failureKinds } from './vocabulary.ts';

const text = z.string();

/** Why the program did something else than the facilitator asked for, after a round. */
export const overrideSchema = z.discriminatedUnion('code', [
  z.looseObject({ code: z.literal('min_rounds'), have: count, need: count }),
  z.looseObject({ code: z.literal('max_rounds'), have: count, need: count }),
  z.looseObject({ code: z.literal('phase_min_rounds'), phase: text, have: count, need: count }),
  z.looseObject({ code: z.literal('phase_max_rounds'), have: count, need: count }),
  z.looseObject({ code: z.literal('later_phases_need_rounds') }),
  z.looseObject({ code: z.literal('phase_not_held'), phase: text }),
  z.looseObject({ code: z.literal('last_phase_over') }),
  z.looseObject({ code: z.literal('topic_not_covered'), topic_id: text, name: text }),
  /** Concluded all the same, since nothing moved for two rounds: the topics that were not covered. */
  z.looseObject({ code: z.literal('nothing_moved'), round: count, uncovered: z.array(text) }),
  z.looseObject({ code: z.literal('guidance_given') }),
  z.looseObject({ code: z.literal('escalation'), trigger: text, subject: text.nullable() }),
  z.looseObject({ code: z.literal('escalation_not_due') }),
  z.looseObject({ code: z.literal('rounds_granted') }),
  z.looseObject({
    code: z.literal('paused'),
    by: z.enum(['person', 'signal', 'time', 'budget', 'no-quorum']),
  }),
  z.looseObject({ code: z.literal('skipped') }),
  z.looseObject({ code: z.literal('limit'), limit: text, have: z.number(), need: z.number() }),
]);

/** A part of a reply that could not be used. */
export const lossSchema = z.looseObject({
  code: z.enum([
    /** `field` of the reply of `seat` could not be read; `lost` of `of` entries. */
    'unreadable_field',
    /** The reply went on in the name of `name` and was cut there. */
    'other_speaker',
    /** `id` names nothing that exists. */
    'unknown_id',
    /** `criterion` was reported as met without a statement that exists. */
    'criterion_without_statement',
    /** The form of the reply of `seat` had to be mended before it could be read. */
    'mended_form',
  ]),
  seat: text.optional(),
  field: text.optional(),
  lost: count.optional(),
  of: count.optional(),
  name: text.optional(),
  id: text.optional(),
  criterion: text.optional(),
});

/** Why the program did a model's part itself. */
export const fallbackSchema = z.discriminatedUnion('code', [
  z.looseObject({ code: z.literal('limit') }),
  z.looseObject({ code: z.literal('nobody_answered') }),
  z.looseObject({ code: z.literal('failed'), kind: z.enum(failureKinds), message: text }),
]);

/** What was missing from a run. */
export const degradationSchema = z.discriminatedUnion('code', [
  z.looseObject({
    code: z.literal('seat_silent'),
    seat: text,
    rounds: z.array(count),
    kinds: z.array(z.enum(failureKinds)),
  }),
  z.looseObject({ code: z.literal('own_question'), rounds: z.array(count) }),
  z.looseObject({ code: z.literal('own_synthesis'), rounds: z.array(count) }),
  z.looseObject({ code: z.literal('no_review'), seat: text }),
  z.looseObject({ code: z.literal('no_vote'), seat: text, items: z.array(text) }),
  z.looseObject({ code: z.literal('text_assembled'), fallback: fallbackSchema }),
  /** The text could not be revised: it is the draft, and the amendments stand unanswered in the record. */
  z.looseObject({ code: z.literal('not_revised'), fallback: fallbackSchema }),
  z.looseObject({ code: z.literal('not_voted') }),
  /** What the program still found wrong with the text after it had been asked for again, by kind, with how many. */
  z.looseObject({
    code: z.literal('text_problems'),
    problems: z.array(z.looseObject({ code: text, count })),
  }),
]);

/** What happened to an item, by step of the text or round. */
export const itemEventSchema = z.looseObject({
  step: text,
  code: z.enum(['drafted', 'changed', 'renumbered', 'patch_refused', 'agreed', 'not_agreed', 'decided']),
  /** For `renumbered`: the id before. For `changed`: the amendments. For `decided`: the escalation. */
  from: text.optional(),
  amendments: z.array(text).optional(),
});

/** What happened to a conflict, by round. */
export const conflictEventSchema = z.looseObject({
  round: count,
  code: z.enum([
    ...['opened', 'reworded', 'position_added', 'joined', 'moved', 'gave_up'],
    ...['signed', 'dissented', 'resolved', 'decided'],
  ] as const),
  seat: text.optional(),
  position: text.optional(),
  from: text.optional(),
  because: text.optional(),
});

/** Why a run pauses, beyond the reason. */
export const pauseDetailSchema = z.discriminatedUnion('code', [
  z.looseObject({ code: z.literal('stopped') }),
  z.looseObject({ code: z.literal('person_asked') }),
  z.looseObject({
    ...{ code: z.literal('limit'), limit: text, have: z.number(), need: z.number() },
    /** The least cost limit that allows the call that was not made; absent where none was refused. */
    least: z.number().optional(),
  }),
  z.looseObject({ code: z.literal('limit_before_answers'), limit: text }),
  z.looseObject({
    code: z.literal('no_quorum'),
    have: count,
    need: count,
    lost: z.array(z.looseObject({ seat: text, kind: z.enum(failureKinds), message: text, remedy: text })),
  }),
  z.looseObject({
    code: z.literal('model_unusable'),
    seat: text,
    model: text,
    kind: z.enum(failureKinds),
    message: text,
    remedy: text,
  }),
  z.looseObject({ code: z.literal('turn'), step: text, round: count }),
  z.looseObject({ code: z.literal('decision'), escalation_id: text }),
  z.looseObject({ code: z.literal('nothing_to_accept'), escalation_id: text }),
  z.looseObject({ code: z.literal('session_full'), message: text }),
]);

/** Something that no other event of the loop covers. */
export const noticeSchema = z.discriminatedUnion('code', [
  z.looseObject({ code: z.literal('concluding_at_limit'), limit: text, have: z.number(), need: z.number() }),
  z.looseObject({ code: z.literal('seat_left_out'), seat: text }),
  z.looseObject({
    code: z.literal('model_took_over'),
    ...{ seat: text, from: text, to: text, kind: z.enum(failureKinds), message: text },
  }),
  z.looseObject({ code: z.literal('asking_again'), have: count, need: count, seats: z.array(text) }),
  z.looseObject({ code: z.literal('guidance_adds_round'), round: count }),
  z.looseObject({ code: z.literal('more_rounds'), rounds: count, before: count }),
  z.looseObject({ code: z.literal('cost_unknown'), max_cost: z.number(), tokens: count }),
  z.looseObject({ code: z.literal('text_asked_again'), step: text, problems: count }),
  z.looseObject({ code: z.literal('one_more_round'), items: z.array(text) }),
]);

export type Override = z.infer<typeof overrideSchema>;
export type Loss = z.infer<typeof lossSchema>;
export type Fallback = z.infer<typeof fallbackSchema>;
export type Degradation = z.infer<typeof degradationSchema>;
export type ItemEvent = z.infer<typeof itemEventSchema>;
export type ConflictEvent = z.infer<typeof conflictEventSchema>;
export type PauseDetail = z.infer<typeof pauseDetailSchema>;
export type Notice = z.infer<typeof noticeSchema>;
