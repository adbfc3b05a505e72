/** Finds the passages of a text that are long to read: the writer splits them when it revises. */

import { changeOutsideFences, countPlainWords, replaceMarks } from '../session/rules/text-measures.ts';
import type { Item, Text } from '../session/text.ts';

/** The most words that are read at one go. */
const mostWords = { sentence: 35, bullet: 55, cell: 25, paragraph: 90 };

/** A passage that is long to read. */
export interface LongPassage {
  /** The id of its item or section. */
  at: string;
  words: number;
  /** The passage, without the marks of its facts. */
  text: string;
}

/** The long passages of a text, the longest first; code and open questions are none. */
export function listLongPassages(text: Text, items: readonly Item[]): LongPassage[] {
  const places: [at: string, body: string][] = [
    ...text.sections.map(({ id, body }): [string, string] => [id, body]),
    ...items.flatMap(({ id, text: body, why, check }) =>
      [body, why, check].map((part): [string, string] => [id, part]),
    ),
  ];
  return places
    .flatMap(([at, body]) =>
      splitPassages(body)
        .filter(isLong)
        .map((passage) => ({ at, words: countPlainWords([passage]), text: passage })),
    )
    .sort((one, other) => other.words - one.words);
}

/** The paragraphs, list items and table cells of markdown, each on one line. */
function splitPassages(body: string): string[] {
  const passages: string[] = [];
  changeOutsideFences(body, (lines) => {
    for (const line of lines.split('\n')) {
      const plain = replaceMarks(line, () => '').trim();
      if (plain === '' || /^(?:[*+-]|\d{1,9}[.)])\s/.test(plain)) passages.push('');
      if (plain.startsWith('|')) passages.push(...plain.split(/(?<!\\)(?=\|)/), '');
      else passages.push([passages.pop() ?? '', plain].filter((part) => part !== '').join(' '));
    }
    passages.push('');
    return lines;
  });
  return passages.filter((passage) => passage !== '');
}

function isLong(passage: string): boolean {
  const most = passage.startsWith('|')
    ? mostWords.cell
    : /^(?:[*+-]|\d{1,9}[.)])\s/.test(passage)
      ? mostWords.bullet
      : mostWords.paragraph;
  if (countPlainWords([passage]) > most) return true;
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(passage);
  return [...sentences].some(({ segment }) => countPlainWords([segment]) > mostWords.sentence);
}
