/** What the writer is asked: the whole text, from proposals, answers, decisions and the project. */

import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import { readSubtag } from '../session/rules/language.ts';
import type { Session } from '../session/session.ts';
import { labelKeys, sayEnglish, shippedLanguages } from '../wording/labels.ts';
import { describeExtended } from './extended-file.ts';
import { fenceText } from './fence.ts';
import { buildPast } from './history.ts';
import type { Naming } from './seat-names.ts';
import {
  buildStable,
  bullets,
  createFence,
  describeLanguage,
  joinParts,
  listUnder,
  oneLine,
  section,
} from './shared.ts';
import { describeSettled } from './standing.ts';
import { describeTurn, describeWriter } from './system.ts';

/** The prompt for the draft. */
export function buildDraftPrompt(session: Session, table: Table, naming: Naming): PromptBlock[] {
  return [
    buildStable(session, table, naming),
    ...buildPast(session, naming, { isWhole: true }),
    { cache: true, text: describeMaterial(session, table, naming) },
    {
      cache: false,
      text: joinParts([
        section('The form', describeForm(session, table)),
        describeTurn(describeWriter(session, table), [describeTask(session, table)]),
      ]),
    },
  ];
}

/** How long the text should be: three quarters of what its form allows, so that a revision has room. */
export function readDraftWords(session: Session, table: Table): number {
  return Math.round(((session.settings.document_words ?? table.document.words) * 3) / 4);
}

/** What the text is made from, beside what everybody was told: the proposals and answers whole, and what was settled on the way. */
function describeMaterial(session: Session, table: Table, naming: Naming): string {
  const fence = createFence(session);
  const role = (seat: string): string =>
    session.settings.anonymize
      ? naming.seat(seat)
      : (session.participants.find(({ id }) => id === seat)?.role ?? seat);
  const said = session.rounds.flatMap(({ round, answers }) =>
    answers.map(({ seat, position, proposal, concerns }) =>
      fenceText(
        `${role(seat)}, round ${round}`,
        naming.text(
          joinParts([
            position,
            proposal,
            listUnder(
              'Concerns',
              concerns.map((concern) => `- ${oneLine(concern)}`),
            ),
          ]),
        ),
        session.fence,
      ),
    ),
  );
  const assumed = session.rounds.flatMap(({ assumptions }) =>
    assumptions.map(({ text }) => `- ${naming.text(oneLine(text))}`),
  );
  const block = (title: string, label: string, text: string): string | null =>
    section(title, fence(label, text));
  // What a person decided otherwise favours nothing any more.
  const isOverruled = session.escalations.some(({ decision }) => decision === 'own');
  const recommendation = isOverruled ? '' : (session.rounds.at(-1)?.recommendation ?? '');
  return joinParts([
    section('Proposals and answers', said.join('\n')),
    block('Conflicts that were settled', 'conflicts', describeSettled(session, naming)),
    block(
      'What the arguments favour, as the facilitator sees it',
      'recommendation',
      naming.text(recommendation),
    ),
    block('Assumed', 'assumptions', [...new Set(assumed)].join('\n')),
    section('The file that this is added to', describeExtended(session, table, { isWhole: true })),
  ]);
}

function describeForm(session: Session, { document }: Table): string {
  const { sections, kinds, name } = document;
  return joinParts([
    `${/^[aeio]/.test(name) ? 'An' : 'A'} ${name}. ${document.brief}`,
    `Sections, in this order; leave out what has nothing to say, add what is missing, split what gets long:`,
    bullets(sections.map(({ id, title, about }) => `${id} (${title}): ${about}`)),
    `Items are of these kinds: ${kinds.join(', ')}. Risks, parts, rules and findings of other kinds are prose or a table of a section.`,
    'The program prints before the sections: title, decision, why, firmness, decisions of people, dissent, open questions. Repeat none of that in a body.',
    session.workflow_type === 'brainstorm' ? 'Each idea is an item of the kind idea.' : null,
  ]);
}

