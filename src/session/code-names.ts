/** The names from the code that texts mention: what to search for, to see where else the same thing is done. */

/**
 * Names in code spans (`FlockMutex`, `BookmarkIO::write()`, `--max-results`) that are special enough to be searched for, those that most
 * of the texts mention first. Plain words, paths and whole expressions are none.
 */
export function listCodeNames(texts: readonly string[]): string[] {
  const mentions = new Map<string, number>();
  for (const text of texts) {
    const spans = [...text.matchAll(/(?<!`)`([^`\n]{3,80})`(?!`)/g)].map(([, span]) => span ?? '');
    for (const name of new Set(spans.flatMap(readNames))) mentions.set(name, (mentions.get(name) ?? 0) + 1);
  }
  return [...mentions].sort(([, one], [, other]) => other - one).map(([name]) => name);
}

/** `A::b()` names A and b, `--flag=value` names the flag. */
function readNames(span: string): string[] {
  const flag = /^--[a-z][\w-]{3,}/i.exec(span);
  if (flag !== null) return [flag[0]];
  if (!/^[$@]?[\w$]+(?:(?:::|->|\.|#|\\)[\w$]+)*(?:\([^()]*\))?$/.test(span)) return [];
  return span
    .replace(/\(.*$/, '')
    .split(/::|->|[.#\\]/)
    .map((part) => part.replace(/^[$@]+/, ''))
    .filter(
      (part, index, parts) =>
        part.length >= 5 &&
        (/[a-z\d][A-Z]|_/.test(part) || (span.endsWith(')') && index === parts.length - 1)),
    );
}

/** The pattern that finds a name as a whole word. */
export function patternOfName(name: string): string {
  const escaped = name.replace(/[$.]/g, '\\$&');
  return name.startsWith('--') ? escaped : `\\b${escaped}\\b`;
}
