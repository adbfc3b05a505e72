/** Ids as models write them: `P-1`, `**REQ-001**: …`, `req 1`, `[S-014]`, `qa_lead`. */

/** The ids among `known` that a text names, in the order in which it names them. */
export function readIds(text: string, known: readonly string[]): string[] {
  const byKey = new Map(known.map((id) => [keyOf(id), id]));
  const found: string[] = [];
  for (const [, prefix = '', number = ''] of text.matchAll(
    /(?<![\p{L}\p{N}])(\p{L}{1,6})[\s_‐-―-]*0*(\d{1,6})(?!\p{N})/gu,
  )) {
    const id = byKey.get(`${prefix.toUpperCase()}-${Number(number)}`);
    if (id !== undefined && !found.includes(id)) found.push(id);
  }
  return found;
}

/** The one id that a field names, or null when it names none of those that are known. */
export function readId(text: string, known: readonly string[]): string | null {
  return readIds(text, known)[0] ?? null;
}

/** `REQ-001` as `REQ-1`: leading zeros and case do not tell ids apart. */
function keyOf(id: string): string {
  const match = /^(\p{L}+)-0*(\d+)$/u.exec(id);
  return match ? `${(match[1] ?? '').toUpperCase()}-${match[2]}` : id.toUpperCase();
}
