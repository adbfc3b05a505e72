/** Checks what can be checked by code: fields, statements, references, facts, numbers that a decision replaced, length. */

import type { RevisionReply } from '../../prompts/forms/revision.ts';
import type { TextProblem } from '../../prompts/revision.ts';
import { listNeeds } from '../../session/ports/document-form.ts';
import type { Table } from '../../session/ports/ports.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { findEarlier } from '../../session/rules/read-ids.ts';
import {
  countPlainWords,
  countWords,
  listItemTexts,
  listMarks,
  listTexts,
} from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Text } from '../../session/text.ts';
import { listUnaccounted } from './account.ts';
import { checkPackages } from './check-packages.ts';
import { checkPlaces } from './check-places.ts';
import { checkVerdict } from './check-verdict.ts';

/** The decision is read first, and often alone. */
const mostDecisionWords = 40;

/** The fewest ways that are weighed. */
const fewestWays = 3;

/** All problems of the text as it stands. `mostWords` is what it may have at this step. */
export function checkText(session: Session, table: Table, options: { mostWords: number }): TextProblem[] {
  const left = session.text?.left ?? [];
  return [
    ...checkHead(session, table),
    ...checkItems(session, table),
    ...checkPlaces(session, table),
    ...checkPackages(session, table),
    ...checkVerdict(session, table),
    ...checkStatements(session),
    ...checkReferences(session),
    ...checkDecisions(session).filter((one) => !left.some((other) => isSameProblem(other, one))),
    ...checkQuestions(session),
    ...checkAnswers(session),
    ...checkLength(session, options.mostWords),
  ];
}

/** Whether what was left on purpose is this. */
function isSameProblem(left: Text['left'][number], { at, passage }: TextProblem): boolean {
  return left.at === at && left.passage === passage;
}

/** What a reply leaves on purpose, of what it was asked about: only what may stand, which is what has a passage. */
export function listLeft(problems: readonly TextProblem[], reply: Pick<RevisionReply, 'left'>): Text['left'] {
  return problems.flatMap(({ at, passage }) => {
    const because = reply.left?.find((one) => one.at.trim().toLowerCase() === at.toLowerCase())?.because;
    return passage === undefined || because === undefined ? [] : [{ at, passage, because }];
  });
}

function checkHead({ text }: Session, { document }: Table): TextProblem[] {
  if (text === null) return [];
  const problems: TextProblem[] = [];
  const empty = (['title', 'decision', 'firmness'] as const).filter((field) => text[field].trim() === '');
  for (const field of empty) problems.push({ code: 'missing_field', at: field, words: 'is empty' });
  if (text.why.length === 0) problems.push({ code: 'missing_field', at: 'why', words: 'is empty' });
  if (countPlainWords([text.decision]) > mostDecisionWords)
    problems.push({
      code: 'too_much',
      at: 'decision',
      words: `has more than ${mostDecisionWords} words: one short sentence, its reasons in why`,
    });
  if (text.why.length > 3)
    problems.push({ code: 'too_much', at: 'why', words: 'has more than three sentences' });
  for (const { id, title } of text.sections)
    if (title.trim() === '')
      problems.push({ code: 'missing_field', at: id, words: 'the section has no heading' });
  if (!document.hasWays) return problems;
  if (text.ways.length < fewestWays)
    problems.push({ code: 'few_ways', at: 'ways', words: `fewer than ${fewestWays} ways are weighed` });
  if (text.ways.filter(({ chosen }) => chosen).length !== 1 && text.ways.length > 0)
    problems.push({ code: 'no_choice', at: 'ways', words: 'exactly one way has to be the chosen one' });
  return problems;
}

function checkItems({ artifacts, text }: Session, { document }: Table): TextProblem[] {
  const sections = new Set(text?.sections.map(({ id }) => id));
  return artifacts.flatMap((item): TextProblem[] => {
    const missing = [
      ...(['title', 'text'] as const).filter((field) => item[field].trim() === ''),
      ...listNeeds(document, item.kind).filter((field) => item[field].trim() === ''),
      ...(document.hasPriorities && item.priority === null && listNeeds(document, item.kind).length > 0
        ? ['priority']
        : []),
      ...(document.details ?? [])
        .filter(({ id, mayBeEmpty }) => mayBeEmpty !== true && (item.details[id] ?? '').trim() === '')
        .map(({ id }) => id),
    ];
    return [
      ...missing.map((field) => ({ code: 'missing_field', at: `${item.id}.${field}`, words: 'is empty' })),
      ...(sections.has(item.section)
        ? []
        : [
            {
              code: 'unknown_section',
              at: item.id,
              words: `stands under “${item.section}”, and there is no such section`,
            },
          ]),
    ];
  });
}

/** How many statements one problem names, so that a list stays readable. */
const mostNamed = 60;

function checkStatements({ statements }: Session): TextProblem[] {
  const nowhere = listUnaccounted(statements);
  if (nowhere.length === 0) return [];
  const at = nowhere.slice(0, mostNamed).join(', ');
  return [{ code: 'unaccounted', at, words: 'are in no item, and not named as not taken' }];
}

