/** The schema of a decision record's draft. */
import * as z from 'zod';
import { head, items, optionalText, points, text, texts } from '../draft-fields.ts';

/** A decision record (MADR 4.0). Core field: `chosen`. */
export const adrSchema = z
  .object({
    ...head,
    context: text('Situation and problem, two to six sentences, as a question if possible'),
    drivers: points('Forces and criteria that weighed in the decision'),
    options: items(
      z.object({
        title: text('Short name of the option'),
        description: text('What it means, one or two sentences'),
        good: points('The arguments for it that weighed most, at most three'),
        neutral: points('Arguments neither for nor against; usually empty'),
        bad: points('The arguments against it that weighed most, at most three'),
      }),
      { main: 'title', description: 'All options that were considered, at least two' },
    ),
    chosen: text('Title of the chosen option, exactly as in options'),
    reason: text('Why it was chosen; completes "because …"'),
    consequences_good: points(
      'What follows from the decision and gets better; not the arguments for the option again',
    ),
    consequences_bad: points(
      'What follows from it and gets worse or must be paid for; not the arguments against it again',
    ),
    confirmation: text('How one can see later that the decision was carried out'),
    revisit: optionalText('When, or on which event, to look at the decision again'),
    supersedes: texts('File names or numbers of existing records that this one replaces; usually empty'),
  })
  .refine((draft) => draft.chosen.trim() !== '', {
    path: ['chosen'],
    message: 'no option is named as chosen',
  });

export type AdrContent = z.infer<typeof adrSchema>;
