/** Finds the piece of a text that shows why the text was found. */

import { cutText } from '../session/rules/cut-text.ts';
import { splitWords } from './words.ts';

/** The most characters of an excerpt. */
const longest = 200;

/** Knows that a dot in an address and a question mark in a quotation end no sentence. */
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentence with the most of the words, preferably not a heading, and its line from 1; the first sentence when none has any. */
export function findExcerpt(text: string, stems: ReadonlySet<string>): { excerpt: string; line: number } {
  let best = { points: 0, sentence: '', line: 1 };
  for (const [index, line] of text.split('\n').entries()) {
    for (const { segment: sentence } of sentences.segment(line)) {
      if (best.sentence === '' && sentence.trim() !== '') best = { points: 0, sentence, line: index + 1 };
      const count = countStems(sentence, stems);
      const points = count === 0 ? 0 : count * 2 + (/^#+\s/.test(line) ? 0 : 1);
      if (points > best.points) best = { points, sentence, line: index + 1 };
    }
    if (best.points > stems.size * 2) break;
  }
  return {
    excerpt: cutAround(dropMarks(best.sentence).replace(/\s+/g, ' ').trim(), stems),
    line: best.line,
  };
}

/** Leaves out the sign of a heading or list, and that of bold text of which the sentence is the first or the last. */
function dropMarks(sentence: string): string {
  return sentence
    .replace(/^\s*(#+|[-*+])\s+/, '')
    .replace(/^\*\*(?!.*\*\*)/, '')
    .replace(/^([^*]*)\*\*(?=\s*$)/, '$1');
}

function countStems(text: string, stems: ReadonlySet<string>): number {
  return new Set(splitWords(text).flatMap(({ stem }) => (stems.has(stem) ? [stem] : []))).size;
}

/** Cuts a line to the length of an excerpt, at word boundaries, so that it includes the first of the words. */
function cutAround(line: string, stems: ReadonlySet<string>): string {
  if (line.length <= longest) return line;
  const first = splitWords(line).find(({ stem }) => stems.has(stem));
  const at = first === undefined ? 0 : Math.max(0, line.indexOf(first.text));
  const from = at < longest / 2 ? 0 : Math.max(0, line.lastIndexOf(' ', at - longest / 4));
  const piece = cutText(line.slice(from), longest, '');
  const end = from + longest >= line.length ? piece.length : piece.lastIndexOf(' ');
  const kept = (end > longest / 2 ? piece.slice(0, end) : piece).trim();
  return `${from > 0 ? '… ' : ''}${kept}${from + longest < line.length ? ' …' : ''}`;
}
