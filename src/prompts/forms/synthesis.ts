/** What the facilitator returns to close a round. */
import * as z from 'zod';
import { nullableText, objectList, oneOf, optionalText, requiredText, textList } from './fields.ts';
import { nextQuestionForm, type QuestionReply } from './question.ts';

const synthesis = {
  synthesis: requiredText('what this round brought, in four to eight sentences'),
  ways: objectList(
    z.object({
      id: optionalText('id of a known way, or "new"'),
      name: requiredText('a few words'),
      meaning: optionalText('what it means, in a sentence'),
      for: textList('by driver: what speaks for it'),
      against: textList('by driver: what speaks against it'),
      preferred_by: textList('the seats that would take it'),
    }),
    'the ways that are on the table, each once',
    { idKey: 'id', textKey: 'name' },
  ),
  consensus: objectList(
    z.object({
      text: requiredText('what the seats agree on, as you read it, in a sentence'),
      statements: textList('ids of the statements that say so'),
    }),
    '',
    { idKey: 'statements', textKey: 'text' },
  ),
  conflicts: objectList(
    z.object({
      id: optionalText('id of an open conflict, or "new"'),
      description: optionalText('what exactly divides them'),
      positions: objectList(
        z.object({
          id: optionalText('id of a known position of this conflict, or "new"'),
          text: requiredText('what it says, in words that its holders would sign'),
          held_by: textList('the seats that hold it'),
        }),
        '',
        { idKey: 'id', textKey: 'text' },
      ),
      recommendation: nullableText('what you would do about it, and why'),
    }),
    'each disagreement that would change the result',
  ),
  agenda_coverage: objectList(
    z.object({
      topic_id: requiredText(''),
      criteria_met: objectList(
        z.object({
          criterion: requiredText('word for word, or its number in the list'),
          by: textList('ids of the statements that meet it'),
        }),
        '',
        { idKey: 'by', textKey: 'criterion' },
      ),
    }),
    'topics that moved, with the criteria that are now met',
  ),
  open_questions: objectList(
    z.object({
      text: requiredText('what this panel cannot answer by itself'),
      raised_by: textList('the seats'),
      for_whom: optionalText('who could'),
    }),
    'new ones only',
    { idKey: 'raised_by', textKey: 'text' },
  ),
  answered_questions: objectList(
    z.object({ id: requiredText('such as OQ-001'), answer: requiredText('') }),
    '',
  ),
  next_action: oneOf(['continue', 'phase', 'conclude', 'escalate'], 'continue', ''),
  next_focus: nullableText('if it goes on: what to look at next'),
  escalation_reason: nullableText('if a person has to decide: why'),
  escalate_conflicts: textList('ids of the open conflicts to be decided'),
  recommendation: nullableText('the answer to the topic that the arguments favour now, and why'),
};

/** The form of a synthesis. */
export const synthesisForm = z.object(synthesis);

/** The same, with the question of the next round (`facilitator.combined`). */
export const combinedSynthesisForm = z.object({
  ...synthesis,
  next_question: z
    .preprocess(
      (value) => (nextQuestionForm.safeParse(value).success ? value : null),
      nextQuestionForm.nullable(),
    )
    .describe("if it goes on: the next round's question"),
});

export type SynthesisReply = z.infer<typeof synthesisForm> & { next_question?: QuestionReply | null };
