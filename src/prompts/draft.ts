/** What the writer is asked: the whole text, from proposals, answers, decisions and the project. */

import type { Finding } from '../session/evidence.ts';
import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import { readSubtag } from '../session/rules/language.ts';
import type { Session } from '../session/session.ts';
import { labelKeys, sayEnglish, shippedLanguages } from '../wording/labels.ts';
import { buildQuestion } from './answer.ts';
import { describeExtended } from './extended-file.ts';
import { hasDrivers } from './forms/text-parts.ts';
import { buildPast, buildPhase } from './history.ts';
import { describeUses } from './look.ts';
import type { Naming } from './seat-names.ts';
import {
  buildStable,
  bullets,
  createFence,
  describeLanguage,
  joinParts,
  oneLine,
  section,
} from './shared.ts';
import { describeSettled } from './standing.ts';
import { buildAnswers, describeAnswers } from './synthesis.ts';
import { describeTurn, describeWriter } from './system.ts';

/** The prompt for the draft. */
export function buildDraftPrompt(
  session: Session,
  table: Table,
  { naming, uses }: { naming: Naming; uses: readonly Finding[] },
): PromptBlock[] {
  return [
    buildStable(session, table, naming),
    ...buildFirstRound(session, table, naming),
    ...buildPast(session, naming, { isWhole: true }),
    { cache: true, text: joinParts([describeMaterial(session, table, naming), describeUses(uses, session)]) },
    {
      cache: false,
      text: joinParts([
        section('The form', describeForm(session, table)),
        describeTurn(describeWriter(session, table), [describeTask(session, table)]),
      ]),
    },
  ];
}

/** The first round’s question and its answers, whole proposals as a rule, as its synthesis was told them. */
function buildFirstRound(session: Session, table: Table, naming: Naming): PromptBlock[] {
  const [first] = session.rounds;
  if (first === undefined) return [];
  const phase = table.strategy.phases.find(({ name }) => name === first.phase);
  return [
    ...(phase === undefined ? [] : buildPhase(phase)),
    ...buildQuestion(session, naming, first),
    ...buildAnswers(session, naming, first.answers),
  ];
}

/** How long the text should be: nine tenths of what its form allows, so that a revision has room. */
export function readDraftWords(session: Session, table: Table): number {
  return Math.round((session.settings.document_words ?? table.document.words) * 0.9);
}

/** What the text is made from, beside what everybody was told and the first answers: the later ones, and what was settled on the way. */
function describeMaterial(session: Session, table: Table, naming: Naming): string {
  const fence = createFence(session);
  const later = session.rounds
    .slice(1)
    .map(({ round, answers }) => `Round ${round}:\n${describeAnswers(session, naming, answers)}`);
  const assumed = session.rounds.flatMap(({ assumptions }) =>
    assumptions.map(({ text }) => `- ${naming.text(oneLine(text))}`),
  );
  const block = (title: string, label: string, text: string): string | null =>
    section(title, fence(label, text));
  // What a person decided otherwise favours nothing any more.
  const isOverruled = session.escalations.some(({ decision }) => decision === 'own');
  const recommendation = isOverruled ? '' : (session.rounds.at(-1)?.recommendation ?? '');
  return joinParts([
    section('Answers of later rounds', later.join('\n\n')),
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
    document.mayBeShort === true
      ? 'The usual sections. Use those that fit, under these ids, and others of your own where the question calls for them:'
      : 'Sections, in this order. Leave out any that would be empty, add what is missing, split what gets long:',
    bullets(sections.map(({ id, title, about }) => `${id} (${title}): ${about}`)),
    `Items are of these kinds: ${kinds.join(', ')}. Risks, components, rules and findings of other kinds go into the prose or a table of a section.`,
    'The program itself prints title, decision, why, firmness, decisions of people, dissent and open questions. Do not repeat them in a body.',
    session.workflow_type === 'brainstorm' ? 'Each idea is an item of the kind idea.' : null,
  ]);
}

