/** What the writer is asked after the draft: to mend what the program found, to answer the review, to shorten, to patch. */
import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import { cutText } from '../session/rules/cut-text.ts';
import { countPlainWords, countWords, listItemTexts } from '../session/rules/text-measures.ts';
import { readVotes } from '../session/rules/votes.ts';
import type { Session } from '../session/session.ts';
import type { Amendment, Item } from '../session/text.ts';
import { describeExtended } from './extended-file.ts';
import { listLongPassages } from './long-passages.ts';
import type { Naming } from './seat-names.ts';
import { buildStable, bullets, createFence, describeLanguage, joinParts, section } from './shared.ts';
import {
  buildDossier,
  describeConflicts,
  describeDecisions,
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
  'Return only what changes: of an item the fields that change, each whole; of sections and the head (title, decision, why, firmness) the same. Whatever you leave out or leave empty stays exactly as it is, including the lists of an item.';

const markRule =
  'References stay marks, with the ids as they stand in the text above: [[REQ-001]], [[F-012]]; facts that you found yourself are listed under facts and cited as [[N1]].';

const patchRules = [
  keepRule,
  'Keep the rest consistent: also return the sections, tables and steps of work that mention what you change.',
  'A new item or section gives in after the id it follows. removed: items or sections to delete, with the reason.',
  'open_questions: only new or changed ones; the others stay. closed_questions: those the text now answers, or that no longer need an answer, with the answer or the reason.',
  markRule,
];

/** The whole length that the text may have. */
export function readMostWords(session: Session, table: Table): number {
  return session.settings.document_words ?? table.document.words;
}

/** How much longer a revision may make the draft: a tenth, or a paragraph. It corrects, and what it adds it pays for by cutting. */
const mostGrowth = { share: 0.1, words: 80 };

/** The length that a revision of the text as it stands may have. */
export function readRevisedWords(session: Session, table: Table): number {
  const most = readMostWords(session, table);
  const { text, artifacts } = session;
  if (text === null) return most;
  const words = countWords(text, artifacts);
  return Math.min(most, words + Math.max(Math.round(words * mostGrowth.share), mostGrowth.words));
}

function describeLength(session: Session, most: number): string {
  const words = session.text === null ? 0 : countWords(session.text, session.artifacts);
  return `The text has ${words} words now, and may have ${most}: first screen, sections, items, tables and ways count; blocks of code, the bars of tables and open questions do not.`;
}

function open(session: Session, table: Table, naming: Naming): PromptBlock[] {
  const fence = createFence(session);
  return [
    buildStable(session, table, naming),
    ...buildDossier(session, naming),
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
  options: { naming: Naming; amendments: readonly Amendment[]; mostWords: number },
): PromptBlock[] {
  const { naming, amendments, mostWords } = options;
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
        section('Passages that are long to read', fence('passages', describeLongPassages(session))),
        describeTurn(describeWriter(session, table), [
          'Correct the text. It reads well as it is, and it has to read as well afterwards: a review that is answered by adding a condition here and an exception there leaves a text nobody reads. You may look things up to check what you doubt.',
          bullets([
            ...(amendments.length === 0
              ? []
              : [
                  'answers: one for each of them (A-…): taken, merged (in other words, or with another one) or declined, with a sentence on where it went or why not. Take what corrects a mistake or what the result would fail without. Decline matters of taste, rare cases, and anything the need does not call for; a wish about how a passage reads is taken where the new words say the same. What is merged says all that was asked for, or because says what it leaves out. Answer amendments on the same subject together.',
                ]),
            'Replace what is wrong with what is right, in the same place and about the same number of words. Do not append to it. If a rule would need another exception, look for a simpler rule that is right without it; if there is none, list the cases, one a line.',
            'If the review shows that another way is better, change the decision and everything that follows from it.',
            'Do what would lift a block, where it does no harm.',
            'Answer a builder’s question where the reader meets it, and only if most builders would ask it.',
            'Each passage that is long to read becomes sentences or bullets of one point each: the rule first, its cases below it. What a builder can do without goes; no condition that holds is lost.',
            'Then check the whole: every state, status and name that is used is defined; whatever the text says is to be done, repaired or removed stands in a step of work, and each step can be delivered as it says; code and tests agree with the prose, and sums and counts with what is listed; what is said to hold always holds in each case and table of the text; the strongest objection is answered where objections stand.',
            ...patchRules,
            `${describeLength(session, mostWords)} Pay for what you add by cutting what is least needed.`,
          ]),
          describeLanguage(session),
        ]),
      ]),
    },
  ];
}

/** The most passages that a revision is asked to split at once. */
const mostPassages = 12;

function describeLongPassages({ text, artifacts }: Session): string {
  const long = text === null ? [] : listLongPassages(text, artifacts).slice(0, mostPassages);
  return long
    .map(({ at, words, text: passage }) => `- ${at}, ${words} words: “${cutText(passage, 90)}”`)
    .join('\n');
}

/** The prompt that asks for a shorter text, where it is still too long. */
export function buildShortenPrompt(
  session: Session,
  table: Table,
  { naming, mostWords }: { naming: Naming; mostWords: number },
): PromptBlock[] {
  return [
    ...open(session, table, naming),
    {
      cache: false,
      text: describeTurn(describeWriter(session, table), [
        'The text is longer than its readers will read. Shorten it, and change nothing else.',
        bullets([
          describeLengths(session, mostWords),
          'Cut where it is longest and least needed: table rows that decide nothing, second reasons, rare cases, examples next to a clear rule, anything said twice. Merge items that overlap. Drop whole passages rather than clip the words of ten.',
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
            'The decision on the first screen says what is signed, with a condition that was added to it.',
            'Change nothing but these items, the head, open questions, and each passage of any section that a remark is about or that no longer agrees with them: an explanation, a table, a step of work, an objection. Return such a section whole, its other sentences as they stand. All vote on it together with the items; where no item changes, nothing else may.',
            'What an answer says was changed is in what you return.',
            markRule,
          ]),
          describeLanguage(session),
        ]),
      ]),
    },
  ];
}
