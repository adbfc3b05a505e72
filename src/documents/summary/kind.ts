/** The summary of any discussion: what is recommended, why, and what to do. For a brainstorm: its ideas, the best first. */
import type { DocumentForm } from '../../session/ports/document-form.ts';
import type { DocumentKind } from '../document-kind.ts';
import { sessionsFolder } from '../document-paths.ts';
import { appendix, listSections } from '../form-sections.ts';

const today =
  'How things are today, in a few sentences that an outsider can follow, with an example; then what works and what is wrong or missing, as a list or a table (situation, what happens, place), and what the project’s history says about it.';
const work =
  'Numbered changes, the smallest and safest first, each of which can be made, reviewed and released by itself: where it touches the code, when it is done, what would undo it, and how it is tested, by a table of cases with what is expected. The first can start tomorrow. Point to what the text already gives ready to use instead of repeating it.';

const form: DocumentForm = {
  type: 'summary',
  name: 'summary',
  kinds: ['decision'],
  sections: listSections('summary', {
    today,
    options:
      'The program prints the table of ways. The body says in a few sentences what made one of them win. Leave it out if there was no choice.',
    plan: 'What to do, in proportion to the question: the few points of the recommendation as items, each with everything that whoever does it needs (wording to print, code, cases), and how it behaves together with each existing feature that it touches, one bullet each. After them what not to build, in a short list with reasons. If the answer is no, or not yet, the best yes is an item of its own: the mechanism, the places that it changes, its cases and tests, and the measured value at which it would be built.',
    against:
      'The three to five strongest objections, those of the discussion and the ways that lost first, each in words its holder would sign: what is true in it, why it does not win. Last, what evidence would reopen the decision.',
    work,
    appendix,
  }),
  brief: [
    'It is for somebody who was not there, has ten minutes, and has to decide or act. The decision is the recommendation, one sentence that answers the question as it was asked.',
    'Two to five items carry it; each is something a reader would accept or reject as a whole. Leave out what is merely interesting, and any study, trial or rule the recommendation can do without.',
  ].join(' '),
  words: 2_200,
  mayBeShort: true,
  hasPriorities: false,
  needs: [],
  hasWays: true,
};

const brainstormForm: DocumentForm = {
  ...form,
  words: 2_800,
  kinds: ['idea'],
  sections: listSections('summary', {
    today,
    ideas:
      'The ideas, as items: what is done, who gains what by it, and the smallest first try. One idea, one item; variants are merged. The program ranks them by the value and feasibility that the seats see in them.',
    work,
  }),
  brief: [
    'Write for somebody who was not there and has to choose what to pursue. The decision names the ideas to pursue, in one sentence; why says what sets them apart from the others.',
    'Keep what is new and odd: an idea is not dropped because it is unlikely, only because it is another one in other words. Each says concretely what would be built or tried, not what it would feel like.',
    'Whole sentences, and nothing about the discussion: the program prints how the seats judged, and who dissents.',
  ].join(' '),
  hasWays: false,
};

export const summaryKind: DocumentKind = {
  type: 'summary',
  form,
  forms: { brainstorm: brainstormForm },
  waysIn: 'options',
  findHome: (session) => ({ folder: sessionsFolder, file: `${session.id}-summary.md` }),
  isShared: false,
  lint: null,
};
