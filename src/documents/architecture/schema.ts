/** The schema of an architecture description's draft. */
import * as z from 'zod';
import { head, items, points, terms, text, texts } from '../draft-fields.ts';

/** An architecture description (arc42 9.0). Parts, decisions and risks are the session's items. Core field: `summary`. */
export const architectureSchema = z
  .object({
    ...head,
    introduction: text('What the system must do, in short'),
    quality_goals: points('The three to five most important qualities'),
    stakeholders: points('Who has a stake, and what each expects'),
    constraints: points('What limits the design, beside the items'),
    context: text('The system and its surroundings'),
    neighbors: points('Systems and people outside, and what is exchanged with them'),
    uses: items(
      z.object({
        block: text('Id of a component, for example COMP-001'),
        uses: texts('Ids of the components, or names of the outside systems, that it uses'),
      }),
      { main: 'block', description: 'Which parts use which' },
    ),
    runtime: items(z.object({ scenario: text('Name of a scenario'), steps: texts('Its steps, in order') }), {
      main: 'scenario',
      description: 'How the parts work together',
    }),
    deployment: text('Where it runs'),
    crosscutting: points('Concepts that hold for several parts'),
    quality_requirements: points('Qualities that can be measured, beside the items'),
    glossary: terms(),
  })
  .refine((draft) => draft.summary.trim() !== '', { path: ['summary'], message: 'the summary is empty' });

export type ArchitectureContent = z.infer<typeof architectureSchema>;
