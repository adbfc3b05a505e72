/** Requirements: the outline and the qualities of ISO/IEC/IEEE 29148:2018, statements in EARS. */
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath } from '../document-paths.ts';
import { describeFirmness } from '../parts/firmness.ts';
import { assembleRequirements } from './assemble.ts';
import { extendRequirements } from './extend-requirements.ts';
import { requirementsLint } from './lint.ts';
import { findPublishedIds } from './published-ids.ts';
import { formatLedger } from './requirement-ids.ts';
import { viewNewFile } from './requirements-file.ts';
import { type RequirementsContent, requirementsSchema } from './schema.ts';
import { listDecided, viewRequirements } from './view.ts';

export const requirementsKind: DocumentKind = {
  type: 'requirements',
  items: ['REQ', 'BR', 'NFR', 'EX', 'OOS', 'RISK'],
  schema: requirementsSchema,
  brief: [
    'Write what stands around the requirements: purpose, scope, overview, the words that need a meaning. The requirements themselves are the items, printed word for word with their acceptance and support; add none.',
    'In items say for each REQ, BR, NFR and EX by its id in which area of the outline it belongs, how it is verified, and for a quality which characteristic of ISO 25010 it is.',
    'Scope says what is outside as plainly as what is inside. The program counts what is agreed: do not count.',
  ].join(' '),
  assemble: assembleRequirements,
  findUnsupported,
  view: (content, rendering) => {
    const requirements = content as RequirementsContent;
    const { values, notices, record, ledger } = viewNewFile(
      requirements,
      viewRequirements(requirements, rendering),
    );
    return {
      values: {
        ...values,
        firmness: [describeFirmness(rendering.session), listDecided(rendering)].join('\n\n'),
      },
      required: [notices, record, listDecided(rendering)],
      end: (text) => formatLedger(ledger, text),
    };
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
    extendRequirements(existing, viewRequirements(content as RequirementsContent, rendering), { shownAs }),
  findIds: findPublishedIds,
  lint: requirementsLint,
};
