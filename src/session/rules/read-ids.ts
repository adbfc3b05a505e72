/** Reads ids in the spellings that models use: `P-1`, `**REQ-001**: …`, `req 1`, `[S-014]`, `qa_lead`. */

import type { EarlierDecision } from '../records.ts';
import type { Session } from '../session.ts';

const pattern = /(?<![\p{L}\p{N}])(\p{L}{1,6})[\s_‐-―-]*0*(\d{1,6})(?!\p{N})/gu;
const first = new RegExp(pattern, 'u');

/** The known ids that a text names, in the order of the text. */
export function readIds(text: string, known: readonly string[]): string[] {
  const keys = Array.from(text.matchAll(pattern), writeKey);
  if (keys.length === 0) return [];
  const byKey = new Map(known.map((id) => [writeKey(first.exec(id)), id]));
  const found = keys.flatMap((key) => byKey.get(key) ?? []);
  return [...new Set(found)];
}

/** The ids of the `known` objects that the texts name. */
export function readNamed(texts: readonly string[], known: readonly { id: string }[]): string[] {
  return readIds(
    texts.join('\n'),
    known.map(({ id }) => id),
  );
}

/** The first known id that a field names, or null. */
export function readId(text: string, known: readonly string[]): string | null {
  return readIds(text, known)[0] ?? null;
}

/** Writes a matched id as `REQ-1`, so that leading zeros and case make no difference. */
function writeKey(match: RegExpExecArray | null): string {
  const [, prefix = '', number = ''] = match ?? [];
  return match === null ? '' : `${prefix.toUpperCase()}-${Number(number)}`;
}

/** The earlier decision whose title begins with this id. */
export function findEarlier(
  { earlier_decisions: earlier = [] }: Pick<Session, 'earlier_decisions'>,
  id: string,
): EarlierDecision | undefined {
  return earlier.find(({ title }) => {
    const [, own = ''] = /^([A-Z]+-\d+)(?![\w-])/.exec(title) ?? [];
    return own !== '' && readId(id, [own]) === own;
  });
}
