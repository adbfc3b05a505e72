/** What the writer is asked after the draft: to mend what the program found, to answer the review, to read it as a stranger, to patch. */
import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import { countPlainWords, countWords, listItemTexts } from '../session/rules/text-measures.ts';
import { readVotes } from '../session/rules/votes.ts';
import type { Session } from '../session/session.ts';
import type { Amendment, Item } from '../session/text.ts';
import { readingRules } from './draft.ts';
import { describeExtended } from './extended-file.ts';
import type { Naming } from './seat-names.ts';
import { buildStable, bullets, createFence, describeLanguage, joinParts, section } from './shared.ts';
import {
  describeConflicts,
  describeDecisions,
  describeDossier,
  describeGuidance,
  describeSettled,
  describeStatements,
} from './standing.ts';
import { describeTurn, describeWriter } from './system.ts';
import { describeAmendments, describeText, describeTextItem } from './text-view.ts';

/** A problem that the program found, in words for the writer. */
export interface TextProblem {
  code: string;
  /** Where: an id, a field of the head, or statement ids. */
  at: string;
  /** What is wrong, for the writer. */
  words: string;
  /** The words that it is about, where they may be right after all and may be left. */
  passage?: string;
}

const keepRule =
  'Return only what changes: whole items, whole sections, or a part of the head (title, decision, why, firmness). What you leave out or empty stays exactly as it is, the lists of an item too: what it was made from is kept.';

const markRule =
  'References stay marks: [[REQ-001]], [[F-012]]; new facts that you found are listed under facts and cited as [[N1]].';

const patchRules = [
  keepRule,
  'What refers to a part that you change says the same afterwards: return the sections, tables and order of work that name it too.',
  'A new item or section says in after behind which id it stands. removed: items or sections that go, with the reason.',
  'open_questions: only those that are new or change; the others stay. closed_questions: those that the text answers, or that nobody needs answered any more, with what answers them or why.',
  markRule,
];

/** The whole length that the text may have. */
export function readMostWords(session: Session, table: Table): number {
  return session.settings.document_words ?? table.document.words;
}

function describeLength(session: Session, most: number): string {
  const words = session.text === null ? 0 : countWords(session.text, session.artifacts);
  return `The text has ${words} words now, and may have ${most}: first screen, sections, items, tables, code and ways count, signs of markdown do not; nor do open questions.`;
}

function open(session: Session, table: Table, naming: Naming): PromptBlock[] {
  const fence = createFence(session);
  return [
    buildStable(session, table, naming),
    {
      cache: true,
      text: joinParts([
        section(
          'Decided and advised by people',
          fence(
            'decisions',
            joinParts([describeDecisions(session, naming), describeGuidance(session, naming)]),
          ),
        ),
        section('Conflicts that were settled', fence('conflicts', describeSettled(session, naming))),
        section('Conflicts', fence('conflicts', describeConflicts(session, naming))),
        section('The file that this is added to', describeExtended(session, table, { isWhole: false })),
        section('Facts of the project', fence('facts', describeDossier(session, naming))),
      ]),
    },
    { cache: true, text: section('The text', fence('text', describeText(session, 'kept'))) ?? '' },
  ];
}

/** The prompt that asks to mend what the program found wrong with a draft or a revision. */
export function buildMendPrompt(
  session: Session,
  table: Table,
  options: { naming: Naming; problems: readonly TextProblem[]; mostWords: number },
): PromptBlock[] {
  const fence = createFence(session);
  const named = new Set(options.problems.flatMap(({ at }) => at.split(/,\s*/)));
  const statements = session.statements.filter(({ id }) => named.has(id));
  return [
    ...open(session, table, options.naming),
    {
      cache: false,
      text: joinParts([
        section(
          'Statements without a place',
          fence('statements', describeStatements(statements, options.naming)),
        ),
        section(
          'What the program found',
          fence('problems', options.problems.map(({ at, words }) => `- ${at}: ${words}`).join('\n')),
        ),
        describeTurn(describeWriter(session, table), [
          'Mend these, and nothing else.',
          bullets([
            ...patchRules,
            ...(options.problems.some(({ passage }) => passage !== undefined)
              ? [
                  'left: passages of the list that are right as they stand, each with the place as the list names it and the reason. They are not asked about again.',
                ]
              : []),
            'A statement without a place: return the item that covers it with the statement added to from, or name it in not_taken with the reason. Do not make an item only to house it.',
            describeLength(session, options.mostWords),
          ]),
          describeLanguage(session),
        ]),
      ]),
    },
  ];
}

