/**
 * The forms of the replies that models give: lenient when read (see read-field.ts), strict in the JSON Schema
 * that is sent. Lists of objects are used instead of maps, because structured output cannot express maps.
 */
import * as z from 'zod';
import type { JsonSchema } from '../../domain/model-request.ts';
import { grades, type ItemType, itemTypes, outputTypes } from '../../domain/vocabulary.ts';
import { factList, type PlaceReply, placeList } from './evidence-forms.ts';
import {
  nullableText,
  nullText,
  objectList,
  oneOf,
  optionalText,
  readFlag,
  requiredOneOf,
  requiredText,
  shareOrNull,
  textList,
} from './read-field.ts';

/** For fields that are explained by their name or the prompt; a description would cost tokens in every call. */
const selfExplaining = '';

const stance = {
  item_id: optionalText('such as REQ-001'),
  stance: optionalText('support, stand_aside or block'),
  reason: optionalText('for the last two, one sentence'),
};

const stanceKeys = { idKey: 'item_id', textKey: 'stance' };
/** Stances are kept as the model wrote them, so that an unreadable one is asked for again and recorded, not dropped. */
const stanceList = objectList(z.object(stance), selfExplaining, stanceKeys);
/** The same for items with a priority, which a seat can change. */
const rankedStanceList = objectList(
  z.object({ ...stance, priority: nullableText('the one you would give it, if another than it has') }),
  selfExplaining,
  stanceKeys,
);

