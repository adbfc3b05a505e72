/** Joins words as a sentence does: `one`, `one and two`, `one, two and three`. */
export function joinWords(words: readonly string[], link: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${link} ${words.at(-1)}`;
}
