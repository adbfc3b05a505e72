/** What a seat returns when it takes the draft apart. */
import * as z from 'zod';
import type { DocumentForm, ItemDetail } from '../../session/ports/document-form.ts';
import { amendmentOperations, grades, severities } from '../../session/vocabulary.ts';
import { type FactReply, factList } from './facts.ts';
import { objectList, oneOf, optionalText, requiredOneOf, requiredText, textList } from './fields.ts';

const fields = (details: readonly Pick<ItemDetail, 'id'>[]) => ({
  exceptions: objectList(
    z.object({
      item: requiredText('id of an item'),
      vote: requiredOneOf(['stand_aside', 'block'], 'stand_aside or block'),
      reason: requiredText('in a sentence'),
      lifted_by: optionalText('what would lift it'),
    }),
    'items that you would not sign as they stand; those that you leave out you take',
  ),
  amendments: objectList(
    z.object({
      target: requiredText('id of an item or a section; or title, decision, why, firmness, ways, text'),
      operation: oneOf(amendmentOperations, 'change', ''),
      field: optionalText(
        `of an item: ${['text', 'why', 'check', ...details.map(({ id }) => id), 'title'].join(', ')} or priority; empty for the whole`,
      ),
      old: optionalText(
        'the passage, row or sentence that goes, as it stands; empty where the whole changes or something is added',
      ),
      words: optionalText('the exact new words that stand in its place'),
      reason: requiredText('what is wrong or missing, in a sentence or two'),
      severity: oneOf(severities, 'gap', 'breaks-build, wrong, gap or wish'),
      facts: textList('ids of facts of the dossier, or of your own list'),
    }),
    'at most four, the most serious first',
    { idKey: 'target', textKey: 'words' },
  ),
  pairs: objectList(
    z.object({
      items: textList('the two ids'),
      situation: requiredText('in which both cannot hold'),
    }),
    '',
    { idKey: 'items', textKey: 'situation' },
  ),
  questions: textList('what a builder or tester would have to ask'),
});

const judgements = objectList(
  z.object({
    item: requiredText('id of an idea'),
    value: requiredOneOf(grades, 'what it would bring: high, medium or low'),
    feasibility: requiredOneOf(grades, 'how easily it can be done: high, medium or low'),
  }),
  'your judgement of each idea',
);

export type ReviewReply = {
  exceptions: { item: string; vote: 'stand_aside' | 'block'; reason: string; lifted_by: string }[];
  amendments: {
    target: string;
    operation: (typeof amendmentOperations)[number];
    field: string;
    old?: string;
    words: string;
    reason: string;
    severity: (typeof severities)[number];
    facts: string[];
  }[];
  pairs: { items: string[]; situation: string }[];
  questions: string[];
  facts?: FactReply[];
  judgements?: z.infer<typeof judgements>;
};

/** The form of a review, with judgements where ideas are weighed; `details` are the fields that only items of this document have. */
export function chooseReviewForm(options: {
  judgements: boolean;
  facts: boolean;
  details?: DocumentForm['details'];
}): z.ZodType<ReviewReply> {
  return z.object({
    ...fields(options.details ?? []),
    ...(options.facts ? { facts: factList } : {}),
    ...(options.judgements ? { judgements } : {}),
  }) as unknown as z.ZodType<ReviewReply>;
}
