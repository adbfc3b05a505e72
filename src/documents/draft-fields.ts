/**
 * What drafts of several kinds hold. Reading is lenient: only the one core field of a kind can make a draft unusable
 * (named in each schema's comment). The output side of each schema is plain JSON Schema, small enough to travel with a call.
 */
import * as z from 'zod';
import { items, optionalText, sources, text } from './lenient-fields.ts';

/** The top of every draft. */
export const head = {
  title: text('Title of the document: what was decided or found, at most ten words, without a number'),
  summary: text('The first sentence says what was decided, or what was not; the next three say why'),
  recommendation: optionalText('What to do now, one sentence; null when there is none'),
};

const point = z.object({ text: text('One point, one sentence'), sources: sources() });
/** One thing that was said, and by whom. */
export type Point = z.infer<typeof point>;

export const points = (description: string) => items(point, { main: 'text', description });

/** Words with their meaning. */
export const terms = () =>
  items(z.object({ term: text('A word'), meaning: text('Its meaning') }), {
    main: 'term',
    description: 'Words with a special meaning',
  });
