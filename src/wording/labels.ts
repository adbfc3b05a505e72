/**
 * The words that the program itself puts into a document: headings, labels, heads of tables, notices. English and German ship;
 * for other languages the writer of the text brings the few that matter most, and the rest stays English.
 */

import type { Degradation } from '../session/codes.ts';
import { readSubtag } from '../session/rules/language.ts';
import { english, german, type LabelKey } from './label-words.ts';

const shipped: Readonly<Record<string, Readonly<Record<LabelKey, string>>>> = { en: english, de: german };

/** Says a label; each `{name}` in it is replaced by the value of that name. */
export type Say = (key: LabelKey, values?: Readonly<Record<string, string | number>>) => string;

/** The languages whose labels ship, as first subtags of BCP 47. */
export const shippedLanguages = Object.keys(shipped);

/** The labels that a writer is asked for in a language that does not ship; `sayEnglish` gives the English text of each. */
export const labelKeys: readonly LabelKey[] = [
  'item.why',
  'item.check',
  'priority.must',
  'priority.should',
  'priority.could',
  'priority.wont',
  'head.firmness',
  'head.decided',
  'head.dissent',
  'head.not_agreed',
  'section.questions',
  'question.text',
  'question.who',
  'question.until',
  'question.meanwhile',
  'way.name',
  'way.chosen',
  'way.for',
  'way.against',
  'way.because',
  'section.not_agreed',
  'vote.ratify',
  'vote.stand_aside',
  'vote.block',
  'record.line',
];

/** The labels of a language; `brought` are those that the writer brought. One that lacks a value of the English text is not used. */
export function chooseLabels(
  language: string | null,
  brought: readonly { key: string; text: string }[] = [],
): Say {
  const own = shipped[readSubtag(language)];
  const extra = new Map(own === undefined ? brought.map(({ key, text }) => [key, text]) : []);
  return (key, values = {}) => {
    const text = own?.[key] ?? cleanLabel(extra.get(key) ?? '', english[key]) ?? english[key];
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

/** A label that a model brought, as plain words; null if it lacks a value that the English text has, or says nothing. */
function cleanLabel(text: string, expected: string): string | null {
  const values: readonly string[] = expected.match(/\{\w+\}/g) ?? [];
  const words = text
    .split(/(\{\w+\})/)
    .map((part) =>
      values.includes(part) ? part : part.replace(/[^\p{L}\p{M}\p{N} .,;()'’-]|\.(?=\S)/gu, ''),
    )
    .join('')
    .trim();
  return /\p{L}/u.test(words) && values.every((value) => words.includes(value)) ? words : null;
}

/** The labels in English. */
export const sayEnglish: Say = chooseLabels('en');

/** What was missing from a run, as a sentence. `name` gives seats and items the names by which readers know them. */
export function sayDegradation(
  one: Degradation,
  say: Say,
  name: { seat: (id: string) => string; item: (id: string) => string },
): string {
  switch (one.code) {
    case 'seat_silent':
      return say('missing.seat_silent', { seat: name.seat(one.seat), rounds: one.rounds.join(', ') });
    case 'own_question':
    case 'own_synthesis':
      return say(`missing.${one.code}`, { rounds: one.rounds.join(', ') });
    case 'no_review':
      return say('missing.no_review', { seat: name.seat(one.seat) });
    case 'no_vote':
      return say('missing.no_vote', {
        seat: name.seat(one.seat),
        items: one.items.map(name.item).join(', '),
      });
    case 'text_problems': {
      const count = one.problems.reduce((sum, problem) => sum + problem.count, 0);
      return say('missing.text_problems', { count });
    }
    default:
      return say(`missing.${one.code}`);
  }
}
