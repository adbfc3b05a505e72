/**
 * What a draft of each document holds. Reading is lenient: only the one core field of a type can make a
 * draft unusable (named in each comment). The output side of each schema is plain JSON Schema, small enough
 * to travel with a call.
 */
import * as z from 'zod';
import { choice, items, optionalText, sources, text, texts } from './lenient-fields.ts';

/** MoSCoW, as written in files; `unstated` when nobody named one. */
export const priorities = ['must', 'should', 'could', 'wont', 'unstated'] as const;
export const verifications = ['test', 'analysis', 'inspection', 'demonstration', 'unstated'] as const;
/** The product quality characteristics of ISO/IEC 25010:2023; `none` for what is not a quality. */
export const qualities = [
  'functional-suitability',
  'performance-efficiency',
  'compatibility',
  'interaction-capability',
  'reliability',
  'security',
  'maintainability',
  'flexibility',
  'safety',
  'none',
] as const;
/** The requirement areas of the ISO/IEC/IEEE 29148 outline. */
export const areas = [
  'functions',
  'performance',
  'usability',
  'interfaces',
  'data',
  'constraints',
  'attributes',
] as const;
export const requirementKinds = ['REQ', 'BR', 'NFR', 'EX'] as const;
export const feasibilities = ['high', 'medium', 'low', 'unstated'] as const;

const head = {
  title: text('Title of the document, at most ten words, without a number'),
  summary: text('Two to four sentences: what was asked, what came out'),
  recommendation: optionalText('What to do now, one sentence; null when there is none'),
};

const point = z.object({ text: text('One point, one sentence'), sources: sources() });
const points = (description: string) => items(point, { main: 'text', description });
const mitigated = {
  text: text('The risk'),
  mitigation: text('What is done about it; empty when nothing was named'),
};

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
        good: points('Arguments for it'),
        neutral: points('Arguments neither for nor against'),
        bad: points('Arguments against it'),
      }),
      { main: 'title', description: 'All options that were considered, at least two' },
    ),
    chosen: text('Title of the chosen option, exactly as in options'),
    reason: text('Why it was chosen; completes "because …"'),
    consequences_good: points('What gets better'),
    consequences_bad: points('What gets worse or must be paid for'),
    confirmation: text('How one can see later that the decision was carried out'),
    revisit: optionalText('When, or on which event, to look at the decision again'),
    supersedes: texts('File names or numbers of existing records that this one replaces; usually empty'),
  })
  .refine((draft) => draft.chosen.trim() !== '', {
    path: ['chosen'],
    message: 'no option is named as chosen',
  });

/** Requirements (ISO/IEC/IEEE 29148). Core field: `items`, at least one. */
export const requirementsSchema = z
  .object({
    ...head,
    purpose: text('What the product is for'),
    scope: text('What is inside and what is outside'),
    overview: text('The product, its users and surroundings'),
    definitions: items(z.object({ term: text('A word'), meaning: text('Its meaning') }), {
      main: 'term',
      description: 'Words with a special meaning',
    }),
    items: items(
      z.object({
        artifact_id: optionalText('Id of the artifact it comes from, for example REQ-001, else null'),
        kind: choice(requirementKinds, {
          fallback: 'REQ',
          description: 'REQ function, BR business rule, NFR quality, EX exclusion',
        }),
        title: text('Short name'),
        statement: text(
          'One sentence with one "shall": "[Where …,] [While …,] [When …, | If …, then] the <system> shall …"',
        ),
        rationale: text('Why it is needed'),
        priority: choice(priorities, { fallback: 'unstated', description: 'MoSCoW' }),
        acceptance: texts('Conditions that can be checked, at least one'),
        verification: choice(verifications, { fallback: 'unstated', description: 'How it is verified' }),
        quality: choice(qualities, {
          fallback: 'none',
          description: 'ISO 25010 characteristic of a quality',
        }),
        area: choice(areas, { fallback: 'functions', description: 'Section of the outline' }),
        sources: sources(),
      }),
      { main: 'statement', description: 'The requirements' },
    ),
  })
  .refine((draft) => draft.items.length > 0, { path: ['items'], message: 'there is no requirement' });

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
    glossary: items(z.object({ term: text('A word'), meaning: text('Its meaning') }), {
      main: 'term',
      description: 'Words with a special meaning',
    }),
  })
  .refine((draft) => draft.blocks.length + draft.decisions.length + draft.strategy.length > 0, {
    path: ['blocks'],
    message: 'there is no building block, decision or strategy',
  });

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

export type AdrContent = z.infer<typeof adrSchema>;
export type RequirementsContent = z.infer<typeof requirementsSchema>;
export type RequirementItem = RequirementsContent['items'][number];
export type ArchitectureContent = z.infer<typeof architectureSchema>;
export type SummaryContent = z.infer<typeof summarySchema>;
export type Point = z.infer<typeof point>;
export type { Source } from './lenient-fields.ts';
