/** Finds references to ids that nothing in the file defines. */
import type { DocumentText } from '../lint/document-text.ts';
import { type FoundRequirement, findRequirements, itemId } from './find-requirements.ts';

/** Only ids with the letters of several items in headings or paragraphs of their own, or of several requirements in a list. */
export function findLooseReferences(
  document: DocumentText,
  requirements: readonly FoundRequirement[],
): { id: string; line: number }[] {
  const defined = findRequirements(document);
  const apart = countPrefixes(defined.filter(({ form }) => form === 'heading' || form === 'paragraph'));
  const required = countPrefixes(requirements);
  const isOwn = (prefix: string) => (apart.get(prefix) ?? 0) >= 2 || (required.get(prefix) ?? 0) >= 2;
  const texts = [...document.headings, ...document.entries.filter(({ kind }) => kind !== 'code')];
  const keyOf = (id: string) => id.replace(/[-_]0*(\d+)[a-z]?$/, '-$1');
  // A row, an item or a text that begins with an id and a colon may define it in another form.
  const known = new Set(
    [...defined.map(({ id }) => id), ...texts.flatMap(({ text }) => leadingId(text))].map(keyOf),
  );
  return texts.flatMap(({ text, line }) => {
    const plain = text.replace(/`[^`]*`|!?\[[^\][]*\]\([^)]*\)|~~.*?~~/g, ' ');
    const named = [...plain.matchAll(new RegExp(`(?<![\\w-])${itemId}`, 'g'))]
      .filter(({ groups }) => isOwn(groups?.['prefix'] ?? ''))
      .map(([id]) => id);
    return [...new Set(named)].filter((id) => !known.has(keyOf(id))).map((id) => ({ id, line }));
  });
}

function countPrefixes(found: readonly FoundRequirement[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { prefix } of found) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  return counts;
}

function leadingId(text: string): string[] {
  const [, id] = new RegExp(`^[*_~[(]*(${itemId})[*_~\\])]*\\s*[:|.–—·]`).exec(text) ?? [];
  return id === undefined ? [] : [id];
}