const judgementList = objectList(
  z.object({
    item_id: requiredText(selfExplaining),
    value: requiredOneOf(grades, 'what it would bring'),
    feasibility: requiredOneOf(grades, 'how easily it can be done'),
  }),
  selfExplaining,
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
/** The same for the first round of a debate, with what the sides stand for and which seat argues which. */
export const questionWithSidesReply = z.object({
  ...question,
  pro: optionalText('what pro stands for, in one sentence'),
  con: optionalText('what con stands for, in one sentence'),
  sides: sideList,
});

const statement = {
  text: requiredText('one thing that you want in the result, to be understood by itself'),
  why: optionalText('the argument or fact behind it'),
  verify: optionalText('how one could tell that it holds'),
  replaces: textList('ids of statements or items that it takes the place of'),
};

const priority = nullableText(
  'must (without it the release is worthless or unlawful), should, could, wont (not this time), or null',
);

/** Statements with additional fields. */
const listStatements = (more: z.ZodRawShape) =>
  objectList(z.object({ ...statement, ...more }), selfExplaining, { idKey: 'why', textKey: 'text' });
const statementList = objectList(z.object(statement), selfExplaining, { idKey: 'why', textKey: 'text' });

const answer = {
  position: requiredText('your stance on the question, one to three sentences'),
  statements: statementList,
  confidence: shareOrNull('0.0 to 1.0'),
  concerns: textList(selfExplaining),
  facts: textList('what the panel may not know, with its source'),
  assumptions: textList(selfExplaining),
  questions: textList(selfExplaining),
  context_challenge: nullableText('what is wrong with the context'),
  changed_because: nullableText('if you changed your position: the argument that did it'),
};

/** Fields of older replies: read if present, never asked for. */
const olderAnswer = {
  rationale: textList(selfExplaining).optional(),
  changed: z.preprocess(readFlag, z.boolean().nullable()).optional(),
};

const privateNote = nullableText('a note to yourself for later rounds; nobody else reads it');

/** What a participant returns: with stances if there are items, with judgements if ideas are judged. */
export function chooseAnswerReply(options: {
  stances: boolean;
  judgements: boolean;
  privateNote: boolean;
  /** Whether statements may carry a priority: they do when the output is requirements. */
  priorities?: boolean;
  /** Whether facts and statements may cite places in the project. */
  evidence?: boolean;
}): z.ZodType<AnswerReply> {
  const { priorities, evidence } = options;
  return z.object({
    ...answer,
    statements: listStatements({
      ...(evidence ? { evidence: placeList } : {}),
      ...(priorities ? { priority } : {}),
    }),
    ...(evidence ? { facts: factList } : {}),
    ...olderAnswer,
    ...(options.stances ? { stances: priorities ? rankedStanceList : stanceList } : {}),
    ...(options.judgements ? { judgements: judgementList } : {}),
    ...(options.privateNote ? { private_note: privateNote } : {}),
  }) as unknown as z.ZodType<AnswerReply>;
}

/** Reads the type of an item, given as its prefix or in words. */
function readItemType(value: unknown): ItemType {
  const folded =
    typeof value === 'string'
      ? value
          .toLowerCase()
          .replace(/[^a-z]+/g, ' ')
          .trim()
      : '';
  const byPrefix = itemTypes.find((type) => type.toLowerCase() === folded);
  return byPrefix ?? spokenTypes.find(([pattern]) => pattern.test(folded))?.[1] ?? 'POINT';
}

/** The first pattern that matches counts. */
const spokenTypes: [RegExp, ItemType][] = [
  [/business rule|^rule/, 'BR'],
  [/non ?functional|quality|performance/, 'NFR'],
  [/out of scope|not in scope/, 'OOS'],
  [/exclusion|exception/, 'EX'],
  [/requirement/, 'REQ'],
  [/architectur|principle/, 'ARCH'],
  [/component|building block|^part|module/, 'COMP'],
  [/interface|contract|endpoint/, 'INT'],
  [/mitigation/, 'MIT'],
  [/risk/, 'RISK'],
  [/decision/, 'DEC'],
  [/idea/, 'IDEA'],
];

const itemFields = {
  id: optionalText(
    'id of an item; for a new one new-1, new-2, …, by which the rest of your reply can name it',
  ),
  type: z.preprocess(readItemType, z.enum(itemTypes)).describe(selfExplaining),
  title: optionalText('a few words'),
  text: nullText(
    'null: the first statement of from, word for word, with its why and verify; else one result, in words that can be voted on and printed',
  ),
  rationale: optionalText(selfExplaining),
  priority: nullableText('must, should, could or wont if a seat named it, else null'),
  acceptance: textList('how to tell that it is met'),
  related_to: textList('items it answers or depends on'),
  topic_id: nullableText('id of the agenda topic, or null'),
  from: textList('ids of the statements it is made of'),
  replaces: textList('ids of items it merges or takes the place of'),
  contradicts: textList('ids of decisions of a person that it contradicts'),
  withdrawn: nullableText('to withdraw an item: the reason, else null'),
};

const itemList = objectList(z.object(itemFields), selfExplaining, { idKey: 'type', textKey: 'text' });

const notTakenList = objectList(
  z.object({
    statement: requiredText('id of a statement'),
    reason: requiredText('why it is in no item'),
  }),
  selfExplaining,
  { idKey: 'statement', textKey: 'reason' },
);

const positions = objectList(
  z.object({ seat: requiredText('id of a seat'), text: requiredText('what it holds, in its own words') }),
  selfExplaining,
  { idKey: 'seat', textKey: 'text' },
);

const metList = objectList(
  z.object({
    criterion: requiredText('word for word'),
    by: textList('ids of the items or statements that meet it'),
  }),
  selfExplaining,
  { idKey: 'by', textKey: 'criterion' },
);

const resolvedList = objectList(
  z.object({
    conflict_id: requiredText('id of an open conflict'),
    resolution: requiredText(selfExplaining),
  }),
  selfExplaining,
);

/** The public plugin's single list of new results, conflicts and questions, with its own field names. */
const proposedList = z.preprocess(
  (value) => (Array.isArray(value) ? value.map(renamePluginFields) : value),
  objectList(
    z.object({
      ...itemFields,
      /** The type as written, which may not be an item type. */
      kind: optionalText(selfExplaining),
      positions,
      raised_by: textList(selfExplaining),
    }),
    selfExplaining,
    { idKey: 'type', textKey: 'text' },
  ),
);

function renamePluginFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  const text = fields['text'] ?? fields['description'] ?? fields['decision'] ?? fields['title'];
  const held = fields['positions'];
  const renamed = Array.isArray(held)
    ? held.map((one: unknown) => {
        if (typeof one !== 'object' || one === null) return one;
        const position = one as Record<string, unknown>;
        const words = position['text'] ?? position['stance'] ?? position['position'];
        return { ...position, seat: position['seat'] ?? position['participant'], text: words };
      })
    : held;
  return { ...fields, kind: fields['type'], text, positions: renamed };
}

