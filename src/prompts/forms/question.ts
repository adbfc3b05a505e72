/** What the facilitator returns to open a round. */
import * as z from 'zod';
import { nullableText, objectList, optionalText, requiredOneOf, requiredText, textList } from './fields.ts';

const question = {
  question: requiredText('one specific question'),
  context_summary: optionalText('project facts that bear on it'),
  participants: textList('the seats to ask, or "all"'),
  focus: optionalText('what this round is about, in a few words'),
  topic_id: nullableText('id of the agenda topic this serves, or null'),
};

const language = optionalText(
  'the language of the discussion as a BCP 47 tag, such as en or de: that of the topic',
);

const sides = {
  pro: optionalText('what pro stands for, in one sentence'),
  con: optionalText('what con stands for, in one sentence'),
  sides: objectList(
    z.object({
      seat: requiredText('the seat'),
      side: requiredOneOf(['pro', 'con'], 'the side this seat argues'),
    }),
    'the side each seat argues for the whole debate',
    { idKey: 'seat', textKey: 'side' },
  ),
};

export interface QuestionReply {
  question: string;
  context_summary: string;
  participants: string[];
  focus: string;
  topic_id: string | null;
  /** In the first round. */
  language?: string;
  /** In the first round of a debate. */
  pro?: string;
  con?: string;
  sides?: { seat: string; side: 'pro' | 'con' }[];
}

/** The form: the first round names the language, and in a debate what the sides are. */
export function chooseQuestionForm(options: { first: boolean; sides: boolean }): z.ZodType<QuestionReply> {
  return z.object({
    ...question,
    ...(options.first ? { language } : {}),
    ...(options.sides ? sides : {}),
  }) as unknown as z.ZodType<QuestionReply>;
}

/** A question that comes along with a synthesis. */
export const nextQuestionForm = chooseQuestionForm({ first: false, sides: false });
