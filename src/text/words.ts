/** Splits texts in any script into words, and finds the stem that forms of one word share. */
import { stemmer } from 'stemmer';

/** A word as written, and the stem by which it is compared. */
export interface Word {
  text: string;
  /** The same for two forms of one word: `deployment` and `deploys`. */
  stem: string;
}

/** Scripts without spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Words that carry no meaning of their own. */
export const fillWords: ReadonlySet<string> = new Set(
  'a an and are as at be by for from how in into is it its of on or our should that the this to use we what when where which who why will with you your'.split(
    ' ',
  ),
);

/** Splits a text into words. Hyphens, dots and slashes separate: `CI/CD` is two words. */
export function splitWords(text: string): Word[] {
  const composed = text.normalize('NFC').replace(/(\p{L})['’]s\b/gu, '$1');
  return [...composed.matchAll(wordPattern)]
    .flatMap(([run]) => (spaceless.test(run) ? segment(run) : [run]))
    .map((word) => ({ text: word, stem: findStem(word) }));
}

/**
 * Splits a text without spaces into words. The fixed language makes the result the same on every
 * machine; the segmenter goes by the script. It copies the whole text for each word, so it gets pieces.
 */
function segment(text: string): string[] {
  const pieces = text.match(/.{1,500}/gsu) ?? [];
  return pieces.flatMap((piece) => [...words.segment(piece)].map((part) => part.segment));
}

/** Converts a word to lower case and removes accents. */
export function foldWord(word: string): string {
  if (/^\w+$/.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

/**
 * The form by which a word is compared: Porter's stem, adjusted where it keeps forms of one word apart
 * (`deploi` and `deploy`, `scalabl` and `scale`, `architectur` and `architect`). Short words, and words with letters other than
 * a to z, are only folded.
 */
export function findStem(word: string): string {
  const folded = foldWord(word);
  if (folded.length <= 3 || !/^[a-z]+$/.test(folded)) return folded;
  const stem = stemmer(folded);
  if (stem.length <= 3) return stem;
  return stem
    .replace(/(?<=.{3}[^aeiou])[ai]bl$/, '')
    .replace(/(?<=.{6})ur$/, '')
    .replace(/i$/, 'y')
    .replace(/(?<=.{3})e$/, '');
}