/** The prompt for the revision: what the review found. */
export function buildRevisionPrompt(
  session: Session,
  table: Table,
  options: { naming: Naming; amendments: readonly Amendment[] },
): PromptBlock[] {
  const { naming, amendments } = options;
  const fence = createFence(session);
  const exceptions = session.artifacts.flatMap((item) =>
    item.votes
      .filter(({ vote }) => vote !== 'ratify')
      .map(
        ({ vote, reason, lifted_by }) =>
          `- ${item.id}: ${vote === 'block' ? 'blocked' : 'somebody stands aside'}: ${naming.text(reason)}${lifted_by === '' ? '' : ` Lifted by: ${naming.text(lifted_by)}`}`,
      ),
  );
  return [
    ...open(session, table, naming),
    {
      cache: false,
      text: joinParts([
        section('What the review brought', fence('review', describeAmendments(amendments, session, naming))),
        section(
          'Items that somebody would not sign as they stand',
          fence('exceptions', exceptions.join('\n')),
        ),
        describeTurn(describeWriter(session, table), [
          'Revise the text. You may look things up to check what you doubt.',
          bullets([
            ...(amendments.length === 0
              ? []
              : [
                  'answers: each of them (A-…): taken, merged (in other words, or with another one), or declined, and in a sentence where it went or why not. Take what is wrong in the text and what would make the result fail. Decline taste, corners, and what the need does not call for: a text that takes everything in is not read. Amendments with the same subject are answered together.',
                ]),
            'What would lift a block is taken where it does no harm.',
            'Questions of builders are answered where the text is read, not in a list of answers.',
            'Then walk the crossings: each state, status and name that is used is defined, and the other way round; each step of work can be delivered as it says; the strongest objection that the review brought is answered where objections stand.',
            ...patchRules,
            `${describeLength(session, readMostWords(session, table))} Adding is paid for by cutting: merge what overlaps, and move down or out what is rare.`,
          ]),
          describeLanguage(session),
        ]),
      ]),
    },
  ];
}

/** The prompt for the last reading: the text alone, written anew as a stranger would want to read it. */
export function buildEditPrompt(session: Session, table: Table, naming: Naming): PromptBlock[] {
  const most = readMostWords(session, table);
  const words = session.text === null ? most : countWords(session.text, session.artifacts);
  const taken = session.amendments.filter(({ answer }) => answer === 'taken' || answer === 'merged');
  const target = Math.min(words, Math.round(most * 0.9));
  return [
    ...open(session, table, naming),
    {
      cache: false,
      text: joinParts([
        section(
          'Taken from the review',
          createFence(session)('amendments', describeAmendments(taken, session, naming)),
        ),
        describeTurn(describeWriter(session, table), [
          `The text is right, and it grew in pieces. Write it anew from its first line to its last, as one hand that knows all of it and wants it read: ${table.document.mayBeShort === true ? 'not longer than it is' : `about ${target} words in all, and fewer where that reads better`}. Nobody discusses it after you; engineers decide by it, build from it, and compare it with what the best of them would have written alone.`,
          'How it reads:',
          bullets(readingRules),
          'What stays and what goes:',
          bullets([
            'What was decided, its conditions, numbers, names and facts stay as they are, and so does what was taken from the review, in your words: its seats were told that it is there. What helps nobody to decide, build or test goes: the rare corner, the number that nobody needs, the second reason, the detail that the builder sees in the code anyway. Where a paragraph holds more than one takes in at once, drop details and keep the sentences whole: a dense page is not read.',
            'Items that a reviewer would approve or refuse together become one; the others are removed with the reason. What explains an item stands in it, or directly before it.',
            'Each section opens with the sentence that its reader came for. The order of the sections may stay; what is in a wrong one moves.',
            ...(table.document.sections.some(({ id }) => id === 'against')
              ? [
                  'The section against has the strongest objections, each in words that its holder would sign, with what is true in it, what answers it, and what would change the decision.',
                ]
              : []),
            'Return title, decision, why, firmness, and every section and item that stays, under the ids that they have; the program numbers them anew. An item may stand in another section than before. What you leave out, and every list that you leave empty, stays as it is. removed: items or sections that go, with the reason.',
            'References stay marks: [[REQ-001]], [[F-012]]; new facts are not needed.',
            describeLengths(session, target),
          ]),
          describeLanguage(session),
        ]),
      ]),
    },
  ];
}

