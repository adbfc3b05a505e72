/** The architecture description: the twelve sections of arc42 9.0. */
import type { Session } from '../../domain/session.ts';
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { type ArchitectureContent, architectureSchema } from '../schema.ts';
import { assembleHead, listItems } from '../session-material.ts';

export const architectureKind: DocumentKind = {
  type: 'architecture',
  schema: architectureSchema,
  brief: [
    'Describe the architecture around the items, in the sections of arc42. Decisions, principles, parts, interfaces, qualities, risks and what answers them are printed from the items, word for word: refer to them by id, do not repeat them.',
    'What nobody spoke about stays empty: an empty section is honest, an invented one is not.',
    '`uses` says for each component by its id which components and outside systems it uses. Quality goals are the three to five that decide between solutions.',
    'A runtime scenario names its trigger and shows which part does what, step by step. The glossary holds words of this project only.',
  ].join(' '),
  assemble: assembleArchitecture,
  findUnsupported,
};

function assembleArchitecture(session: Session): ArchitectureContent {
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
