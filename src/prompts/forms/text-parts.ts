/** The parts that drafts and patches of the text are made of. */
import * as z from 'zod';
import type { DocumentForm, ItemDetail } from '../../session/ports/document-form.ts';
import { type DetailId, type ItemKind, itemChanges, priorities } from '../../session/vocabulary.ts';
import {
  nullableText,
  objectList,
  oneOf,
  optionalText,
  readFlag,
  requiredText,
  textList,
  textOrNone,
} from './fields.ts';
import { readKind } from './read-kind.ts';

/** What the text says first. */
export const headFields = {
  title: optionalText('names the decision or the subject, not the question'),
  decision: optionalText('what was decided, or is demanded, in one sentence of at most 30 words'),
  why: textList('why, in at most three sentences, one an entry'),
  firmness: optionalText(
    'how firm it is, in one or two sentences: what is hard, what could still change, and what nobody has measured or run',
  ),
};

/** A section; its body is markdown. */
export const sectionShape = z.object({
  id: requiredText('id of a section of the form, or a short one of your own'),
  title: optionalText('the heading, in the language of the text, without a number'),
  body: optionalText(
    'markdown, without a heading of this section; the items of the section are printed after it',
  ),
  from: textList('ids of the statements that the body takes up; empty where it takes up none'),
});

/** The items of a text of this form. */
export function itemShape(form: DocumentForm) {
  const kinds = form.kinds as [ItemKind, ...ItemKind[]];
  const first = kinds[0];
  const read = (value: unknown): ItemKind => {
    const kind = readKind(value);
    return kinds.find((known) => known === kind) ?? first;
  };
  return z.object({
    id: requiredText(
      'such as REQ-7: new items get ids of your own, which the program numbers anew in reading order',
    ),
    kind: z.preprocess(read, z.enum(kinds)).describe(''),
    section: requiredText('id of the section in which it is printed'),
    title: requiredText('a short name'),
    text: requiredText(
      'what is decided, demanded or excluded: whole sentences that can be carried out and voted on',
    ),
    ...(form.needs.includes('why') ? { why: optionalText('one reason') } : {}),
    ...(form.needs.includes('check')
      ? { check: optionalText('one way to tell that it is met, which somebody can carry out') }
      : {}),
    ...(form.hasPriorities
      ? { priority: nullableText('must, should, could or wont, by your judgement') }
      : {}),
    ...Object.fromEntries((form.details ?? []).map((detail) => [detail.id, detailShape(detail)])),
    from: textList('ids of the statements that it is made from; empty where you add it yourself'),
    facts: textList('ids of facts of the dossier, or of your own list of facts, that it rests on'),
    replaces: textList('ids of items of the project that it takes the place of'),
    change: oneOf(itemChanges, 'none', 'what it does to those statements: none, merged, narrowed, or new'),
    decision: nullableText('the id of a decision of a person (E-…) that this item carries out, or null'),
  });
}

function detailShape({ about, choices, mayBeEmpty }: ItemDetail) {
  if (choices !== undefined) return oneOf(['', ...choices], '', about);
  return mayBeEmpty === true ? textOrNone(about) : optionalText(about);
}

/** An item as a reply gives it. */
export interface ItemReply extends Partial<Record<DetailId, string>> {
  id: string;
  kind: ItemKind;
  section: string;
  title: string;
  text: string;
  why?: string;
  check?: string;
  priority?: string | null;
  from: string[];
  facts: string[];
  replaces: string[];
  change: (typeof itemChanges)[number];
  decision: string | null;
}

/** Reads a priority in any spelling; null where it is none. */
export function readPriority(value: string | null | undefined): (typeof priorities)[number] | null {
  const folded = (value ?? '').toLowerCase().replace(/[^a-z]+/g, '');
  return priorities.find((priority) => priority === folded) ?? null;
}

/** Whether a form has a section for what decides between the ways. */
export function hasDrivers({ sections }: DocumentForm): boolean {
  return sections.some(({ id }) => id === 'drivers');
}

/** The ways that are weighed. */
export const wayList = objectList(
  z.object({
    name: requiredText('a few words'),
    meaning: optionalText('what it means, in a sentence'),
    for: optionalText('what speaks for it, in a few words'),
    against: optionalText('what speaks against it, in a few words'),
    chosen: z.preprocess((value) => readFlag(value) ?? false, z.boolean()).describe(''),
    because: optionalText('the verdict: why it was chosen, or why not, in a short sentence'),
  }),
  'three or more, "as it is" among them, known standards and existing products first',
  { idKey: 'name', textKey: 'meaning' },
);

/** Questions that stay open. */
export const openQuestionList = objectList(
  z.object({
    id: optionalText('id of a known question, or "new"'),
    text: requiredText(''),
    for_whom: optionalText('the role or person who can answer it'),
    until: optionalText('a date, a step of work, or an event'),
    meanwhile: optionalText('what holds until then'),
  }),
  'what stays open, and nothing that is answered',
  { idKey: 'id', textKey: 'text' },
);

export const closedQuestionList = objectList(
  z.object({ id: requiredText('such as OQ-001'), answer: requiredText('in a sentence') }),
  'known questions that the text answers',
);

export const notTakenList = objectList(
  z.object({
    statements: textList('ids of statements'),
    reason: requiredText(
      'why they are in no item and no section: declined, about something else, nothing that the reader needs',
    ),
  }),
  'statements that are in no item and no section',
  { idKey: 'statements', textKey: 'reason' },
);

export const labelList = objectList(
  z.object({ key: requiredText(''), text: requiredText('in the language of the text') }),
  'labels and headings that the program prints',
  { idKey: 'key', textKey: 'text' },
);
