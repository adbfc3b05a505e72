/** The first screen holds the first sentences of what a writer wrote; the rest stands below, so that nothing of it is lost. */

/** Words of the first screen, beside the texts of its items. */
const screenWords = 230;

/** How many words are left on the first screen beside what always stands there. */
export function countLeft(parts: readonly string[], itemTexts: readonly string[] = []): number {
  const beside = itemTexts.reduce((text, item) => text.replace(item, ''), parts.join('\n'));
  return Math.max(0, screenWords - countWords(beside));
}

/**
 * The first sentences of a text, as many as fit into `words`, and what follows them. One sentence stays whole, however long;
 * what comes after the first paragraph is never part of the lead.
 */
export function splitLead(text: string, words: number): { lead: string; rest: string } {
  // What opens in one part and closes in the other would hide what stands between.
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

/** Words of a text as a reader counts them: neither signs nor citations. */
export function countWords(text: string): number {
  return text
    .replace(/ \[(?:R\d+|review) [^\]]+\]/g, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
