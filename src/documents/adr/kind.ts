/** The decision record: MADR 4.0 (adr.github.io/madr). */
import type { DocumentForm } from '../../session/document-form.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath } from '../document-paths.ts';
import { listSections } from '../form-sections.ts';
import { adrLint } from './lint.ts';
import { describeRecord, extendIndex, findRecords, listRecords } from './record-folder.ts';
import { nextRecordName } from './record-numbers.ts';
import { supersede } from './supersede.ts';

const form: DocumentForm = {
  type: 'adr',
  name: 'decision record',
  kinds: ['decision', 'principle', 'part', 'interface', 'risk', 'mitigation'],
  sections: listSections('adr', {
    context:
      'How it is today: the problem in two to five sentences, then a table of findings in the project, numbered, one a row: what is so, where it stands, what follows from it. Only what bears on the decision; what is broken today is called broken.',
    drivers:
      'For each entry of `drivers`, in order of weight, one sentence on why it matters here. Forces of this project, not virtues that hold everywhere.',
    options:
      'The program prints the list of ways and the table of ways against drivers from `ways` and `drivers`. Leave the body empty, or write only what the table cannot say: what was read about a standard or product and where, what was not checked.',
    outcome:
      'In two to five sentences: which way was taken, which drivers weighed how, and what made the second best lose. Below, the decisions are printed as items: one thing each, in words that can be carried out.',
    consequences:
      'A list: what gets easier, what gets harder and for whom, what has to be given up or kept up. The bad as plainly as the good.',
    against:
      'The two to four strongest objections that a sensible opponent would make, those of the discussion first: each in words that its holder would sign, then what answers it or what is true in it. Last, what would change the decision.',
    parts:
      'The parts that are built or changed, and what each answers for; interfaces with their formats, names, states, errors and the order of checks, as tables. Leave this section out where nothing is built.',
    work: 'Numbered steps. Each can be delivered and used as it says, names the items that it fulfils, and says what has to be there before it.',
    risks:
      'What can go wrong, as items, each answered by an item (`answers`) or taken on openly. Nothing that nobody would act on.',
    confirmation:
      'How somebody finds out that the decision was carried out and works: tests, reviews or measurements that can be run, with what they must show.',
    revisit: 'When to look again: the dates, events or measured values that would reopen the decision.',
  }),
  brief: [
    'Write for the engineer who has to act on this tomorrow and was not there. The title names the decision, not the question; the decision is one sentence that can be carried out.',
    'Among the ways are known standards and existing products or libraries, and "as it is". Weigh them by the same drivers, in few words a cell; say what would have to be true for another way to win.',
    'A decision is one thing, with one reason and one check that somebody can carry out. What a builder has to know (names, formats, states, errors, limits) is written down; what nobody needs yet is left out.',
    'Every step of work names items, every risk has what answers it, every state that is named is used. Numbers that nobody measured are called assumptions.',
    'It is read in a review before it is built from: eight to sixteen items carry a decision; plain whole sentences, short before dense; a fact is cited where it is said, and a thing is said rather than referred to by its id. Tables where things are compared, nothing that the reader has to look up elsewhere, and nothing about the discussion.',
  ].join(' '),
  words: 3_200,
  hasPriorities: false,
  needs: ['why', 'check'],
  hasWays: true,
};

export const adrKind: DocumentKind = {
  type: 'adr',
  form,
  waysIn: 'options',
  findHome: (session, docsPaths, slug) => ({
    folder: cleanPath(docsPaths.decisions),
    file: `${/^\d{8}-\d{6}-/.exec(session.id)?.[0] ?? ''}${slug}.md`,
  }),
  folderRules: {
    chooseName: (files, named) =>
      nextRecordName(
        listRecords(files).map(({ name }) => name),
        named,
      ),
    extendIndex: (files, own) =>
      extendIndex([...files.filter(({ name }) => name !== own.name), own], describeRecord(own)),
    findReplaced: findRecords,
    markReplaced: (file, own) => supersede(file, describeRecord(own)),
    readTitle: (file) => describeRecord(file).title,
  },
  isShared: false,
  lint: adrLint,
};
