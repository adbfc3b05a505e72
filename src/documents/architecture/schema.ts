/** What a draft of an architecture description holds. */
import * as z from 'zod';
import { head, mitigated, points, terms } from '../draft-fields.ts';
import { items, optionalText, sources, text, texts } from '../lenient-fields.ts';

/** An architecture description (arc42 9.0). Core field: one of `blocks`, `decisions`, `strategy`. */
export const architectureSchema = z
  .object({
    ...head,
    introduction: text('What the system must do, in short'),
    quality_goals: points('The three to five most important qualities'),
    stakeholders: points('Who has a stake, and what each expects'),
    constraints: points('What limits the design'),
    context: text('The system and its surroundings'),
    neighbors: points('Systems and people outside, and what is exchanged with them'),
    strategy: points('The fundamental decisions, in short'),
    blocks: items(
      z.object({
        name: text('Name of the building block'),
        responsibility: text('What it is responsible for'),
        uses: texts('Names of the blocks and outside systems that it uses'),
        sources: sources(),
      }),
      { main: 'name', description: 'Building blocks' },
    ),
    runtime: items(z.object({ scenario: text('Name of a scenario'), steps: texts('Its steps, in order') }), {
      main: 'scenario',
      description: 'How the blocks work together',
    }),
    deployment: text('Where it runs'),
    crosscutting: points('Concepts that hold for several blocks'),
    decisions: items(
      z.object({
        title: text('Short name of the decision'),
        text: text('What was decided, and why'),
        record: optionalText('File name or number of its decision record, else null'),
        sources: sources(),
      }),
      { main: 'title', description: 'Important decisions' },
    ),
    quality_requirements: points('Qualities that can be measured'),
    risks: items(z.object({ ...mitigated, sources: sources() }), {
      main: 'text',
      description: 'Risks and technical debts',
    }),
    glossary: terms(),
  })
  .refine((draft) => draft.blocks.length + draft.decisions.length + draft.strategy.length > 0, {
    path: ['blocks'],
    message: 'there is no building block, decision or strategy',
  });

export type ArchitectureContent = z.infer<typeof architectureSchema>;
