/** Builds requirements from the session alone. */
import type { Session } from '../../domain/session.ts';
import { assembleHead, listItems } from '../session-material.ts';
import { placeItem, type RequirementsContent, requirementKinds } from './schema.ts';

/** The content when there is no draft. */
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
