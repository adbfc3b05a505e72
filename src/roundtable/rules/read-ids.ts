/** Ids as models write them: `P-1`, `**REQ-001**: …`, `req 1`, `[S-014]`, `qa_lead`. */

const pattern = /(?<![\p{L}\p{N}])(\p{L}{1,6})[\s_‐-―-]*0*(\d{1,6})(?!\p{N})/gu;

/** The ids among `known` that a text names, in the order in which it names them. */
export function readIds(text: string, known: readonly string[]): string[] {
  const byKey = new Map(known.map((id) => [listKeys(id)[0] ?? '', id]));
  const found = listKeys(text).flatMap((key) => byKey.get(key) ?? []);
  return [...new Set(found)];
}

/** The one id that a field names, or null when it names none of those that are known. */
export function readId(text: string, known: readonly string[]): string | null {
  return readIds(text, known)[0] ?? null;
}

/** Everything in a text that has the form of an id, as `REQ-1`: leading zeros and case do not tell ids apart. */
function listKeys(text: string): string[] {
  return [...text.matchAll(pattern)].map(
    ([, prefix = '', number = '']) => `${prefix.toUpperCase()}-${Number(number)}`,
  );
}
