/** Requirements from a session alone. */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { assembleHead, listItems } from '../session-material.ts';
import { type RequirementItem, type RequirementsContent, requirementKinds } from './schema.ts';

/** The content when no draft can be had. */
export function assembleRequirements(session: Session): RequirementsContent {
  return {
    ...assembleHead(session),
    reasons: [],
    purpose: session.topic,
    scope: '',
    overview: '',
    definitions: [],
    items: listItems(session, requirementKinds).map(placeItem),
  };
}

/** Where an item stands that no draft has placed. */
export function placeItem(item: Pick<Item, 'id' | 'type'>): RequirementItem {
  const area = item.type === 'NFR' ? 'attributes' : item.type === 'REQ' ? 'functions' : 'constraints';
  return { artifact_id: item.id, group: '', area, verification: 'unstated', quality: 'none' };
}
