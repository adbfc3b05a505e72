/** The schema of a summary's draft. */
import * as z from 'zod';
import { head, points, texts } from '../draft-fields.ts';

/** A summary. Ideas, risks and decisions are the session's items. Core field: `summary`. */
export const summarySchema = z
  .object({
    ...head,
    key_points: points('What was found and is not an item, most important first'),
    pursue: texts(
      'Ids of the ideas to pursue, best first, at most three; empty where nothing was brainstormed',
    ),
    next_steps: texts('What to do next, by whom where it was said'),
  })
  .refine((draft) => draft.summary.trim() !== '', { path: ['summary'], message: 'the summary is empty' });

export type SummaryContent = z.infer<typeof summarySchema>;