/** How a text reads well, for whoever writes it. */
const readingRules = [
  'Answer first. A reader who stops after the first screen knows what to do, why, and what it costs. The decision is one short sentence, without its reasons and conditions.',
  'Explain the problem in everyday terms with one concrete example before you use names from the code.',
  'Make it easy to scan: short paragraphs, a bold lead-in for each separate point, bullets for parallel points, code where code is clearer. Use tables only to compare things; at most five columns, a few words a cell. Plain markdown, no HTML; a pipe inside a cell is written \\|.',
  'A rule first says, in words without names from the code, what happens for whoever meets it; names, conditions and places follow. Keep sentences simple, one fact or thought each, and never squeeze them: when room is short, drop the least important point whole. Each bullet is one rule that can be reviewed alone; its reason follows only if it is not obvious, its cases are bullets below it or rows of a table. A case so rare that nobody will hit it is left out.',
  'Say everything once. Keep what belongs to a decision together: its rules, its cases, its code, how it fails. Options, objections and steps do not tell it again, and a check says itself what is done and seen. The normal case is told from beginning to end in one place. A list of more than seven bullets is divided under bold lead-ins.',
  'Give the shape of data, requests with their answers, and wording to be printed in full, ready to paste; of code, the signature and the lines in which order or a condition matters, and not the whole that any builder would write. Point out the lines that must not be simplified away and why. Tests are a table of cases with what is expected. Blocks of more than some thirty lines stand at the end, where they interrupt no argument.',
  'Use the field’s own terms, one name for each thing. Cite the code in the sentence that relies on it, one or two places at most.',
  'Where numbers are estimates, say so once, where the reader first meets them or in firmness; do not tag each one. A number that carries an argument shows how it was worked out.',
  'Say just as plainly what this does not do, what it costs, and what nobody knows.',
];

function describeTask(session: Session, table: Table): string {
  const { document } = table;
  const words = readDraftWords(session, table);
  const decided = session.escalations.some(({ decision }) => decision === 'accept' || decision === 'own');
  return joinParts([
    `Write the whole text, as long as the question needs and at most ${words} words: whether to add one option takes a third of that, a change that many places have to follow takes nearly all of it. The first screen, sections, items, tables and ways count; blocks of code, the bars of tables and open questions do not. You may look things up first: check whatever you doubt and whatever a builder will need. Answer the question that was asked, all of it; if you answer a narrower one, say so on the first screen. Where it asks whether and how, the how is worked out whatever the answer is: after a no, or a not yet, as what would be built, where, with which cases and tests, and the measured value at which it begins.`,
    'How to write it:',
    bullets(readingRules),
    'What to put in it:',
    bullets([
      'Start from the proposal that would serve the builder best on its own, and take from the others whatever fixes a flaw in it. Do not average them. If you leave out somebody’s strong point, do so for a reason, not for lack of room.',
      'Choose the mechanism with the fewest new parts: of each new class, file, table, header, setting or rule, know what fails without it, and leave it out where little does. A gap that nobody will meet is named, not closed.',
      'Name what the whole rests on, and whether it holds. A gap there comes first, with its repair.',
      'Be complete where a miss breaks the result: every place that does what the text changes (where the names mentioned are used is listed above), everybody who calls or reads it, what each of them is promised and what not, and what they do with an error, a wait or a gap that they did not meet before. Where it deals with a set that the project defines (options, tables, states, formats), each member has its fate. Whatever the text says is to be done stands in a step of work.',
      'title, decision, why, firmness: the first screen. firmness says in plain words what is certain, what might still change, and whether anything was run or only read.',
      'sections: id, heading, body, and in from the statements the body covers. To print an item in the middle of a body, put its mark alone on a line ([[DEC-001]]); the remaining items are printed after the body.',
      `items: what is decided, required or ruled out, so that it can be voted on. Each is something a reviewer would accept or reject as a whole, complete in itself, under the section where a reader would look for it, in the order in which a builder needs it.${document.hasPriorities ? ' priority by judgement: must is only what makes a first version worthless or harmful if it is missing; corner cases and rare failures are should, could, or left out; no must rests on a should.' : ''}`,
      'Refer to items with marks, [[ID]], using the ids you give them, and to places in the project with the marks of facts, [[F-012]], or of facts you found yourself and list under facts, [[N1]]. Never write an id, or a path with a line number, as plain text. Mention an item only where the reader has to go and look at it.',
      ...(document.hasWays
        ? [
            `${hasDrivers(document) ? 'drivers: at most four, each a few words and why it matters. ' : ''}ways: three to five, even if the discussion narrowed them to two; known standards and existing products first, “as it is” among them; for and against in a few words each, because as the verdict. Look up the reason that rules out the runner-up, and make sure that no small change to the runner-up removes it. If another way turns out to be better, choose it.`,
          ]
        : []),
      ...(decided
        ? [
            'Decisions of people (E-…) are carried out by items that name them in decision; everything else agrees with them, and numbers that they replaced are gone.',
          ]
        : []),
      'from, not_taken: account for every statement (S-…) of the rounds above. An item or section names the ones it covers. Many belong in no document: list those in not_taken, all with the same reason together.',
      'open_questions: only what nobody has answered, with who answers it, by when, and what applies until then. closed_questions: the known questions that the text answers.',
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
