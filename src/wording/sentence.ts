/** Small forms of English that all sentences share. */

/** The text with a capital first letter. For text that begins with a word, not with an id. */
export function beginSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text with a full stop, unless it ends with one or with another mark. */
export function endSentence(text: string): string {
  return /[.!?…:]$/.test(text) ? text : `${text}.`;
}

/** `1`, `1 and 2`, `1, 2 and 3`. */
export function joinList(parts: readonly (string | number)[], word = 'and'): string {
  if (parts.length < 2) return String(parts[0] ?? '');
  return `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}
