/** Puts words of people into the sentences of a rehearsal. */

import { cutText } from '../session/rules/cut-text.ts';
import { replaceMarks } from '../session/rules/text-measures.ts';

/** A text on one line, cut at a word to at most `most` characters; marks in it lose their brackets, so that they refer to nothing. */
export function shorten(text: string, most: number): string {
  const line = replaceMarks(text, (id) => id)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= most) return line;
  const cut = line.lastIndexOf(' ', most - 2);
  return cut > most / 2 ? `${line.slice(0, cut)} …` : cutText(line, most, ' …');
}

/** A text in quotation marks, without the full stop of a sentence: “Which queue should carry the jobs?”. */
export function quote(text: string): string {
  return `“${shorten(text, 120).replace(/\.$/, '')}”`;
}

/** `one, two and three`. */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
