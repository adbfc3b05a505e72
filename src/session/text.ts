/**
 * The text that the panel makes: sections and items. Items are what is voted on. Inside a text, `[[REQ-001]]` and `[[F-012]]` are
 * marks: they are references to items and facts by their ids in this session, and are resolved where the text is printed, so that
 * no renumbering can make one point elsewhere.
 */
import * as z from 'zod';
import { fallbackSchema, itemEventSchema } from './codes.ts';
import { count } from './field-schemas.ts';
import type { Way } from './records.ts';
import {
  amendmentAnswers,
  amendmentKinds,
  amendmentOperations,
  deciders,
  detailIds,
  grades,
  type ItemKind,
  itemChanges,
  itemPrefixes,
  itemStatuses,
  priorities,
  severities,
  textSteps,
  votes,
} from './vocabulary.ts';

/** A section; `body` is markdown with marks, without a heading of its own; `from` are the statements that it takes up. */
export const sectionSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  from: z.array(z.string()).default([]),
});

/** A way that was weighed. */
export const textWaySchema = z.looseObject({
  name: z.string(),
  meaning: z.string(),
  /** What speaks for it, and what against it, in a few words each. */
  for: z.string().default(''),
  against: z.string().default(''),
  chosen: z.boolean(),
  /** Why it was taken, or why not, in a sentence. */
  because: z.string(),
});

/** What the text says first, and the ways that it weighs. */
const headSchema = z.object({
  title: z.string(),
  /** What was decided, or recommended where nobody decides, in a sentence. */
  decision: z.string(),
  /** Why, in at most three sentences. */
  why: z.array(z.string()),
  /** How firm it is: what is hard, and what could still change. */
  firmness: z.string(),
  drivers: z.array(z.string()),
  ways: z.array(textWaySchema),
});

/** What of a text is beside items. */
const proseSchema = z.looseObject({
  head: headSchema,
  sections: z.array(z.looseObject({ id: z.string(), title: z.string(), body: z.string() })),
});

export const textSchema = z.looseObject({
  /** Counts the versions that were written, from 1. */
  version: count,
  /** The step that comes next. */
  step: z.enum(textSteps),
  /** How many last calls were held. */
  last_calls: count.default(0),
  /** Items for which one more round was held after a last call; empty when none was. */
  reopened: z.array(z.string()).default([]),
  /** The number of that round, once it was held. */
  reopened_round: count.nullable().default(null),
  ...headSchema.shape,
  sections: z.array(sectionSchema),
  /** Headings and labels in the language of the text, by key, where the program does not ship that language. */
  labels: z.array(z.looseObject({ key: z.string(), text: z.string() })),
  /** The file of the project that this text is added to; null for a file of its own. */
  extends: z.looseObject({ path: z.string() }).nullable(),
  /** Decision records that it replaces, by file name. */
  supersedes: z.array(z.string()),
  /** The fingerprint of the text as it was put to the last vote; null before the first. */
  frozen_hash: z.string().nullable(),
  written_by: z.enum(['synthesizer', 'program']),
  /** Why the program assembled it, else null. */
  fallback: fallbackSchema.nullable(),
  /** Why it was not revised although the review asked for it, else null. */
  unrevised: fallbackSchema.nullable().default(null),
  /** Items that the writer took out again, with the reason. */
  removed: z
    .array(z.looseObject({ title: z.string(), text: z.string(), because: z.string(), step: z.string() }))
    .default([]),
  /** What the program still found wrong after asking again. */
  problems: z.array(z.looseObject({ code: z.string(), at: z.string(), words: z.string().optional() })),
  /** Passages that the program asked about and that the writer left on purpose, with the reason. */
  left: z.array(z.looseObject({ at: z.string(), passage: z.string(), because: z.string() })).default([]),
  /** What a patch changed beside items, as it was before, until the patch is voted on: it comes back where all of its items are refused. */
  before: proseSchema.nullable().default(null),
  /** The same as the seats reviewed it, until the first last call: they see what a revision changed. */
  reviewed: proseSchema.nullable().default(null),
});

/** A seat's vote on the words of an item; `on` is the fingerprint of those words, and a vote on other words does not count. */
export const itemVoteSchema = z.looseObject({
  seat: z.string(),
  vote: z.enum(votes),
  reason: z.string(),
  /** What would lift a block or a standing aside; empty when nothing was named. */
  lifted_by: z.string().default(''),
  step: z.enum(['review', 'last-call', 'patch']),
  on: z.string(),
});

