/** The summary of any discussion: what is recommended, why, and what to do. For a brainstorm: its ideas, the best first. */
import type { DocumentForm } from '../../session/document-form.ts';
import type { DocumentKind } from '../document-kind.ts';
import { sessionsFolder } from '../document-paths.ts';
import { listSections } from '../form-sections.ts';

const today =
  'How it is today, as far as it bears on the question: a few sentences, and a table of findings with their places where there are several.';
const risks = 'What can go wrong, as items, each answered by an item (`answers`) or taken on openly.';
const work =
  'Numbered steps that somebody can start tomorrow, each with what comes of it and, where it was said, who does it.';

const form: DocumentForm = {
  type: 'summary',
  name: 'summary',
  kinds: [
    'decision',
    'requirement',
    'rule',
    'quality',
    'part',
    'interface',
    'out-of-scope',
    'risk',
    'mitigation',
  ],
  sections: listSections('summary', {
    today,
    options:
      'The program prints the ways against the drivers. The body says, in a few sentences, what made one win and what would change that. Leave it out where there was no choice.',
    against:
      'The two to four strongest objections that a sensible opponent would make, those of the discussion first: each in words that its holder would sign, then what answers it or what is true in it. Last, what would change the decision.',
    plan: 'What would be done, as items: decisions, and what has to hold for them.',
    risks,
    work,
  }),
  brief: [
    'Write for somebody who was not there, has five minutes, and has to decide or act. The decision is the recommendation, in one sentence that answers the question.',
    'An item is one thing that somebody can do or refuse, with its reason. What is only interesting is left out.',
    'Plain whole sentences, short before dense; a fact is cited where it is said, and a thing is said rather than referred to by its id. Tables where things are compared, and nothing about the discussion.',
  ].join(' '),
  words: 2_200,
  hasPriorities: false,
  needs: ['why'],
  hasWays: true,
};

const brainstormForm: DocumentForm = {
  ...form,
  kinds: ['idea', 'decision', 'requirement', 'part', 'out-of-scope', 'risk', 'mitigation'],
  sections: listSections('summary', {
    today,
    ideas:
      'The ideas, as items: what is done, who gains what by it, and the smallest first try. One idea, one item; variants are merged. The program ranks them by the value and feasibility that the seats see in them.',
    risks,
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
