/** What the writer returns to mend the text: answers, and patches. What is not patched stays byte for byte. */
import * as z from 'zod';
import type { DocumentForm } from '../../session/ports/document-form.ts';
import { amendmentAnswers } from '../../session/vocabulary.ts';
import { type FactReply, factList } from './facts.ts';
import { objectList, oneOf, optionalText, requiredText, textList } from './fields.ts';
import {
  closedQuestionList,
  hasDrivers,
  headFields,
  type ItemReply,
  itemShape,
  notTakenList,
  openQuestionList,
  sectionShape,
  wayList,
} from './text-parts.ts';

export interface RevisionReply {
  /** Where something was put to the writer. */
  answers?: { ids: string[]; answer: (typeof amendmentAnswers)[number]; because: string }[];
  /** Where passages were found that may be right. */
  left?: { at: string; because: string }[];
  title: string;
  decision: string;
  why: string[];
  firmness: string;
  sections: { id: string; title: string; body: string; from: string[]; after?: string }[];
  items: (ItemReply & { after?: string })[];
  removed: { id: string; because: string }[];
  drivers?: string[];
  ways?: z.infer<typeof wayList>;
  open_questions: z.infer<typeof openQuestionList>;
  closed_questions: z.infer<typeof closedQuestionList>;
  not_taken: z.infer<typeof notTakenList>;
  facts: FactReply[];
}

const answerList = objectList(
  z.object({
    ids: textList('ids of what was put to you (A-…)'),
    answer: oneOf(amendmentAnswers, 'declined', ''),
    because: requiredText('where it went, or why not, in a sentence'),
  }),
  'an answer to each of them',
  { idKey: 'ids', textKey: 'because' },
);

const leftList = objectList(
  z.object({
    at: requiredText('the place, as the list names it'),
    because: requiredText('why it is right there, in a sentence'),
  }),
  'passages of the list that stay on purpose',
  { idKey: 'at', textKey: 'because' },
);

/** The form of a revision, of a patch, and of what a draft is asked to mend. Empty fields leave what is there. `answers`: something was put to the writer; `left`: something that may stay. */
export function createRevisionForm(
  form: DocumentForm,
  options: { answers: boolean; left?: boolean },
): z.ZodType<RevisionReply> {
  const after = optionalText('for a new one: the id after which it stands, or "first"; else empty');
  return z.object({
    ...(options.answers ? { answers: answerList } : {}),
    ...(options.left ? { left: leftList } : {}),
    ...headFields,
    sections: objectList(sectionShape.extend({ after }), 'sections that change or are new, each whole', {
      idKey: 'id',
      textKey: 'body',
    }),
    // An empty field leaves what is there, so an item without a title is no reason to lose its words.
    items: objectList(
      itemShape(form).extend({
        after,
        section: optionalText('of a new one: id of the section in which it is printed'),
        title: optionalText('a short name; empty where it stays'),
        text: optionalText('its whole text; empty where it stays'),
      }),
      'items that change or are new, each whole',
    ),
    removed: objectList(
      z.object({ id: requiredText('of an item or a section'), because: requiredText('in a sentence') }),
      '',
      { idKey: 'id', textKey: 'because' },
    ),
    ...(hasDrivers(form) ? { drivers: textList('all of them, or empty') } : {}),
    ...(form.hasWays ? { ways: wayList } : {}),
    open_questions: openQuestionList,
    closed_questions: closedQuestionList,
    not_taken: notTakenList,
    facts: factList,
  }) as unknown as z.ZodType<RevisionReply>;
}
