/** What the writer is asked after the draft: to mend what the program found, to answer the review, to read it as a stranger, to patch. */
import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports.ts';
import type { Session } from '../session/session.ts';
import type { Amendment, Item } from '../session/text.ts';
import { countWords } from '../session/text-measures.ts';
import { readVotes } from '../session/votes.ts';
import type { Naming } from './seat-names.ts';
import { buildStable, bullets, createFence, describeLanguage, joinParts, section } from './shared.ts';
import {
  describeConflicts,
  describeDecisions,
  describeDossier,
  describeGuidance,
  describeStatements,
} from './standing.ts';
import { describeAmendments, describeText, describeTextItem } from './text-view.ts';

/** A problem that the program found, in words for the writer. */
export interface TextProblem {
  code: string;
  /** Where: an id, a field of the head, or statement ids. */
  at: string;
  /** What is wrong, for the writer. */
  words: string;
}

const patchRules = [
  'Return only what changes: whole items, whole sections, or a part of the head (title, decision, why, firmness). What you leave out or empty stays exactly as it is, the lists of an item too: what it was made from is kept.',
  'A new item or section says in after behind which id it stands. removed: items or sections that go, with the reason.',
  'References stay marks: [[REQ-001]], [[F-012]]; new facts that you found are listed under facts and cited as [[N1]].',
];

/** The whole length that the text may have. */
export function readMostWords(session: Session, table: Table): number {
  return session.settings.document_words ?? table.document.words;
}

function describeLength(session: Session, most: number): string {
  const words = session.text === null ? 0 : countWords(session.text, session.artifacts);
  return `The text has ${words} words now, tables and open questions included, of at most ${most}.`;
}

function open(session: Session, table: Table, naming: Naming): PromptBlock[] {
  const fence = createFence(session);
  return [
    buildStable(session, table, { naming, agenda: 'topics' }),
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
        section('Conflicts', fence('conflicts', describeConflicts(session, naming, true))),
        section('Facts of the project', fence('facts', describeDossier(session, naming))),
        section('The text', fence('text', describeText(session, 'kept'))),
      ]),
    },
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
        section(
          'Your task',
          joinParts([
            'Mend these, and nothing else.',
            bullets([
              ...patchRules,
              'A statement without a place: return the item that covers it with the statement added to from, or name it in not_taken with the reason. Do not make an item only to house it.',
              describeLength(session, options.mostWords),
            ]),
            describeLanguage(session),
          ]),
        ),
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
        section(
          'Your task',
          joinParts([
            'Revise the text. You may look things up to check what you doubt.',
            bullets([
              'answers: each of them (A-…): taken, merged (in other words, or with another one), or declined, and in a sentence where it went or why not. Decline what is taste, what the need does not call for, and what would make the text worse to read; take what is true. Amendments with the same subject are answered together.',
              'What would lift a block is taken where it does no harm.',
              'Questions of builders are answered where the text is read, not in a list of answers.',
              'Then walk the crossings: each state, status and name that is used is defined, and the other way round; each step of work can be delivered as it says; each risk has the item that answers it (answers).',
              ...patchRules,
              `${describeLength(session, readMostWords(session, table))} Adding is paid for by cutting: merge what overlaps, and move down or out what is rare.`,
            ]),
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
}

/** The prompt for the last reading: the text alone, as a stranger reads it. */
export function buildEditPrompt(session: Session, table: Table, naming: Naming): PromptBlock[] {
  return [
    ...open(session, table, naming),
    {
      cache: false,
      text: section(
        'Your task',
        joinParts([
          'The text is right; now make it good to read. Read it as an engineer who sees it for the first time and has to build from it tomorrow, and mend what makes you stop.',
          bullets([
            'The first screen: would somebody who reads only that know what was decided, why, what it costs and what is still soft? Short sentences, no list of everything.',
            'Whole plain sentences. A fact is cited where it is said, and not as a list behind a reason. Break up what is dense; say a thing once; one reason and one check an item. Where an item holds several demands that belong apart, divide it; where several say nearly the same, merge them and remove the rest.',
            'Words that are used before they are explained, abbreviations, names of states: explained where they first stand, or in a short table of terms.',
            ...(table.document.sections.some(({ id }) => id === 'against')
              ? [
                  'Doubts of the reader: the section against has the strongest objections, each in words that its holder would sign, with what answers it or what is true in it, and what would change the decision. Write it where it is missing.',
                ]
              : []),
            'Order: what a reader needs first stands first. Headings say what is below them. Tables where things are compared, and no table that is wider than it needs.',
            'Over-engineering: corners and exotic failures go down in priority, to later, or out. Assumed numbers that nobody needs go. Do not change what is decided.',
            ...patchRules,
            `${describeLength(session, readMostWords(session, table))} Shorter is better, but not by telegram style.`,
          ]),
          describeLanguage(session),
        ]),
      ) as string,
    },
  ];
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
          'Words with which they would be signed',
          fence('words', describeAmendments(amendments, session, naming)),
        ),
        section(
          'What the last round brought on them',
          session.text?.reopened.length ? fence('synthesis', naming.text(last?.synthesis ?? '')) : '',
        ),
        section(
          'Your task',
          joinParts([
            'Patch these items so that those who would not sign them can, without losing those who did; or leave one as it is and say why. Decisions of people are worked into all that they touch.',
            bullets(['answers: to each of the proposed words (A-…).', ...patchRules]),
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
}
