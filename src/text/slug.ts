/** Makes readable names from texts in any script. */
import anyAscii from 'any-ascii';

/** How many characters of a text are used: it may be a whole file, and a slug needs only its beginning. */
const consideredCharacters = 1000;

/** Makes lowercase ASCII words joined by hyphens, cut at a word boundary; empty when nothing is left. */
export function createSlug(text: string, maxLength: number): string {
  const words = anyAscii(separateIdeographs(text.slice(0, consideredCharacters)))
    .toLowerCase()
    .replaceAll(/['\u2019`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return cutAtWord(words, Math.max(1, Math.floor(maxLength)));
}

/** Puts spaces around ideographs, since otherwise a whole sentence would become one word. */
function separateIdeographs(text: string): string {
  return text.replaceAll(/\p{Script=Han}/gu, ' $& ');
}

function cutAtWord(words: string, maxLength: number): string {
  if (words.length <= maxLength) return words;
  const end = words.lastIndexOf('-', maxLength);
  return words.slice(0, end > 0 ? end : maxLength);
}
