/**
 * The forms of the replies that models give: lenient when read (see read-field.ts), strict in the JSON Schema
 * that is sent. Lists of objects are used instead of maps, because structured output cannot express maps.
 */
import * as z from 'zod';
import type { JsonSchema } from '../../domain/ports.ts';
import { artifactTypes, outputTypes, stances } from '../../domain/vocabulary.ts';
import {
  nullableText,
  objectList,
  oneOf,
  optionalText,
  readFlag,
  requiredOneOf,
  requiredText,
  shareOrNull,
  textList,
} from './read-field.ts';

/** For fields that their name, or the task in the prompt, explains: a description would be paid for with every call. */
const selfExplaining = '';

const stanceList = objectList(
  z.object({
    proposal_id: requiredText('such as P-001'),
    stance: requiredOneOf(stances, selfExplaining),
    reason: optionalText('one sentence'),
  }),
  selfExplaining,
  { idKey: 'proposal_id', textKey: 'stance' },
);

const question = {
  question: requiredText('one specific question'),
  context_summary: optionalText('project facts that bear on it'),
  participants: textList('ids of the seats to ask, or "all"'),
  focus: optionalText('what this round is about, in a few words'),
  topic_id: nullableText('id of the agenda topic this serves, or null'),
};

const sideList = objectList(
  z.object({
    seat: requiredText('id of a seat'),
    side: requiredOneOf(['pro', 'con'], 'the side this seat argues'),
  }),
  'the side each seat argues for the whole debate',
  { idKey: 'seat', textKey: 'side' },
);

/** What the facilitator returns to open a round. */
export const questionReply = z.object(question);
/** The same, in the first round of a debate: what the sides stand for, and who argues which. */
export const questionWithSidesReply = z.object({
  ...question,
  pro: optionalText('what pro stands for, in one sentence'),
  con: optionalText('what con stands for, in one sentence'),
  sides: sideList,
});

const answer = {
  position: requiredText('one to three sentences'),
  rationale: textList(selfExplaining),
  confidence: shareOrNull('0.0 to 1.0'),
  concerns: textList(selfExplaining),
  facts: textList('what the panel may not know, with source'),
  assumptions: textList(selfExplaining),
  questions: textList(selfExplaining),
  context_challenge: nullableText('what is wrong with the context'),
  changed: z.preprocess(readFlag, z.boolean().nullable()).describe(selfExplaining),
  changed_because: nullableText('the argument that changed it'),
};

const privateNote = nullableText('a note to yourself for later rounds; nobody else reads it');

/** What a participant returns. */
export const answerReply = z.object(answer);
export const answerWithStancesReply = z.object({ ...answer, stances: stanceList });
export const answerWithNoteReply = z.object({ ...answer, private_note: privateNote });
export const answerWithStancesAndNoteReply = z.object({
  ...answer,
  stances: stanceList,
  private_note: privateNote,
});

/** The form of an answer: with stances while proposals are open, with a note where seats may keep one. */
export function chooseAnswerReply(options: {
  stances: boolean;
  privateNote: boolean;
}): z.ZodType<AnswerReply> {
  if (options.stances) return options.privateNote ? answerWithStancesAndNoteReply : answerWithStancesReply;
  return options.privateNote ? answerWithNoteReply : answerReply;
}

const positions = objectList(
  z.object({ seat: requiredText(selfExplaining), text: requiredText('in its own terms') }),
  selfExplaining,
  { idKey: 'seat', textKey: 'text' },
);

const synthesis = {
  synthesis: requiredText('two to four sentences'),
  consensus: textList(selfExplaining),
  conflicts: objectList(
    z.object({
      id: optionalText('id, or "new"'),
      description: requiredText(selfExplaining),
      positions,
    }),
    selfExplaining,
  ),
  resolved: objectList(
    z.object({
      conflict_id: requiredText('id of an open conflict'),
      resolution: requiredText(selfExplaining),
    }),
    selfExplaining,
  ),
  agenda_coverage: objectList(
    z.object({
      topic_id: requiredText(selfExplaining),
      status: oneOf(['pending', 'partial', 'covered'], 'partial', selfExplaining),
      criteria_met: textList('criteria met, word for word'),
    }),
    selfExplaining,
  ),
  artifacts: objectList(
    z.object({
      id: optionalText('id, or "new"'),
      type: oneOf(artifactTypes, 'REQ', selfExplaining),
      title: requiredText(selfExplaining),
      text: requiredText(selfExplaining),
      rationale: optionalText(selfExplaining),
      priority: nullableText('must, should, could or wont, or null'),
      acceptance: textList('how to tell that it is met'),
      related_to: textList('artifacts it answers or depends on'),
      topic_id: nullableText('id of the agenda topic, or null'),
      proposed_by: textList('ids of seats'),
      withdrawn: nullableText('to withdraw an existing artifact: the reason, else null'),
    }),
    selfExplaining,
  ),
  open_questions: objectList(
    z.object({
      text: requiredText(selfExplaining),
      raised_by: textList('ids of seats'),
      answer: nullableText('its answer if this round gave one, else null'),
    }),
    selfExplaining,
    { idKey: 'raised_by', textKey: 'text' },
  ),
  next_action: oneOf(['continue', 'phase', 'conclude', 'escalate'], 'continue', selfExplaining),
  next_focus: nullableText('if it goes on: what to look at next'),
  escalation_reason: nullableText('if a person has to decide: why'),
  recommendation: nullableText(selfExplaining),
};

/** What the facilitator returns to close a round. */
export const synthesisReply = z.object({
  ...synthesis,
  output_type: nullableText(`if it concludes: ${outputTypes.join(', ')}, or null`),
});

/** The same, bringing the next question along (`facilitator.combined`). */
export const combinedSynthesisReply = z.object({
  ...synthesis,
  output_type: nullableText(`if it concludes: ${outputTypes.join(', ')}, or null`),
  next_question: z
    .preprocess((value) => (questionReply.safeParse(value).success ? value : null), questionReply.nullable())
    .describe("if it goes on: the next round's question"),
});

/** What a participant returns in a ballot. */
export const ballotReply = z.object({ stances: stanceList });

export type QuestionReply = z.infer<typeof questionReply> & {
  sides?: { seat: string; side: 'pro' | 'con' }[];
  pro?: string;
  con?: string;
};
export type AnswerReply = z.infer<typeof answerReply> & {
  stances?: z.infer<typeof stanceList>;
  private_note?: string | null;
};
export type SynthesisReply = z.infer<typeof synthesisReply> & { next_question?: QuestionReply | null };
export type BallotReply = z.infer<typeof ballotReply>;
export type StanceReply = z.infer<typeof stanceList>[number];

/** The JSON Schema of a reply form, without what structured output does not take. Cached: the forms are few. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const known = jsonSchemas.get(schema);
  if (known) return known;
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  const plain = JSON.parse(
    JSON.stringify(json, (key, value: unknown) =>
      (key === 'description' && value === selfExplaining) ||
      key === '$schema' ||
      key === 'default' ||
      key === 'minLength' ||
      key === '~standard'
        ? undefined
        : value,
    ),
  ) as JsonSchema;
  jsonSchemas.set(schema, plain);
  return plain;
}

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();
