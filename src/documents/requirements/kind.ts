/** Requirements: outline and qualities follow ISO/IEC/IEEE 29148:2018, statements follow EARS. */
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath } from '../document-paths.ts';
import { assembleRequirements } from './assemble.ts';
import { extendRequirements } from './extend-requirements.ts';
import { requirementsLint } from './lint.ts';
import { findFalseProse } from './prose-citations.ts';
import { findPublishedIds } from './published-ids.ts';
import { formatLedger } from './requirement-ids.ts';
import { viewNewFile } from './requirements-file.ts';
import { type RequirementsContent, requirementsSchema } from './schema.ts';
import { viewRequirements } from './view.ts';

export const requirementsKind: DocumentKind = {
  type: 'requirements',
  items: ['REQ', 'BR', 'NFR', 'EX', 'OOS', 'RISK'],
  schema: requirementsSchema,
  brief: [
    'Write what stands around the requirements: reasons, purpose, scope, overview, words that need a meaning. The requirements are the items, printed word for word with acceptance and support; add none.',
    'In items give for each REQ, BR, NFR and EX its subject (group), its area, how it is verified, and for a quality its characteristic of ISO 25010. Six to ten subjects, in the order in which a user meets them.',
    'Scope says what is outside as plainly as what is inside. The summary says what a person decided, and gives no counts of items: the program prints them.',
    'Who said a thing stands in the sources of reasons. Prose needs no citation; one that it has is written [R2 qa-lead], at the end of its sentence. Stay below 500 words.',
  ].join(' '),
  draftWords: 500,
  assemble: assembleRequirements,
  findUnsupported: (content, session) => [
    ...findUnsupported(content, session),
    ...findFalseProse(content, session),
  ],
  view: (content, rendering) => {
    const requirements = content as RequirementsContent;
    const parts = viewRequirements(requirements, rendering);
    const { values, required, ledger } = viewNewFile(requirements, parts, rendering);
    return { values, required, end: (text) => formatLedger(ledger, text) };
  },
  findHome: (_, docsPaths) => {
    const path = cleanPath(docsPaths.specifications);
    const cut = path.lastIndexOf('/');
    return /\.md$/i.test(path)
      ? { folder: path.slice(0, Math.max(cut, 0)), file: path.slice(cut + 1) }
      : { folder: path, file: 'requirements.md' };
  },
  linksRecords: false,
  printsContested: false,
  extend: (existing, content, { rendering, shownAs }) =>
    extendRequirements(existing, viewRequirements(content as RequirementsContent, rendering), shownAs),
  findIds: findPublishedIds,
  lint: requirementsLint,
};