const synthesis = {
  synthesis: requiredText('two to four sentences'),
  items: itemList,
  not_taken: notTakenList,
  conflicts: objectList(
    z.object({
      id: optionalText('id, or "new"'),
      description: optionalText('what exactly is in dispute'),
      item_ids: textList('items that a decision on it would settle'),
      positions,
      recommendation: nullableText('what you would do about it, and why'),
    }),
    selfExplaining,
  ),
  resolved: resolvedList,
  agenda_coverage: objectList(
    z.object({
      topic_id: requiredText(selfExplaining),
      status: oneOf(['pending', 'partial', 'covered'], 'partial', selfExplaining),
      criteria_met: metList,
    }),
    selfExplaining,
  ),
  open_questions: objectList(
    z.object({ text: requiredText(selfExplaining), raised_by: textList('ids of seats') }),
    selfExplaining,
    { idKey: 'raised_by', textKey: 'text' },
  ),
  answered_questions: objectList(
    z.object({ id: requiredText('such as OQ-001'), answer: requiredText(selfExplaining) }),
    selfExplaining,
  ),
  next_action: oneOf(['continue', 'phase', 'conclude', 'escalate'], 'continue', selfExplaining),
  next_focus: nullableText('if it goes on: what to look at next'),
  escalation_reason: nullableText('if a person has to decide: why'),
  escalate_conflicts: textList('ids of the open conflicts to be decided'),
  recommendation: nullableText('the answer to the topic that the arguments favour, and why'),
  output_type: nullableText(`if it concludes: ${outputTypes.join(', ')}, or null`),
};

/** Fields of older replies: read if present, never asked for. */
const olderSynthesis = {
  artifacts: itemList.optional(),
  proposed_artifacts: proposedList.optional(),
  resolved_conflicts: resolvedList.optional(),
  agenda_update: objectList(
    z.object({
      topic_id: requiredText(selfExplaining),
      new_status: oneOf(['open', 'partial', 'closed'], 'partial', selfExplaining),
    }),
    selfExplaining,
  ).optional(),
  next: nullableText(selfExplaining).optional(),
  consensus: textList(selfExplaining).optional(),
};

/** What the facilitator returns to close a round. */
export const synthesisReply = z.object({ ...synthesis, ...olderSynthesis });

/** The same, with the next question (`facilitator.combined`). */
export const combinedSynthesisReply = z.object({
  ...synthesis,
  ...olderSynthesis,
  next_question: z
    .preprocess((value) => (questionReply.safeParse(value).success ? value : null), questionReply.nullable())
    .describe("if it goes on: the next round's question"),
});

/** What the facilitator returns when asked about statements that its synthesis left out. */
export const leftOutReply = z.object({ items: itemList, not_taken: notTakenList });

/** What a seat returns in the review: its stances, what cannot both hold, and what is wrong or missing. */
const review = {
  stances: stanceList,
  cannot_both_hold: objectList(
    z.object({ items: textList('two ids'), why: requiredText('one sentence') }),
    selfExplaining,
    { idKey: 'items', textKey: 'why' },
  ),
  missing: statementList,
};

/** The form of a review: with priorities if the output is requirements, with judgements if there are ideas. */
export function chooseReviewReply(options: {
  priorities: boolean;
  judgements: boolean;
}): z.ZodType<ReviewReply> {
  return z.object({
    ...review,
    ...(options.priorities ? { stances: rankedStanceList } : {}),
    ...(options.judgements ? { judgements: judgementList } : {}),
  }) as unknown as z.ZodType<ReviewReply>;
}

export type QuestionReply = z.infer<typeof questionReply> & {
  sides?: { seat: string; side: 'pro' | 'con' }[];
  pro?: string;
  con?: string;
};
export type AnswerReply = Omit<z.infer<z.ZodObject<typeof answer>>, 'statements' | 'facts'> & {
  statements: (z.infer<typeof statementList>[number] & { evidence?: PlaceReply[] })[];
  facts: (string | { text: string; evidence: PlaceReply[] })[];
  rationale?: string[];
  changed?: boolean | null;
  stances?: ReviewReply['stances'];
  judgements?: z.infer<typeof judgementList>;
  private_note?: string | null;
};
export type ItemReply = z.infer<typeof itemList>[number];
export type SynthesisReply = z.infer<typeof synthesisReply> & { next_question?: QuestionReply | null };
export type LeftOutReply = z.infer<typeof leftOutReply>;
export type ReviewReply = Omit<z.infer<z.ZodObject<typeof review>>, 'stances'> & {
  stances: (z.infer<typeof stanceList>[number] & { priority?: string | null })[];
  judgements?: z.infer<typeof judgementList>;
};

/** The JSON Schema of a reply form, without keywords that structured output does not accept and fields of older replies. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
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
  ) as JsonSchema & { properties?: Record<string, unknown>; required?: string[] };
  const { properties, required = [] } = plain;
  if (properties === undefined) return plain;
  // Optional fields are read if present, but never asked for.
  return {
    ...plain,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => required.includes(name))),
  };
}