/** While the text is revised: what an answer says was taken is in the item that it was asked of. */
function checkAnswers({ text, amendments, artifacts }: Session): TextProblem[] {
  if (!text?.reviewed) return [];
  return artifacts.flatMap(({ id, reviewed, history }): TextProblem[] => {
    const taken = amendments.filter(({ targets, answer }) => answer === 'taken' && targets.includes(id));
    if (taken.length === 0 || reviewed !== null || history[0]?.step !== 'draft') return [];
    const named = taken.map((one) => one.id).join(', ');
    return [
      {
        code: 'not_carried',
        at: id,
        words: `stands as it was, and the answer to ${named} says taken: return it with those words`,
      },
    ];
  });
}

function checkReferences(session: Session): TextProblem[] {
  const { text, artifacts, dossier } = session;
  if (text === null) return [];
  const known = new Set([...artifacts, ...session.open_questions].map(({ id }) => id));
  const facts = new Map(dossier.map((fact) => [fact.id, fact]));
  const places: [at: string, words: string][] = [
    ['head', [text.title, text.decision, ...text.why, text.firmness].join('\n')],
    ...text.sections.map(({ id, body }): [string, string] => [id, body]),
    ...artifacts.map((item): [string, string] => [item.id, listItemTexts(item).join('\n')]),
  ];
  const dangling = places.flatMap(([at, words]) =>
    listMarks(words).flatMap((id): TextProblem[] => {
      const fact = facts.get(id);
      if (fact?.found === 'no')
        return [
          {
            code: 'fact_not_found',
            at,
            words: `cites [[${id}]], but “${cutText(fact.quote, 80, '')}” does not stand in ${fact.path}: cite what stands there, or say it without the fact`,
          },
        ];
      if (fact !== undefined || known.has(id) || findEarlier(session, id) !== undefined) return [];
      return [{ code: 'unknown_reference', at, words: `refers to [[${id}]], which does not exist` }];
    }),
  );
  return dangling;
}

/** A number with the word behind it: `72 hours`. */
const amount = /(?<![\p{L}\p{N}.,])(\d+(?:[.,]\d+)?)[\s\u00a0-]?(%|[\p{L}]+)/gu;

/** The amounts of a text as they stand there, by a form in which they can be compared. */
function listAmounts(words: string): Map<string, string> {
  return new Map(
    [...words.matchAll(amount)].map(([passage, number = '', unit = '']) => [
      `${number} ${unit.toLowerCase()}`,
      passage,
    ]),
  );
}

/** Sections that tell how it is, what else there was and what is held against it: a number that a decision replaced belongs there. */
const tellingSections = ['today', 'context', 'options', 'tensions', 'against'];

/** Decisions of people: each is carried out by an item, and the numbers that it replaced are gone. */
function checkDecisions(session: Session): TextProblem[] {
  const decided = session.escalations.filter(
    ({ status, decision, text }) => status === 'answered' && decision !== 'continue' && text !== null,
  );
  return decided.flatMap(({ id, text, subject }): TextProblem[] => {
    const carried = session.artifacts.some(({ decision }) => decision === id);
    const conflict = session.conflicts.find((one) => one.id === subject);
    const kept = new Set(listAmounts(text ?? '').keys());
    const replaced = new Set(
      (conflict?.positions ?? [])
        .flatMap((position) => [...listAmounts(position.text).keys()])
        .filter((one) => !kept.has(one)),
    );
    const stale = listPlaces(session).flatMap(([at, words]) =>
      [...listAmounts(words)]
        .filter(([one]) => replaced.has(one))
        .map(([, passage]) => ({
          code: 'old_number',
          at,
          passage,
          words: `says “${passage}”, which the decision ${id} replaced; where it means something else, name it in left`,
        })),
    );
    return [
      ...(carried
        ? []
        : [
            {
              code: 'decision_not_carried',
              at: id,
              words: 'no item carries this decision out: name it in decision',
            },
          ]),
      ...stale,
    ];
  });
}

/** Where a number that a decision replaced has no place. */
function listPlaces({ text, artifacts }: Session): [at: string, words: string][] {
  if (text === null) return [];
  return [
    ['head', listTexts({ ...text, sections: [], ways: [] }).join('\n')],
    ...text.sections
      .filter(({ id }) => !tellingSections.includes(id))
      .map(({ id, title, body }): [string, string] => [id, `${title}\n${body}`]),
    ...artifacts.map((item): [string, string] => [item.id, listItemTexts(item).join('\n')]),
  ];
}

/** Open questions say who answers them, and by when. */
function checkQuestions({ open_questions: questions }: Session): TextProblem[] {
  return questions
    .filter(
      ({ status, for_whom: who, until }) => status === 'open' && (who.trim() === '' || until.trim() === ''),
    )
    .map(({ id }) => ({
      code: 'question_without_owner',
      at: id,
      words: 'say who answers it, by when, and what applies until then, or close it',
    }));
}

function checkLength({ text, artifacts }: Session, mostWords: number): TextProblem[] {
  if (text === null) return [];
  const words = countWords(text, artifacts);
  return words <= mostWords
    ? []
    : [
        {
          code: 'too_long',
          at: 'text',
          words: `has ${words} words, of at most ${mostWords}: cut what a first reader does not miss, merge what overlaps`,
        },
      ];
}
