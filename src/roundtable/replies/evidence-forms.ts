/** The reply forms for look-ups, and for the places in the project that facts cite. */
import * as z from 'zod';
import { type LookUp, lookUpKinds } from '../../domain/evidence.ts';
import { readEvidence } from './read-evidence.ts';
import { requiredText, toList } from './read-field.ts';
import { readLookUps, wantsAgain } from './read-look-ups.ts';

/** Places in the project that facts and statements cite. */
export const placeList = z
  .preprocess(
    readEvidence,
    z.array(
      z.object({
        path: z.string().describe('a file of the project'),
        line: z.number().nullable().describe('where the quotation begins, counted from 1, or null'),
        quote: z.string().describe('the words that stand there, copied exactly, a line or a few'),
      }),
    ),
  )
  .describe('the places in the project that show it; empty if none does');

/** Reads facts given as texts, or as objects with their place beside the text or in `evidence`. */
function readFacts(value: unknown): unknown[] {
  return toList(value)
    .map((fact: unknown) => {
      if (typeof fact !== 'object' || fact === null) return { text: fact, evidence: [] };
      const fields = fact as Record<string, unknown>;
      const text = fields['text'] ?? fields['fact'] ?? fields['claim'] ?? fields['statement'];
      const hasOwnPlace = fields['evidence'] === undefined && ('path' in fields || 'file' in fields);
      return { text, evidence: hasOwnPlace ? [{ ...fields, text: undefined }] : (fields['evidence'] ?? []) };
    })
    .filter((fact) => checkedFact.safeParse(fact).success);
}

const checkedFact = z.object({ text: requiredText('what the panel may not know'), evidence: placeList });

/** Facts with their places; one that is only a text has none. */
export const factList = z.preprocess(readFacts, z.array(checkedFact));

/** A place as a reply gives it. */
export type PlaceReply = z.infer<typeof placeList>[number];

/** What a seat returns when it may look things up before it answers. */
export const lookReply = z.object({
  look_ups: z.preprocess(
    (value) => readLookUps(value).map(writeLookUp),
    z.array(
      z.object({
        look_up: z.enum(lookUpKinds),
        path: z
          .string()
          .nullable()
          .describe('list, read, log: a file or folder; search: where to look, or null for all'),
        lines: z.string().nullable().describe('read: such as 1-80, or null'),
        text: z.string().nullable().describe('search: a text or regular expression; decisions: words'),
      }),
    ),
  ),
  again: z
    .preprocess(wantsAgain, z.boolean())
    .describe('true to look once more when you have seen what these give'),
});

/** Writes a look-up in the form that models are asked for. */
function writeLookUp(wanted: LookUp) {
  const form = { look_up: wanted.look_up, path: null, lines: null, text: null };
  switch (wanted.look_up) {
    case 'list':
    case 'log':
      return { ...form, path: wanted.path };
    case 'read':
      return {
        ...form,
        path: wanted.path,
        lines: `${wanted.from}${wanted.to === null ? '' : `-${wanted.to}`}`,
      };
    case 'search':
      return { ...form, path: wanted.path, text: wanted.text };
    case 'decisions':
      return { ...form, text: wanted.words };
  }
}

export type LookReply = z.infer<typeof lookReply>;