/** How a text reads well, for whoever writes it. */
export const readingRules = [
  'Somebody from outside the project follows the first page: the problem in everyday words and an example with values, before any name from the code.',
  'Whole sentences of ordinary length, one thought each, as one experienced colleague explains something to another. No clipped notes, no sentences made of references, no coined words: the word that the project or the field has, explained where it first stands if a reader may not know it.',
  'What a section holds is seen before it is read: paragraphs of two to four sentences, a list where there are several things of a kind, a bold lead-in or a heading of a lower level where a section has more than three paragraphs.',
  'One subject stands in one place: a decision, its rules, its cases, its code, its reason and what happens when it fails are read together. Nothing of it is left for a table, an objection or an open question further below; what several decisions share is said once, before them.',
  'A thing is called by one name. A mark of an item stands only where the reader has to go there; never a row of them in a sentence.',
  'Nothing says where it stands on the page (“the lines printed above”); what belongs together is written together. No sentence is so short that it has to be read twice.',
  'More than two rules in a paragraph are a list, a rule a line, each with its number or condition.',
  'A fact of the project has its place in the sentence that says it, one or two places at most.',
  'A table where things are compared: at most five columns, a few words a cell. Prose where something is explained.',
  'Where ten lines of code, a query or a request with its answer say exactly what a paragraph would describe, they stand there, ready to use, and name their traps.',
  'What it does not do, what it costs and what nobody knows is said as plainly as what it does.',
];

function describeTask(session: Session, table: Table): string {
  const { document } = table;
  const words = readDraftWords(session, table);
  const decided = session.escalations.some(({ decision }) => decision === 'accept' || decision === 'own');
  return joinParts([
    `Write the whole text, in ${document.mayBeShort === true ? `as many words as there is to say and at most ${words}` : `about ${Math.round((words * 2) / 3)} to ${words} words`} in all (first screen, sections, items, tables, code and ways count; open questions do not). You may look things up first: check in the project what you doubt, and what a builder will need. Answer the question as it was asked; where the text answers a narrower one, its first screen says so.`,
    'How it reads:',
    bullets(readingRules),
    'What it is made of:',
    bullets([
      'Begin from the one proposal that would serve the builder best as a whole, and take from the others what closes a hole in it. An average of all is worse than each. A strong point of a proposal that the text does without is given up for a reason, not for lack of room.',
      'title, decision, why, firmness: the first screen. Somebody who reads no further knows what was decided, why, what it costs and what is still soft. firmness says in plain words what is hard, what nobody measured, and whether anything was run or only read.',
      'sections: id, heading, body, and in from the statements that the body takes up. A body explains, compares and shows. An item of the section is printed where its mark stands alone on a line of the body ([[DEC-001]]), so that it has its place in the flow; the others follow the body.',
      `items: what is decided, demanded or excluded, so that it can be voted on; each is what a reviewer would approve or refuse as a whole, and says in its own words what holds (“the table below holds” is enough for a table). Each stands under the section where a reader looks for it, in the order in which a builder meets them.${document.hasPriorities ? ' priority by judgement: must is what a first version is worthless or harmful without, and few things are; corners and rare failures are should, could, or go.' : ''}`,
      'Depth where a builder stumbles (names, formats, states, errors, order, the traps in today’s code), brevity everywhere else.',
      `References to items are marks, [[ID]], with the ids that you give them; places in the project are marks of facts, [[F-012]], or of facts that you found yourself and list under facts, [[N1]]. Never write an id or a path with a line as plain text.`,
      ...(document.hasWays
        ? [
            'drivers: each begins with one to three words and a colon, which head its column, then what is meant. ways: three ways or more, also where the discussion pressed them into two; known standards and existing products first, “as it is” among them; each judged by each driver in a few words, with the reason why it was taken or not. At most four drivers and five ways. The choice follows from the table: where another way is as good or better by most drivers, take it, or say which driver decides and why; the reason that makes the second best lose is looked up, and does not vanish with a small change to it.',
          ]
        : []),
      ...(decided
        ? [
            'Decisions of people (E-…) are carried out by items that name them in decision; everything else agrees with them, and numbers that they replaced are gone.',
          ]
        : []),
      'from, not_taken: account for every statement (S-…) of the rounds above. An item or a section names those that it takes up; what is in neither stands in not_taken with the reason.',
      'open_questions: only what nobody answered, with who answers it, until when, and what holds meanwhile. closed_questions: the known questions that the text answers.',
      ...(table.extended === null
        ? []
        : ['replaces: the items of the file that an item takes the place of.']),
      ...(asksLabels(session)
        ? [
            `labels: these in the language of the text, with their placeholders in braces as they are: ${labelKeys.map((key) => `${key} (${sayEnglish(key)})`).join(', ')}.`,
          ]
        : []),
    ]),
    describeLanguage(session),
  ]);
}

/** Whether the text is in a language whose labels the program does not ship, so that the draft has to bring them. */
export function asksLabels(session: Session): boolean {
  return !shippedLanguages.includes(readSubtag(session.settings.language ?? session.language));
}
