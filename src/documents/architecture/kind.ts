/** The architecture description: the twelve sections of arc42 9.0. */
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath } from '../document-paths.ts';
import { assembleArchitecture } from './assemble.ts';
import { architectureLint } from './lint.ts';
import { type ArchitectureContent, architectureSchema } from './schema.ts';
import { viewArchitecture } from './view.ts';

export const architectureKind: DocumentKind = {
  type: 'architecture',
  items: ['DEC', 'ARCH', 'COMP', 'INT', 'NFR', 'RISK', 'MIT'],
  schema: architectureSchema,
  brief: [
    'Describe the architecture around the items, in the sections of arc42. Decisions, principles, parts, interfaces, qualities, risks and what answers them are printed from the items, word for word: refer to them by id, do not repeat them.',
    'What nobody spoke about stays empty: an empty section is honest, an invented one is not.',
    '`uses` says for each component by its id which components and outside systems it uses. Quality goals are the three to five that decide between solutions.',
    'A runtime scenario names its trigger and shows which part does what, step by step. The glossary holds words of this project only. In all, stay below 900 words.',
  ].join(' '),
  draftWords: 900,
  assemble: assembleArchitecture,
  findUnsupported,
  view: (content, rendering) => ({ values: viewArchitecture(content as ArchitectureContent, rendering) }),
  findHome: (_, docsPaths, slug) => ({ folder: cleanPath(docsPaths.architecture), file: `${slug}.md` }),
  linksRecords: true,
  printsContested: false,
  lint: architectureLint,
};
