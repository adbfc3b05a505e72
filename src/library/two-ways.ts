/** Finds out whether a topic names exactly two ways, so that a debate has its two sides. */

/** What stands between two ways. */
const separators = /\s(?:or|vs\.?|versus|oder|ou|eller|czy|или)\s|\s?(?:还是|還是|それとも)\s?/giu;

/** Phrases in which "or" separates no ways. */
const idioms =
  /\b(?:one or more|one or two|two or more|more or less|sooner or later|now or later|whether or not|mehr oder weniger|ein oder mehrere?)\b/giu;

/**
 * The word between the two ways, as written. Null for a topic that names none, or three or more: those are listed with commas, or with
 * the word more than once.
 */
export function findTwoWays(topic: string): string | null {
  const text = topic.replaceAll(/\s+/gu, ' ').replaceAll(idioms, ' ');
  const found = [...text.matchAll(separators)];
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  // A comma just before the word belongs to it.
  const before = text.slice(0, only.index).replace(/,$/, '');
  const after = text.slice(only.index + only[0].length);
  return /[,、，]/u.test(before) || /[,、，]/u.test(after) ? null : only[0].trim();
}
