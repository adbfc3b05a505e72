/** Judges whether a value looks like a secret, or could be an ordinary word that somebody set where no key is needed. */
import { looksLikeKey } from './secret-values.ts';

/** No provider issues shorter keys. */
const leastLength = 16;
/** How many characters must not be part of a word or number. */
const leastRandom = 10;

/** Whether a value looks like a key: it has a known shape, or is long and not made of words and numbers. */
export function looksSecret(value: string): boolean {
  const text = value.trim();
  if (looksLikeKey(text)) return true;
  if (text.length < leastLength || /\s/.test(text) || new Set(text).size < 8) return false;
  return countRandom(text) >= leastRandom;
}

/** Whether a value could be part of a sentence: it is short, or at most three words. Redacting it would remove ordinary words. */
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

/** The variables that are named like a secret and whose value looks like one. The values of other variables are not read. */
export function listNamedSecrets(
  env: Readonly<Record<string, string | undefined>>,
): { name: string; value: string }[] {
  const names = Object.keys(env).filter((name) =>
    /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i.test(name),
  );
  return names.map((name) => ({ name, value: env[name] ?? '' })).filter(({ value }) => looksSecret(value));
}

/** How many characters of a text are not part of a word or a number. */
export function countRandom(text: string): number {
  const signs = text.match(/[^\p{L}\p{N}\s._:/@,;=-]/gu)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).reduce(
    (sum, token) => sum + (isPlainToken(token) ? 0 : token.length),
    signs,
  );
}

/** Whether a token is plain, such as `2024`, `queue`, `downloadJobs`, `api03` or `v2`. */
function isPlainToken(token: string): boolean {
  const [, letters = '', digits = ''] = /^(\p{L}*)(\d*)$/u.exec(token) ?? [];
  if (letters.length + digits.length !== token.length) return false;
  if (letters === '') return digits.length <= 6;
  if (digits.length > 4) return false;
  return letters.length <= 2 || splitCapitals(letters).every(isWord);
}

/** Splits `downloadJobs` before the capital. */
function splitCapitals(letters: string): string[] {
  return letters.split(/(?<=\p{Ll})(?=\p{Lu})/u);
}

/** Whether letters are pronounceable and consistently capitalised. Letters of other scripts always count as a word. */
function isWord(letters: string): boolean {
  if (!/^[a-z]+$/i.test(letters)) return true;
  if (!/^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(letters)) return false;
  const small = letters.toLowerCase();
  if (small.length <= 2) return true;
  return small.length <= 18 && /[aeiouy]/.test(small) && !/[^aeiouy]{5}|[aeiou]{5}/.test(small);
}
