/** What the writer returns as the draft: the whole text. */
import * as z from 'zod';
import type { DocumentForm } from '../../session/ports/document-form.ts';
import { type FactReply, factList } from './facts.ts';
import { objectList, textList } from './fields.ts';
import {
  closedQuestionList,
  hasDrivers,
  headFields,
  type ItemReply,
  itemShape,
  labelList,
  notTakenList,
  openQuestionList,
  sectionShape,
  wayList,
} from './text-parts.ts';

export interface DraftReply {
  title: string;
  decision: string;
  why: string[];
  firmness: string;
  sections: { id: string; title: string; body: string; from: string[] }[];
  items: ItemReply[];
  drivers?: string[];
  ways?: z.infer<typeof wayList>;
  open_questions: z.infer<typeof openQuestionList>;
  closed_questions: z.infer<typeof closedQuestionList>;
  not_taken: z.infer<typeof notTakenList>;
  facts: FactReply[];
  supersedes?: string[];
  labels?: z.infer<typeof labelList>;
}

/** The form of a draft. `labels`: the text is in a language whose labels the program does not ship. */
export function createDraftForm(form: DocumentForm, options: { labels: boolean }): z.ZodType<DraftReply> {
  return z
    .object({
      ...headFields,
      sections: objectList(sectionShape, 'in reading order', { idKey: 'id', textKey: 'body' }),
      items: objectList(itemShape(form), 'in reading order'),
      ...(hasDrivers(form)
        ? { drivers: textList('what decides between the ways, most important first') }
        : {}),
      ...(form.hasWays ? { ways: wayList } : {}),
      open_questions: openQuestionList,
      closed_questions: closedQuestionList,
      not_taken: notTakenList,
      facts: factList,
      ...(form.type === 'adr' && !form.kinds.includes('verdict')
        ? { supersedes: textList('file names of existing records that this one replaces; usually empty') }
        : {}),
      ...(options.labels ? { labels: labelList } : {}),
    })
    .refine((draft) => draft.sections.length > 0 || draft.items.length > 0, {
      path: ['sections'],
      message: 'neither sections nor items could be read',
    }) as unknown as z.ZodType<DraftReply>;
}
