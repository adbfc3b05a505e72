/** The decision record: MADR 4.0 (adr.github.io/madr). */
import type { DocumentForm } from '../../session/ports/document-form.ts';
import { readDated, readSecond } from '../../session/rules/read-day.ts';
import type { Session } from '../../session/session.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath, type DocsPaths, findRevisited } from '../document-paths.ts';
import { appendix, listSections } from '../form-sections.ts';
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
      'The problem in a few sentences that an outsider can follow, with one worked example of what it costs today. Then what the code does today, as a table: the situation, what happens in it, the place; numbered G1, G2, … where it is a gap, so that decisions can say which they close. Then who else does what is to change (callers, writers, readers, clients, plugins), each with its place, and what already helps.',
    drivers: 'Leave the body empty: the program prints the drivers.',
    options:
      'The program prints the table of ways. The body gives the runner-up its due in a short paragraph: what it does better, what rules it out, and that no small change to it removes that. Then what nobody checked about a standard or product.',
    outcome:
      'Which way was chosen and why, in a few sentences. Then what is promised to whom, as a table where there are several, and what stays as it is or is left out, with the reason; and the three to five rules that must always hold, numbered, each of which can be reviewed alone. The decisions follow as items, each with everything that belongs to it.',
    parts:
      'What several decisions share, if anything: a table of fields, the steps of the normal case. Leave it out if nothing is shared.',
    work: 'Numbered steps, each useful even if the next never happens; what can be released alone; how to roll back.',
    consequences:
      'A list, each line starting with good, bad or neutral, and for whom; what can still go wrong, how one notices, and what to do then.',
    confirmation:
      'A table of tests for the whole that show the decision holds: what is done, what must be seen. Then what is assumed and was not checked, as a table: the assumption, how to check it, what changes if it is false.',
    against:
      'The four to seven strongest objections, those of the discussion and the ways that lost first, each in words its holder would sign: what is true in it, why it does not win, what would make it win.',
    revisit: 'When to look again (dates, events, measured values), and what to check before starting.',
    appendix,
  }),
  brief: [
    'The title names the decision, not the question; the decision is one sentence that can be carried out.',
    'Three to six decisions carry it. Each is something a reviewer would accept or reject as a whole, and all that its builder has to read: its rules, its reason if that is not obvious, its numbers, its code.',
    'Three to five ways are weighed, among them known standards, existing products or libraries, and "as it is".',
  ].join(' '),
  words: 3_300,
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
  const [day = '', time = ''] = readSecond(readDated(session), session).replace(/[-:]/g, '').split(' ');
  return firstRecord === 'day' ? `${day}-` : `${day}-${time}-`;
}
