/** Requirements: the outline follows ISO/IEC/IEEE 29148:2018, the sentences follow EARS. */
import type { DocumentForm } from '../../session/document-form.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath } from '../document-paths.ts';
import { listSections } from '../form-sections.ts';
import { requirementsLint } from './lint.ts';

const form: DocumentForm = {
  type: 'requirements',
  name: 'requirements',
  kinds: ['requirement', 'rule', 'quality', 'exception', 'out-of-scope', 'risk', 'mitigation'],
  sections: listSections('requirements', {
    today:
      'How it works today in a few sentences, then a table of what is wrong or missing: numbered, one finding a row, with its place in the project and the requirement that takes it up.',
    needs:
      'A table: what is needed, by whom, and which requirements meet it. Every need is met by some requirement, or it is said that it is not.',
    terms:
      'A table of the words that this text uses in a sense of its own, and the states that things can be in.',
    options:
      'Where there was a choice of ways (a standard, a product, a protocol of our own): the program prints the ways against the drivers; the body says in a few sentences why one was taken and what would change that. Leave it out where there was none.',
    interface:
      'Where there is an interface: one table of requests or calls, what each takes and gives back, and the checks in the order in which they are made, with the error of each. Names and formats as they will be built.',
    requirements:
      'What holds for all requirements (setting, conventions of their tests), in a few sentences. The requirements themselves stand in sections of their own, one for each subject, with ids such as requirements-upload, in the order in which a user meets them.',
    limits: 'Qualities and limits that can be measured: sizes, times, loads, with the way to measure them.',
    exclusions: 'What is left out, as items, and what one does instead or when it will come.',
    tensions:
      'A table of demands that pull apart: the two sides, how it was settled, and which items carry that. Only what was really settled here.',
    against:
      'The two to four strongest objections that a sensible opponent would make, those of the discussion first: each in words that its holder would sign, then what answers it or what is true in it. Last, what would change the decision.',
    risks: 'What can go wrong, as items, each answered by an item (`answers`) or taken on openly.',
    work: 'Numbered steps from the first version on. Each can be delivered as it says, names the requirements that it fulfils, and what has to be there before it.',
  }),
  brief: [
    'Write for those who build and test this tomorrow and were not there. A requirement is one whole sentence in the form of EARS, in the language of the text: what always holds, or "When <event>, …", "While <state>, …", "If <fault>, then …", "Where <feature>, …", and who must do what. A second sentence may give details; more than that is a table or another requirement.',
    'Each has one reason and one check that somebody can carry out without asking: what is done, and what must be seen. Not every thought is a requirement: fifty that are read do more than two hundred that are not.',
    'Priorities by judgement: must is the first version, which can be cut out of the text and is safe to ship; should follows soon; could comes later; wont is decided against for now. Corners and exotic failures move down, or out.',
    'Known standards and their clients come before protocols of our own. Today’s behaviour that people rely on is protected, today’s defects are named with their place.',
    'Numbers that a person decided stand in every text and check that they touch; numbers that nobody measured are called assumptions. It is read in a review before it is built from: plain whole sentences, short before dense, few words of its own; a fact is cited where it is said, and a thing is said rather than referred to by its id. Tables where things are compared, nothing that the reader has to look up elsewhere, and nothing about the discussion.',
  ].join(' '),
  words: 4_500,
  hasPriorities: true,
  needs: ['why', 'check'],
  hasWays: true,
};

export const requirementsKind: DocumentKind = {
  type: 'requirements',
  form,
  waysIn: 'options',
  findHome: (_, docsPaths) => {
    const path = cleanPath(docsPaths.specifications);
    const cut = path.lastIndexOf('/');
    return /\.md$/i.test(path)
      ? { folder: path.slice(0, Math.max(cut, 0)), file: path.slice(cut + 1) }
      : { folder: path, file: 'requirements.md' };
  },
  isShared: true,
  lint: requirementsLint,
};
