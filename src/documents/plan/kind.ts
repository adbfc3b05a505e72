/** The plan of the work: packages in order, each with what it fulfils, touches, waits for and risks. */
import type { DocumentForm } from '../../session/ports/document-form.ts';
import { readDated, readDay } from '../../session/rules/read-day.ts';
import { comparisons } from '../../session/vocabulary.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath, joinPath } from '../document-paths.ts';
import { listSections } from '../form-sections.ts';

const form: DocumentForm = {
  type: 'plan',
  name: 'implementation plan',
  kinds: ['package'],
  sections: listSections('plan', {
    goal: 'What people can do when all of it is done, and what the project has today that it builds on, with places. Then how the order was chosen, and after which package something can be released.',
    packages: 'The packages, as items, in the order in which they are done. Leave the body empty.',
    done: 'Requirements and decisions that are met already: each id with the place that shows it. Leave it out where nothing is.',
    coverage: 'The program prints which package fulfils each requirement. Leave the body empty.',
  }),
  brief: [
    'Write for the engineer who begins tomorrow and was not there. The decision says in a sentence what is built in which order, and what comes first.',
    'A package is what one person finishes in half a day to three days: it leaves a working product, can be reviewed and taken back by itself, and says what is built so that nobody has to ask. The surest and most useful come first; what has to be found out before others can begin is a package of its own. Three to fifteen packages; preparation without a use of its own is none.',
    'Every requirement and every decision is fulfilled by a package, or named under done. A package that fulfils none says in why what needs it.',
  ].join(' '),
  words: 4_000,
  mayBeShort: true,
  hasPriorities: false,
  needs: ['why', 'check'],
  details: [
    {
      id: 'fulfils',
      about: 'ids of the requirements and decisions that it fulfils, with commas; the word none for none',
      mayBeEmpty: true,
    },
    {
      id: 'touches',
      about:
        'paths of the project that it changes, with commas; one that does not exist yet has “(new)” behind it',
    },
    {
      id: 'waits_for',
      about: 'ids of packages that have to be done before it, with commas; the word none for none',
      mayBeEmpty: true,
    },
    { id: 'risk', about: 'what may go wrong, how one notices, and what is done then, in a sentence or two' },
  ],
  hasWays: false,
};

/** The form of a plan that is made anew: what stays of the one before, and what changed. */
const planAgainForm: DocumentForm = {
  ...form,
  sections: [
    ...listSections('plan', {
      changes:
        'What is different from the plan before, and what made it so, in a few sentences; the program prints the table. What is already done by commits, and whether you found all of it there.',
    }),
    ...form.sections,
    ...listSections('plan', {
      gone: 'Packages of the plan before that are no longer to be done though nobody has done them: each id with the reason. Leave it out where there are none.',
    }),
  ],
  brief: [
    form.brief,
    'A plan of this work stands already. A package of it that stays keeps its id; one whose words can stay is same. Ids of the plan before never mean another package: new ones get ids of your own, such as PKG-101. A package that commits name is done where the project shows that all of it is there: leave it out. Where part of it is missing, it stays under its id, with what is missing; then it is changed. What nobody did and nobody needs any more stands under gone. The order may change.',
  ].join(' '),
  details: [
    ...(form.details ?? []),
    {
      id: 'compared',
      choices: comparisons,
      about:
        'same (a package of the plan before, word for word: the program fills in its words, so write its id and title, and “same” for the other fields), changed, or new',
    },
    {
      id: 'changes',
      about:
        'for changed and new: what is different and what made it so, in a sentence; the word none for same',
      mayBeEmpty: true,
    },
  ],
};

export const planKind: DocumentKind = {
  type: 'plan',
  form,
  formAgain: planAgainForm,
  waysIn: 'goal',
  // Beside the requirements, where git keeps it for whoever does the work.
  findHome: (session, { specifications }, slug) => ({
    folder: joinPath(cleanPath(specifications).split('/').slice(0, -1).join('/'), 'plans'),
    file: `${readDay(readDated(session), session)}-${slug}.md`,
  }),
  isShared: false,
  lint: null,
};
