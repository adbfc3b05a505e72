/** Compares texts that models wrote: they repeat themselves with different capitals, spaces and full stops. */

/** A text without differences in case, punctuation and spacing: equal for texts with the same words. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The folded words of a text that have at least `least` letters. */
export function listLongWords(text: string, least: number): string[] {
  return foldText(text)
    .split(' ')
    .filter((word) => word.length >= least);
}

/** Signs that change the meaning of the same words: "< 5 s" and "> 5 s", "C" and "C++", "5" and "5 %", "5" and "-5". */
const signs = /[<>≤≥≠=+#%‰°€$£]|(?<![\p{L}\p{N}])[-−](?=\p{N})/gu;

/** Whether two texts have the same words and signs. */
export function isSameText(one: string, other: string): boolean {
  return foldText(one) === foldText(other) && listSigns(one) === listSigns(other);
}

function listSigns(text: string): string {
  return [...text.normalize('NFKC').matchAll(signs)].join('');
}

/** The next free id of a series: `P-001`, `P-002`, … Ids are never reused, so it follows the highest one. */
export function nextId(prefix: string, taken: readonly { id: string }[]): string {
  const highest = taken.reduce((most, { id }) => {
    const match = id.startsWith(`${prefix}-`) ? /^(\d+)$/.exec(id.slice(prefix.length + 1)) : null;
    return match ? Math.max(most, Number(match[1])) : most;
  }, 0);
  return `${prefix}-${String(highest + 1).padStart(3, '0')}`;
}

/** A short id made of a text's words, in lowercase ASCII with hyphens; empty if the text has no such words. */
export function slugOf(text: string, maxLength = 40): string {
  const words = foldText(text.normalize('NFKD').replace(/\p{M}/gu, ''))
    .replace(/[^a-z0-9 ]/g, '')
    .split(' ')
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    if (slug.length + word.length + 1 > maxLength) break;
    slug = slug === '' ? word : `${slug}-${word}`;
  }
  return slug;
}

/** Escapes a text for use in a regular expression that matches it literally. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
