/** Requirements: the outline and the qualities of ISO/IEC/IEEE 29148:2018, statements in EARS. */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { type RequirementItem, type RequirementsContent, requirementsSchema } from '../schema.ts';
import { assembleHead, listItems } from '../session-material.ts';

/** The kinds of item that are requirements, each with an id in the file. */
export const requirementTypes = ['REQ', 'BR', 'NFR', 'EX'] as const;

export const requirementsKind: DocumentKind = {
  type: 'requirements',
  schema: requirementsSchema,
  brief: [
    'Write what stands around the requirements: purpose, scope, overview, the words that need a meaning. The requirements themselves are the items, printed word for word with their acceptance and support; add none.',
    'In items say for each REQ, BR, NFR and EX by its id in which area of the outline it belongs, how it is verified, and for a quality which characteristic of ISO 25010 it is.',
    'Scope says what is outside as plainly as what is inside. The summary says how much of it is agreed and what is not.',
  ].join(' '),
  assemble: assembleRequirements,
  findUnsupported,
};

function assembleRequirements(session: Session): RequirementsContent {
  return {
    ...assembleHead(session),
    purpose: session.topic,
    scope: '',
    overview: '',
    definitions: [],
    items: listItems(session, requirementTypes).map(placeItem),
  };
}

/** Where an item stands that no draft has placed. */
export function placeItem(item: Pick<Item, 'id' | 'type'>): RequirementItem {
  const area = item.type === 'NFR' ? 'attributes' : item.type === 'REQ' ? 'functions' : 'constraints';
  return { artifact_id: item.id, area, verification: 'unstated', quality: 'none' };
}
