/** The schema of a requirements draft. */
import * as z from 'zod';
import type { Item } from '../../domain/records.ts';
import { choice, head, items, points, terms, text } from '../draft-fields.ts';

export const verifications = ['test', 'analysis', 'inspection', 'demonstration', 'unstated'] as const;
/** The product quality characteristics of ISO/IEC 25010:2023; `none` if a requirement is not a quality. */
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

/** The item types that are requirements; each requirement has an id in the file. */
export const requirementKinds = ['REQ', 'BR', 'NFR', 'EX'] as const;

export function isRequirement({ type }: Pick<Item, 'type'>): boolean {
  return requirementKinds.some((kind) => kind === type);
}

/** Requirements (ISO/IEC/IEEE 29148). The statements are the session's items; a draft says where each belongs. Core field: `summary`. */
export const requirementsSchema = z
  .object({
    ...head,
    reasons: points('Why it was decided so, and for whom: the two to four reasons that weighed most'),
    purpose: text('What the product is for'),
    scope: text('What is inside and what is outside'),
    overview: text('The product, its users and surroundings'),
    definitions: terms(),
    items: items(
      z.object({
        artifact_id: text('Id of the item, for example REQ-001'),
        group: text('Its subject in one to three words, the same for all items of the subject'),
        area: choice(areas, { fallback: 'functions', description: 'Area of ISO 29148' }),
        verification: choice(verifications, { fallback: 'unstated', description: 'How it is verified' }),
        quality: choice(qualities, {
          fallback: 'none',
          description: 'ISO 25010 characteristic of a quality',
        }),
      }),
      {
        main: 'artifact_id',
        description: 'Where each requirement belongs; subjects in the order of the flow',
      },
    ),
  })
  .refine((draft) => draft.summary.trim() !== '', { path: ['summary'], message: 'the summary is empty' });

export type RequirementsContent = z.infer<typeof requirementsSchema>;
export type RequirementItem = RequirementsContent['items'][number];

/** The place of an item that the draft has not placed. */
export function placeItem({ id, type }: Pick<Item, 'id' | 'type'>): RequirementItem {
  const area = type === 'NFR' ? 'attributes' : type === 'REQ' ? 'functions' : 'constraints';
  return { artifact_id: id, group: '', area, verification: 'unstated', quality: 'none' };
}