/** The prompt that asks for a shorter text, where it is still too long. */
export function buildShortenPrompt(session: Session, table: Table, naming: Naming): PromptBlock[] {
  const most = readMostWords(session, table);
  return [
    ...open(session, table, naming),
    {
      cache: false,
      text: describeTurn(describeWriter(session, table), [
        'The text is longer than its readers will read. Shorten it to its length, and change nothing else.',
        bullets([
          describeLengths(session, most),
          'Cut where it is longest and least needed: rows of tables that carry no decision, second reasons, corners, examples beside a clear rule, what stands twice. Merge items that overlap. Never by telegram style: rather a passage less than ten passages of clipped words.',
          ...patchRules,
        ]),
        describeLanguage(session),
      ]),
    },
  ];
}

/** How long the text is, and which parts of it are the longest. */
function describeLengths(session: Session, most: number): string {
  const { text, artifacts } = session;
  if (text === null) return describeLength(session, most);
  const parts = text.sections
    .map((one) => {
      const items = artifacts.filter((item) => item.section === one.id);
      const texts = [one.body, ...items.flatMap(listItemTexts)];
      return { id: one.id, words: countPlainWords(texts) };
    })
    .sort((one, other) => other.words - one.words);
  const longest = parts.slice(0, 6).map(({ id, words }) => `${id} ${words}`);
  return `${describeLength(session, most)} The longest parts: ${longest.join(', ')}.`;
}

/** The prompt for a patch after a last call: exact words that seats would sign, and decisions that were made since. */
export function buildPatchPrompt(
  session: Session,
  table: Table,
  options: { naming: Naming; items: readonly Item[]; amendments: readonly Amendment[] },
): PromptBlock[] {
  const { naming, items, amendments } = options;
  const fence = createFence(session);
  const blocked = items.map((item) => {
    const against = [...readVotes(item).values()].filter(({ vote }) => vote !== 'ratify');
    const reasons = against.map(
      ({ vote, reason, lifted_by }) =>
        `  ${vote}: ${naming.text(reason)}${lifted_by === '' ? '' : ` Lifted by: ${naming.text(lifted_by)}`}`,
    );
    return [describeTextItem(item), ...reasons].join('\n');
  });
  const last = session.rounds.at(-1);
  return [
    ...open(session, table, naming),
    {
      cache: false,
      text: joinParts([
        section('Items to mend', fence('items', blocked.join('\n\n'))),
        section(
          'Words with which they would be signed, and remarks',
          fence('words', describeAmendments(amendments, session, naming)),
        ),
        section(
          'What the last round brought on them',
          session.text?.reopened.length ? fence('synthesis', naming.text(last?.synthesis ?? '')) : '',
        ),
        describeTurn(describeWriter(session, table), [
          'Patch these items so that those who would not sign them can, without losing those who did; or leave one as it is and say why. Decisions of people are worked into all that they touch. What you doubt you may look up first: a check that is left to the builder settles nothing.',
          bullets([
            ...(amendments.length > 0
              ? [
                  'answers: each of what was put to you (A-…): taken, merged or declined, and in a sentence why.',
                ]
              : []),
            keepRule,
            'Change nothing but these items, the head, open questions, and each passage of any section that no longer agrees with them: an explanation, a table, a step of work, an objection. Return such a section whole, its other sentences as they stand. All vote on it together with the items; where no item changes, nothing else may.',
            'What an answer says was changed is in what you return.',
            markRule,
          ]),
          describeLanguage(session),
        ]),
      ]),
    },
  ];
}
