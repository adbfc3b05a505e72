/** Facts of the project in replies, each with the place that shows it. */
import * as z from 'zod';
import { isMapping } from '../../session/is-mapping.ts';
import { optionalText, requiredText, toList } from './fields.ts';
import { readEvidence } from './read-places.ts';

const factShape = z.object({
  id: optionalText('a short name of your own, such as N1, by which your text can cite it'),
  claim: requiredText('what it shows, in a sentence'),
  path: requiredText('a file of the project'),
  line: z.number().nullable().describe('where the quotation begins, counted from 1, or null'),
  quote: requiredText('the words that stand there, copied exactly, one line or a few'),
});

/** Reads facts in the shapes that models write; one without a path and a quotation is dropped. */
function readFacts(value: unknown): unknown[] {
  return toList(value).flatMap((fact: unknown) => {
    if (!isMapping(fact)) return [];
    const claim = fact['claim'] ?? fact['fact'] ?? fact['text'] ?? fact['statement'];
    const { text: _text, ...rest } = fact;
    const given = Array.isArray(fact['evidence']) ? fact['evidence'][0] : (fact['evidence'] ?? rest);
    const [place] = readEvidence(given);
    const read = { id: fact['id'], claim, ...place, quote: place?.quote };
    return factShape.safeParse(read).success ? [read] : [];
  });
}

/** A list of facts with their places. */
export const factList = z
  .preprocess(readFacts, z.array(factShape))
  .describe('facts of the project that others may not know, each with the place that shows it');

export type FactReply = z.infer<typeof factList>[number];
