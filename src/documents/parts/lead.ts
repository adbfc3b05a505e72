/** Splits a summary: its first sentences go on the first screen, and the rest is printed below, so that nothing is lost. */

/** Number of words on the first screen, not counting the texts of its items. */
const screenWords = 230;

/** How many words are left on the first screen after `parts`, not counting item texts. */
export function countLeft(parts: readonly string[], itemTexts: readonly string[] = []): number {
  const beside = itemTexts.reduce((text, item) => text.replace(item, ''), parts.join('\n'));
  return Math.max(0, screenWords - countWords(beside));
}

/**
 * Splits a text into a lead of as many sentences as fit into `words`, and the rest. The lead has at least one whole sentence,
 * and nothing from after the first paragraph.
 */
export function splitLead(text: string, words: number): { lead: string; rest: string } {
  // A fence or tag that opens in one part and closes in the other would hide the text between them.
  if (/```|~~~|<[!/\p{L}]/u.test(text)) return { lead: text.trim(), rest: '' };
  const [, first = '', further = ''] =
    /^([\s\S]*?)(\n\s*\n[\s\S]*|\n\s*(?:[-*+]|\d+[.)])\s[\s\S]*)?$/.exec(text.trim()) ?? [];
  const sentences = first.split(/(?<=[.!?…]["”’)\]]*)\s+(?=[\p{Lu}\p{N}“"(])/u);
  let taken = 1;
  while (taken < sentences.length && countWords(sentences.slice(0, taken + 1).join(' ')) <= words) taken += 1;
  return {
    lead: sentences.slice(0, taken).join(' '),
    rest: [sentences.slice(taken).join(' '), further.trim()].filter((part) => part !== '').join('\n\n'),
  };
}

/** Counts words as a reader does, without symbols and citations. */
export function countWords(text: string): number {
  return text
    .replace(/ \[(?:R\d+|review) [^\]]+\]/g, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
