/** The architecture description: the twelve sections of arc42 9.0. */
import type { DocumentForm } from '../../session/ports/document-form.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath } from '../document-paths.ts';
import { listSections } from '../form-sections.ts';
import { architectureLint } from './lint.ts';

const form: DocumentForm = {
  type: 'architecture',
  name: 'architecture description',
  kinds: ['decision', 'part', 'quality'],
  sections: listSections('architecture', {
    goals:
      'What the system must do, in short; the three to five qualities that decide between solutions, in order; who has a stake in it and what each expects.',
    constraints:
      'What cannot be chosen: platforms, versions, laws, people, money. With places where the project fixes it.',
    context:
      'The system and its neighbours: a table of people and systems outside, what is exchanged with each, and in which form.',
    strategy:
      'The few choices that everything else follows from, each with the goal that it serves. The program prints the table of ways here.',
    blocks:
      'How the system is cut into parts: a table or diagram of the parts and who uses whom, today’s first where they stay. Each part is an item: what it answers for, its interface, what it uses.',
    runtime:
      'The scenarios that matter, one normal, one odd, one failing: their trigger, then numbered steps that name the parts.',
    deployment: 'Where what runs, what it needs there, and how a new version gets there and back.',
    concepts:
      'Rules that hold for several parts: errors, security, storage, logging, tests. As decisions where they bind.',
    decisions:
      'The decisions, as items, with what was turned down in a sentence. Links to decision records where there are any.',
    quality: 'Qualities as items that can be measured: situation, what happens, what must be seen.',
    risks:
      'A table of risks and of what is left undone on purpose: what, how one notices, what is done then.',
    glossary: 'A table of the words of this project only.',
  }),
  brief: [
    'Describe the architecture for the engineer who joins tomorrow: what is there today, what will be there, and why. The sections are those of arc42, in their order; one that has nothing to say is left out.',
    'Parts are named as in the code, with their places; what does not exist yet is called new. A part is an item that says what it answers for and what it does not, and its interface: format, errors, who calls it.',
    'Among the ways are known standards and existing products or libraries, and "as it is". Decisions have a reason and a check that somebody can carry out, qualities a measurement.',
    'Five to fifteen parts and as many decisions carry it.',
  ].join(' '),
  words: 3_600,
  hasPriorities: false,
  needs: ['check'],
  hasWays: true,
};

export const architectureKind: DocumentKind = {
  type: 'architecture',
  form,
  waysIn: 'strategy',
  findHome: (_, docsPaths, slug) => ({ folder: cleanPath(docsPaths.architecture), file: `${slug}.md` }),
  isShared: false,
  lint: architectureLint,
};
