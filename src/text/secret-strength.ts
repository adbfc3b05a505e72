/** Whether a value is a secret by its looks, or could be an ordinary word that somebody set where no key is needed. */
import { looksLikeKey } from './secret-values.ts';

/** Fewer characters are no key that anybody gives out. */
const leastLength = 16;
/** Characters that no word explains. */
const leastRandom = 10;

/** Whether a value looks like a key: a known shape, or long and not made of words and numbers. */
export function looksSecret(value: string): boolean {
  const text = value.trim();
  if (looksLikeKey(text)) return true;
  if (text.length < leastLength || /\s/.test(text) || new Set(text).size < 8) return false;
  return countRandom(text) >= leastRandom;
}

/** Whether a value could stand in a sentence: at most three words. Taking it out of a text would take words away. */
export function couldBeWord(value: string): boolean {
  const words = value
    .trim()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return (
    value.trim().length < 6 ||
    (words.length <= 3 && words.every((word) => /^\p{L}+$/u.test(word) && splitCapitals(word).every(isWord)))
  );
}

/** The values in an environment that look like a secret and whose variable is named like one. No other variable is read. */
export function listNamedSecrets(
  env: Readonly<Record<string, string | undefined>>,
): { name: string; value: string }[] {
  const names = Object.keys(env).filter((name) =>
    /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i.test(name),
  );
  return names.map((name) => ({ name, value: env[name] ?? '' })).filter(({ value }) => looksSecret(value));
}

/** How many characters of a text belong to nothing that reads like a word or a number. */
export function countRandom(text: string): number {
  const signs = text.match(/[^\p{L}\p{N}\s._:/@,;=-]/gu)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).reduce(
    (sum, token) => sum + (isPlainToken(token) ? 0 : token.length),
    signs,
  );
}

/** `2024`, `queue`, `downloadJobs`, `api03`, `v2`. */
function isPlainToken(token: string): boolean {
  const [, letters = '', digits = ''] = /^(\p{L}*)(\d*)$/u.exec(token) ?? [];
  if (letters.length + digits.length !== token.length) return false;
  if (letters === '') return digits.length <= 6;
  if (digits.length > 4) return false;
  return letters.length <= 2 || splitCapitals(letters).every(isWord);
}

/** The parts of `downloadJobs`. */
function splitCapitals(letters: string): string[] {
  return letters.split(/(?<=\p{Ll})(?=\p{Lu})/u);
}

/** Letters that can be spoken, in one spelling of capitals. Words of other scripts count as words. */
function isWord(letters: string): boolean {
  if (!/^[a-z]+$/i.test(letters)) return true;
  if (!/^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(letters)) return false;
  const small = letters.toLowerCase();
  if (small.length <= 2) return true;
  return small.length <= 18 && /[aeiouy]/.test(small) && !/[^aeiouy]{5}|[aeiou]{5}/.test(small);
}
