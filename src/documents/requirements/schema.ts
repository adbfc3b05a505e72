/** What a draft of requirements holds. */
import * as z from 'zod';
import { head, terms } from '../draft-fields.ts';
import { choice, items, optionalText, sources, text, texts } from '../lenient-fields.ts';

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

/** Requirements (ISO/IEC/IEEE 29148). Core field: `items`, at least one. */
export const requirementsSchema = z
  .object({
    ...head,
    purpose: text('What the product is for'),
    scope: text('What is inside and what is outside'),
    overview: text('The product, its users and surroundings'),
    definitions: terms(),
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

export type RequirementsContent = z.infer<typeof requirementsSchema>;
export type RequirementItem = RequirementsContent['items'][number];
