/** Requirements: the outline follows ISO/IEC/IEEE 29148:2018, the sentences follow EARS. */
import type { DocumentForm } from '../../session/ports/document-form.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath } from '../document-paths.ts';
import { listSections } from '../form-sections.ts';
import { requirementsLint } from './lint.ts';

const form: DocumentForm = {
  type: 'requirements',
  name: 'requirements',
  kinds: ['requirement', 'quality', 'out-of-scope'],
  sections: listSections('requirements', {
    today:
      'How it works today in a few sentences that an outsider can follow, with one example of what it costs people. Then what is missing or broken, as a table with places in the project.',
    needs:
      'A short table: who needs what, and which requirements meet it. Every need is met by some requirement, or it is said that it is not.',
    terms:
      'A table of the few words that have a sense of their own here, and of the states that things can be in.',
    options:
      'Where there was a choice of ways: the program prints the table of ways; the body says in a few sentences why one was taken and what would change that.',
    requirements:
      'What holds for all requirements, in a few sentences. The requirements stand in sections of their own, one for each subject, with ids such as requirements-upload, in the order in which a user meets them.',
    limits:
      'Qualities and limits that can be measured, as items: sizes, times, loads, with the way to measure them.',
    interface:
      'For builders, where there is an interface or a format: one table of requests or calls, what each takes and gives back, and the checks in the order in which they are made, with the error of each. Names and formats as they will be built, with an example. Rules that are requirements are not told again.',
    exclusions: 'What is left out, as items, and what one does instead or when it will come.',
    tensions:
      'A short table of demands that pull apart: the two sides, how it was settled, and which requirements carry that.',
    against:
      'The two to four strongest objections, those of the discussion first, each in words its holder would sign: what is true in it, what answers it, what would change the decision.',
    risks:
      'A short table: what can go wrong, how one notices, and what is done then. Only what somebody would act on.',
    work: 'Numbered steps from the first version on, each of use when the next never comes, with the requirements that it fulfils.',
  }),
  brief: [
    'A requirement is one whole sentence in the form of EARS, in the language of the text: what always holds, or "When <event>, …", "While <state>, …", "If <fault>, then …", "Where <feature>, …", and who must do what. A second sentence may give details; more than that is a table.',
    'Twenty to thirty-five requirements are read and built; more are filed. Each can be understood alone, has one reason and one check that somebody can carry out without asking: what is done, and what must be seen. What only says how something is built inside belongs to no requirement.',
    'Priorities by judgement: must is the first version, which can be cut out of the text and is safe to ship; should follows soon; could comes later; wont is decided against for now. Corners and exotic failures move down, or out.',
    'Known standards and their clients come before protocols of our own. Today’s behaviour that people rely on is protected. Numbers that a person decided stand in every text and check that they touch; numbers that nobody measured are called assumptions.',
  ].join(' '),
  words: 4_200,
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
