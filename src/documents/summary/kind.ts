/** The summary of any discussion: what is recommended, why, and what to do. For a brainstorm: its ideas, the best first. */
import type { DocumentForm } from '../../session/ports/document-form.ts';
import type { DocumentKind } from '../document-kind.ts';
import { sessionsFolder } from '../document-paths.ts';
import { listSections } from '../form-sections.ts';

const today =
  'The question as it was asked and how it is today, in a few sentences that somebody outside follows, with an example; a table of findings with their places where there are several.';
const work =
  'Numbered changes, the smallest and surest first, each of which can be made, reviewed and used by itself: what it touches, what it holds ready to use (the sentence to print, the test with what it expects), how long it may take. The first can begin tomorrow; what has to be found out first stands behind what is known.';

const form: DocumentForm = {
  type: 'summary',
  name: 'summary',
  kinds: ['decision'],
  sections: listSections('summary', {
    today,
    options:
      'The program prints the ways against the drivers. The body says, in a few sentences, what made one win and what would change that. Leave it out where there was no choice.',
    plan: 'What would be done, in proportion to the question: the few points of the recommendation as items, each with what whoever does it needs (words to be printed, a table of cases, code, tests by name). The longest piece of code stands once, in a section of its own, with the lines that must not be simplified away.',
    against:
      'The two to five strongest objections that a sensible opponent would make, those of the discussion first: each in words that its holder would sign, then what is true in it and what answers it, and what would change the recommendation.',
    work,
  }),
  brief: [
    'Write for somebody who was not there, has ten minutes, and has to decide or act, as one experienced colleague explains it to another. The decision is the recommendation, in one sentence that answers the question as it was asked.',
    'Three to six points carry it; each is what a reader would accept or refuse as a whole, with its details and its reason. What is only interesting is left out, and so is every study, trial or rule for others without which the recommendation stands.',
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
