/** Compares texts that models wrote: they repeat themselves with different capitals, spaces and full stops. */

/** A text without differences in case, punctuation and spacing: equal for texts with the same words. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Signs that change the meaning of the same words: "< 5 s" and "> 5 s", "C" and "C++", "5" and "5 %", "5" and "-5". */
const signs = /[<>≤≥≠=+#%‰°€$£]|(?<![\p{L}\p{N}])[-−](?=\p{N})/gu;

/** A key that two texts share when they have the same words and signs. */
export function keyOfText(text: string): string {
  return `${foldText(text)}\n${[...text.normalize('NFKC').matchAll(signs)].join('')}`;
}

/** Whether two texts have the same words and signs. */
export function isSameText(one: string, other: string): boolean {
  return keyOfText(one) === keyOfText(other);
}

/** The next free id of a series: `S-001`, `S-002`, … Ids are never reused, so it follows the highest one. */
export function nextId(prefix: string, taken: readonly { id: string }[]): string {
  const highest = taken.reduce((most, { id }) => {
    const match = id.startsWith(`${prefix}-`) ? /^(\d+)$/.exec(id.slice(prefix.length + 1)) : null;
    return match ? Math.max(most, Number(match[1])) : most;
  }, 0);
  return `${prefix}-${String(highest + 1).padStart(3, '0')}`;
}

/** Escapes a text for use in a regular expression that matches it literally. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
