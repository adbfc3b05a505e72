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

const head = {
  title: text('Title of the document: what was decided or found, at most ten words, without a number'),
  summary: text('The first sentence says what was decided, or what was not; the next three say why'),
  recommendation: optionalText('What to do now, one sentence; null when there is none'),
};

const point = z.object({ text: text('One point, one sentence'), sources: sources() });
const points = (description: string) => items(point, { main: 'text', description });

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

/** Requirements (ISO/IEC/IEEE 29148). The statements are the session's items; a draft says where each belongs. Core field: `summary`. */
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
        artifact_id: text('Id of the item, for example REQ-001'),
        area: choice(areas, { fallback: 'functions', description: 'Section of the outline' }),
        verification: choice(verifications, { fallback: 'unstated', description: 'How it is verified' }),
        quality: choice(qualities, {
          fallback: 'none',
          description: 'ISO 25010 characteristic of a quality',
        }),
      }),
      { main: 'artifact_id', description: 'Where each requirement belongs' },
    ),
  })
  .refine((draft) => draft.summary.trim() !== '', { path: ['summary'], message: 'the summary is empty' });

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
    glossary: items(z.object({ term: text('A word'), meaning: text('Its meaning') }), {
      main: 'term',
      description: 'Words with a special meaning',
    }),
  })
  .refine((draft) => draft.summary.trim() !== '', { path: ['summary'], message: 'the summary is empty' });

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

export type AdrContent = z.infer<typeof adrSchema>;
export type RequirementsContent = z.infer<typeof requirementsSchema>;
export type RequirementItem = RequirementsContent['items'][number];
export type ArchitectureContent = z.infer<typeof architectureSchema>;
export type SummaryContent = z.infer<typeof summarySchema>;
export type Point = z.infer<typeof point>;
export type { Source } from './lenient-fields.ts';
