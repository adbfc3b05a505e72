/** What a draft of a summary holds. */
import * as z from 'zod';
import { head, mitigated, points } from '../draft-fields.ts';
import { choice, items, sources, text, texts } from '../lenient-fields.ts';

export const feasibilities = ['high', 'medium', 'low', 'unstated'] as const;

/** A summary. Core field: `summary`. */
export const summarySchema = z
  .object({
    ...head,
    key_points: points('What was found, most important first'),
    ideas: items(
      z.object({
        title: text('Short name of the idea'),
        text: text('The idea, one to three sentences'),
        feasibility: choice(feasibilities, { fallback: 'unstated', description: 'How feasible it is' }),
        risks: items(z.object(mitigated), { main: 'text', description: 'Its risks' }),
        sources: sources(),
      }),
      { main: 'title', description: 'Ideas, for a brainstorm; else empty' },
    ),
    pursue: texts('Titles of the ideas to pursue, best first, at most three'),
    next_steps: texts('What to do next, by whom where it was said'),
  })
  .refine((draft) => draft.summary.trim() !== '', { path: ['summary'], message: 'the summary is empty' });

export type SummaryContent = z.infer<typeof summarySchema>;
