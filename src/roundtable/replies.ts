/**
 * The forms of the replies that models give: lenient when read (see read-field.ts), strict in the JSON Schema
 * that is sent. Lists of objects are used instead of maps, because structured output cannot express maps.
 */
import { z } from 'zod';
import { artifactTypes, outputTypes, stances } from '../session/schema.ts';
import type { JsonSchema } from './ports.ts';
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

const stanceList = objectList(
  z.object({
    proposal_id: requiredText('id of the proposal, such as P-001'),
    stance: requiredOneOf(
      stances,
      'support, stand_aside (you would not stop it) or block (it must not go ahead)',
    ),
    reason: optionalText('why, in one sentence'),
  }),
  'your stance on each open proposal',
  { idKey: 'proposal_id', textKey: 'stance' },
);

const question = {
  question: requiredText('one specific question that the panel can answer now'),
  context_summary: optionalText('the project facts that bear on this question, for the panel to check'),
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
  position: requiredText('your position on the question, in one to three sentences'),
  rationale: textList('your reasons, the strongest first'),
  confidence: shareOrNull('how sure you are, 0.0 to 1.0'),
  concerns: textList('what could go wrong'),
  facts: textList('facts that you know and the panel may not, each with its source'),
  assumptions: textList('what you take for granted without proof'),
  questions: textList('what must be answered before this can be settled'),
  context_challenge: nullableText('what is missing or doubtful in the stated context, or null'),
  changed: z
    .preprocess(readFlag, z.boolean().nullable())
    .describe('whether you gave up an earlier position of yours'),
  changed_because: nullableText('if you did: the argument that changed it, else null'),
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
  z.object({ seat: requiredText('id of the seat'), text: requiredText('its position, in its own terms') }),
  'who holds what',
  { idKey: 'seat', textKey: 'text' },
);

const synthesis = {
  synthesis: requiredText('what this round brought, in two to four sentences'),
  consensus: textList('new points on which the answers agree, each a single decidable statement'),
  conflicts: objectList(
    z.object({
      id: optionalText('id of a conflict that is already open, or "new"'),
      description: requiredText('what the disagreement is about'),
      positions,
    }),
    'disagreements that stand after this round, open ones included',
  ),
  resolved: objectList(
    z.object({
      conflict_id: requiredText('id of an open conflict'),
      resolution: requiredText('how it was settled'),
    }),
    'open conflicts that this round settled',
  ),
  agenda_coverage: objectList(
    z.object({
      topic_id: requiredText('id of an agenda topic'),
      status: oneOf(['pending', 'partial', 'covered'], 'partial', 'how far it is covered'),
      criteria_met: textList('its criteria that are met by now, word for word'),
    }),
    'agenda topics that this round moved',
  ),
  artifacts: objectList(
    z.object({
      id: optionalText('id of an existing artifact to amend, or "new"'),
      type: oneOf(artifactTypes, 'REQ', 'the kind of artifact'),
      title: requiredText('a short name'),
      text: requiredText('the full statement'),
      rationale: optionalText('why it is needed'),
      priority: nullableText('must, should, could or wont, or null'),
      acceptance: textList('how to tell that it is met'),
      related_to: textList('ids or titles of artifacts it answers or depends on'),
      topic_id: nullableText('id of the agenda topic, or null'),
      proposed_by: textList('ids of the seats it comes from'),
      withdrawn: nullableText('to withdraw an existing artifact: the reason, else null'),
    }),
    'results that the answers support, new or amended',
  ),
  open_questions: objectList(
    z.object({
      text: requiredText('the question'),
      raised_by: textList('ids of the seats that raised it'),
      answer: nullableText('its answer if this round gave one, else null'),
    }),
    'questions that the discussion cannot answer by itself',
    { idKey: 'raised_by', textKey: 'text' },
  ),
  next_action: oneOf(['continue', 'phase', 'conclude', 'escalate'], 'continue', 'what you suggest next'),
  next_focus: nullableText('if it goes on: what to look at next'),
  escalation_reason: nullableText('if a person has to decide: why'),
  recommendation: nullableText('what you would decide; required while a conflict is open'),
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
      key === '$schema' || key === 'default' || key === 'minLength' || key === '~standard'
        ? undefined
        : value,
    ),
  ) as JsonSchema;
  jsonSchemas.set(schema, plain);
  return plain;
}

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();
