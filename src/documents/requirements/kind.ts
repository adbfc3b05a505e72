/** Requirements: the outline and the qualities of ISO/IEC/IEEE 29148:2018, statements in EARS. */
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath } from '../document-paths.ts';
import { renderProvenance } from '../provenance.ts';
import { assembleRequirements } from './assemble.ts';
import { extendRequirements } from './extend-requirements.ts';
import { requirementsLint } from './lint.ts';
import { formatLedger } from './requirement-ids.ts';
import { viewNewFile } from './requirements-file.ts';
import { type RequirementsContent, requirementsSchema } from './schema.ts';
import { viewRequirements } from './view.ts';

export const requirementsKind: DocumentKind = {
  type: 'requirements',
  schema: requirementsSchema,
  brief: [
    'Write requirements that a tester can check without asking back. Take up every artifact of the session by its id, and add none that nobody spoke for.',
    'Each statement is one sentence with exactly one "shall", in an EARS pattern: "The <system> shall …", "While <state>, …", "When <trigger>, …", "Where <feature is included>, …", "If <condition>, then the <system> shall …". Split sentences that join two demands.',
    'No words such as fast, easy, appropriate, as far as possible, etc., and/or: give the number, the unit and the condition.',
    'Acceptance lists conditions with their expected result. A quality (NFR) names its ISO 25010 characteristic and a measure. An exclusion (EX) says what the system shall not do.',
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
      values: { ...values, provenance: renderProvenance(rendering, { withResults: false }) },
      required: [notices, record],
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
  extend: (existing, content, { rendering, shownAs }) =>
    extendRequirements(existing, viewRequirements(content as RequirementsContent, rendering), { shownAs }),
  lint: requirementsLint,
};
