/** The decision record: MADR 4.0 (adr.github.io/madr). */
import type { DocumentForm } from '../../session/ports/document-form.ts';
import { readDay } from '../../session/rules/read-day.ts';
import type { Session } from '../../session/session.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath, type DocsPaths, findRevisited } from '../document-paths.ts';
import { listSections } from '../form-sections.ts';
import { amend, supersede } from './change-status.ts';
import { adrLint } from './lint.ts';
import { describeRecord, findRecords, listRecords, updateIndex } from './record-folder.ts';
import { nextRecordName } from './record-numbers.ts';
import { revisitForm } from './revisit-form.ts';

const form: DocumentForm = {
  type: 'adr',
  name: 'decision record',
  kinds: ['decision'],
  sections: listSections('adr', {
    context:
      'The question as it was asked, then the problem in a few sentences that somebody outside the project follows, with one worked example of what it costs today, in numbers. Then a table of findings, numbered G1, G2, …: what is so, where it stands, what follows; what is broken today is called broken. Decisions say which of them they close. Last, what already helps.',
    drivers: 'For each entry of `drivers`, in order of weight, one line on why it matters here.',
    options:
      'The program prints the list of ways and their table from `ways` and `drivers`. Leave the body empty, or write what was not checked about a standard or product.',
    outcome:
      'Which way was taken and what made the second best lose, in a few sentences; then what is promised, what is aimed at, and what is not promised, in a short list. The decisions follow as items, each with all that belongs to it: rules as a list, its table of cases, its code.',
    parts:
      'What several decisions share, where they do: a table of fields, the steps of the normal case. What belongs to one decision stands in it. Leave it out where nothing is shared.',
    work: 'Numbered steps, each of use when the next never comes; what can be released alone; how one gets back.',
    consequences:
      'A list, each line beginning with what it is: good, bad or neutral, and for whom; what can still go wrong, how one notices, and what is done then.',
    confirmation:
      'Trials of the whole that no check of a single decision covers: a short table of what is done, what must be seen, and what is decided when it fails.',
    against:
      'The two to five strongest objections that a sensible opponent would make, those of the discussion first: each in words that its holder would sign, then what is true in it and what answers it, and what would change the decision.',
    revisit:
      'When to look again (dates, events, measured values); which numbers are starting values that nobody measured; what to check before the first line is written.',
  }),
  brief: [
    'Write for the engineer who has to act on this tomorrow and was not there, as one experienced colleague explains a decision to another. The title names the decision, not the question; the decision is one sentence that can be carried out.',
    'Four to eight decisions carry it; each is what a reviewer would approve or refuse as a whole, and what its builder reads alone: its rules, its reason where it is not plain, its numbers, its code. Not every sentence that binds is a decision of its own.',
    'Three to five ways are weighed, known standards and existing products or libraries and "as it is" among them. Numbers that nobody measured are called assumptions, in one place.',
  ].join(' '),
  words: 3_400,
  hasPriorities: false,
  needs: ['check'],
  hasWays: true,
};

export const adrKind: DocumentKind = {
  type: 'adr',
  form,
  forms: { revisit: revisitForm },
  waysIn: 'options',
  findHome: (session, docsPaths, slug) => ({
    // Records of one folder refer to each other.
    folder: findRevisited(session)?.folder ?? cleanPath(docsPaths.decisions),
    file: `${nameStart(session, docsPaths)}${slug}.md`,
  }),
  folderRules: {
    chooseName: (files, named) =>
      nextRecordName(
        listRecords(files).map(({ name }) => name),
        named,
      ),
    extendIndex: (files, own, replaced) =>
      updateIndex(
        [...files.filter(({ name }) => name !== own.name), own],
        replaced.map(({ name }) => ({ name, status: 'superseded' })),
        describeRecord(own),
      ),
    findReplaced: findRecords,
    markReplaced: (file, own) => supersede(file, describeRecord(own)),
    markAmended: (file, own) => amend(file, describeRecord(own)),
    readTitle: (file) => describeRecord(file).title,
  },
  isShared: false,
  lint: adrLint,
};

function nameStart(session: Session, { firstRecord }: DocsPaths): string {
  if (firstRecord === 'number') return '0001-';
  if (firstRecord === 'day') return `${readDay(session.created_at, session).replaceAll('-', '')}-`;
  return /^\d{8}-\d{6}-/.exec(session.id)?.[0] ?? '';
}
