/** The architecture description: the twelve sections of arc42 9.0. */
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath, slugOf } from '../document-paths.ts';
import { assembleArchitecture } from './assemble.ts';
import { architectureLint } from './lint.ts';
import { type ArchitectureContent, architectureSchema } from './schema.ts';
import { viewArchitecture } from './view.ts';

export const architectureKind: DocumentKind = {
  type: 'architecture',
  schema: architectureSchema,
  brief: [
    'Describe the architecture that came out of the discussion, in the sections of arc42. What nobody spoke about stays empty: an empty section is honest, an invented one is not.',
    'A building block has one responsibility in one sentence, and `uses` repeats names of other blocks or of neighbors exactly.',
    'Quality goals are the three to five that decide between solutions; quality requirements carry a scenario with a number.',
    'A runtime scenario names its trigger and shows which block does what, step by step.',
    'Each decision says what was decided and why, and names its decision record where one exists. Risks come with what is done about them.',
    'The glossary holds words of this project only.',
  ].join(' '),
  assemble: assembleArchitecture,
  findUnsupported,
  view: (content, rendering) => ({ values: viewArchitecture(content as ArchitectureContent, rendering) }),
  findHome: (session, docsPaths) => ({
    folder: cleanPath(docsPaths.architecture),
    file: `${slugOf(session)}.md`,
  }),
  linksRecords: true,
  lint: architectureLint,
};