/** What of an item is signed. */
const wordsSchema = z.looseObject({
  title: z.string(),
  text: z.string(),
  why: z.string(),
  check: z.string(),
  priority: z.enum(priorities).nullable(),
  details: z.partialRecord(z.enum(detailIds), z.string()).default({}),
});

/** A numbered result: one thing that is decided, demanded or excluded. */
export const itemSchema = z.looseObject({
  id: z.string(),
  kind: z.enum(Object.keys(itemPrefixes) as [ItemKind, ...ItemKind[]]),
  /** The id of the section in which it is printed. */
  section: z.string(),
  title: z.string(),
  text: z.string(),
  why: z.string().default(''),
  /** How somebody can tell that it is met. */
  check: z.string().default(''),
  priority: z.enum(priorities).nullable().default(null),
  /** Fields that only this form has, by id; see `ItemDetail`. */
  details: z.partialRecord(z.enum(detailIds), z.string()).default({}),
  /** The statements it is made from; none where the writer added it. */
  from: z.array(z.string()).default([]),
  /** Ids of the dossier. */
  facts: z.array(z.string()).default([]),
  /** Ids of items in the project's file, or file names of records, that it takes the place of. */
  replaces: z.array(z.string()).default([]),
  topic_id: z.string().nullable().default(null),
  change: z.enum(itemChanges).default('none'),
  /** The decision of a person, a policy or an assistant that it carries out: an escalation's id. It is not voted on. */
  decision: z.string().nullable().default(null),
  status: z.enum(itemStatuses),
  decided_by: z
    .enum(['count', ...deciders])
    .nullable()
    .default(null),
  /** The words before a patch, until the patch is voted on: they come back where it is refused. */
  before: wordsSchema.nullable().default(null),
  /** The words that the review saw, where the revision changed them. */
  reviewed: wordsSchema.nullable().default(null),
  /** Oldest first. */
  votes: z.array(itemVoteSchema).default([]),
  /** For ideas: how each seat grades them in the review. */
  judgements: z
    .array(z.looseObject({ seat: z.string(), value: z.enum(grades), feasibility: z.enum(grades) }))
    .default([]),
  history: z.array(itemEventSchema).default([]),
});

/** What a seat put to the writer: exact new words, a pair that cannot both hold, a question; or at the last call a remark. */
export const amendmentSchema = z.looseObject({
  /** `A-001` */
  id: z.string(),
  kind: z.enum(amendmentKinds),
  seat: z.string(),
  /** Ids of items or sections, or `title`, `decision`, `why`, `firmness`, `ways`, `text` (the whole). */
  targets: z.array(z.string()),
  operation: z.enum(amendmentOperations),
  /** The field of an item: `text`, `why`, `check`, `title`, `priority`; empty for the whole. */
  field: z.string(),
  /** The words that go, where only a passage changes; empty where the whole does. */
  old: z.string().default(''),
  /** The exact new words; for a pair the situation in which both cannot hold; for a question the question; empty for a remark, which is its reason. */
  words: z.string(),
  reason: z.string(),
  severity: z.enum(severities),
  /** Ids of the dossier. */
  facts: z.array(z.string()).default([]),
  answer: z.enum(amendmentAnswers).nullable().default(null),
  because: z.string().default(''),
});

export type Text = z.infer<typeof textSchema>;
export type Prose = z.infer<typeof proseSchema>;
export type TextSection = z.infer<typeof sectionSchema>;
export type ItemWords = z.infer<typeof wordsSchema>;
export type Item = z.infer<typeof itemSchema>;
export type ItemVote = z.infer<typeof itemVoteSchema>;
export type Amendment = z.infer<typeof amendmentSchema>;

/** A text in which nothing is written yet: by whom, for which step next, and the file that it is added to. */
export function startText(
  facts: Pick<Text, 'step' | 'written_by' | 'fallback'>,
  extended: { path: string } | null = null,
): Text {
  return {
    ...{ ...facts, version: 1, last_calls: 0, reopened: [], reopened_round: null },
    ...{ title: '', decision: '', why: [], firmness: '', sections: [], drivers: [], ways: [], labels: [] },
    extends: extended === null ? null : { path: extended.path },
    ...{ supersedes: [], frozen_hash: null, unrevised: null },
    ...{ removed: [], before: null, reviewed: null, problems: [], left: [] },
  };
}

/** The ways of a discussion as those of a text that no writer made: nobody chose one of them, or said why. */
export function carryWays(ways: readonly Way[]): Text['ways'] {
  return ways.map(({ name, meaning, for: pro, against }) => ({
    ...{ name, meaning, chosen: false, because: '' },
    ...{ for: pro.join('; '), against: against.join('; ') },
  }));
}
