/** Builds an architecture description from the session alone. */
import type { Session } from '../../domain/session.ts';
import { assembleHead, listItems } from '../session-material.ts';
import type { ArchitectureContent } from './schema.ts';

/** The content when there is no draft. */
export function assembleArchitecture(session: Session): ArchitectureContent {
  return {
    ...assembleHead(session),
    introduction: session.topic,
    quality_goals: [],
    stakeholders: [],
    constraints: [],
    context: '',
    neighbors: [],
    uses: listItems(session, ['COMP']).map(({ id, related_to: related }) => ({
      block: id,
      uses: related.filter((other) => other.startsWith('COMP-')),
    })),
    runtime: [],
    deployment: '',
    crosscutting: [],
    quality_requirements: [],
    glossary: [],
  };
}
