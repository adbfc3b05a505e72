/** The review of a change or a document: what is wrong with it, where, how much that weighs, and what would be right. */
import type { DocumentForm } from '../../session/ports/document-form.ts';
import { findingSeverities } from '../../session/vocabulary.ts';
import type { DocumentKind } from '../document-kind.ts';
import { sessionsFolder } from '../document-paths.ts';
import { listSections } from '../form-sections.ts';

const form: DocumentForm = {
  type: 'review',
  name: 'review',
  kinds: ['finding'],
  sections: listSections('review', {
    change:
      'What is reviewed, in two or three sentences of your own: what it does and to what end. Then what was looked at beyond it, and what was not.',
    findings: 'The findings, as items, the heaviest first. Leave the body empty.',
  }),
  brief: [
    'Write for its author, who reads this below the change. The decision says in a sentence whether it can be merged, or as a document adopted, as it is, and what stands against it.',
    'A finding is a defect that can be shown: what goes wrong, with which input or in which order, and who notices; a rule or decision of the project that is broken, by name; a test that is missing for behaviour that changes. What is only another taste is none, and so is praise, and what was so before and is not made worse.',
    'What several seats found is one finding, with all their statements in from. What one seat found and another refuted is not taken, with the reason. No finding at all is a good result.',
  ].join(' '),
  words: 1_800,
  mayBeShort: true,
  hasPriorities: false,
  needs: ['why'],
  details: [
    {
      id: 'severity',
      choices: findingSeverities,
      about:
        'blocking (it must not be merged so: wrong results, lost data, an open door, a broken decision), major (to be fixed soon), or minor',
    },
    {
      id: 'place',
      about:
        'path:line, with the number that stands before the line in what is reviewed; a line elsewhere only where you cite it under facts',
    },
    {
      id: 'right',
      about: 'the suggested fix, so that it can be made: the words or the code where they are short',
    },
  ],
  callsOnce: true,
  hasWays: false,
};

export const reviewKind: DocumentKind = {
  type: 'review',
  form,
  waysIn: 'change',
  findHome: (session) => ({ folder: sessionsFolder, file: `${session.id}-review.md` }),
  isShared: false,
  lint: null,
};
