/** Ids of requirements in a file. A ledger records them, so that no id is reused even if its text is deleted. */
import { requirementKinds } from './schema.ts';

type Kind = (typeof requirementKinds)[number];

/** The highest number of each kind that a file has ever used, and the session that created the file. */
export interface Ledger {
  created: string | null;
  highest: Record<Kind, number>;
}

const ledgerLine = /^<!-- s2s:ids created=([a-z0-9-]+)((?: [A-Z]+=\d+)*) -->\s*$/m;

/** Reads the ledger and every id in the text of a file. */
export function readLedger(text: string): Ledger {
  const [, created, counts] = ledgerLine.exec(text) ?? [];
  const highest: Record<Kind, number> = { REQ: 0, BR: 0, NFR: 0, EX: 0 };
  const raise = (kind: string | undefined, number: string | undefined): void => {
    const known = requirementKinds.find((type) => type === kind?.toUpperCase());
    const value = Number(number);
    if (known !== undefined && Number.isSafeInteger(value)) highest[known] = Math.max(highest[known], value);
  };
  for (const [, kind, number] of (counts ?? '').matchAll(/([A-Z]+)=(\d+)/g)) raise(kind, number);
  for (const [, kind, number] of text.matchAll(/\b(REQ|BR|NFR|EX)[-_](\d{1,6})\b/gi)) raise(kind, number);
  return { created: created === undefined || created === 'people' ? null : created, highest };
}

/** The ledger's line. It also counts every id in the text above it, so that the next run finds nothing new. */
export function formatLedger(ledger: Ledger, text: string): string {
  const seen = readLedger(text).highest;
  const highest = { ...ledger.highest };
  for (const type of requirementKinds) highest[type] = Math.max(highest[type], seen[type]);
  const counts = requirementKinds.map((type) => `${type}=${highest[type]}`).join(' ');
  return `<!-- s2s:ids created=${ledger.created ?? 'people'} ${counts} -->`;
}

/** Removes the ledger's line from a text. */
export function removeLedger(text: string): string {
  return text.replace(/^<!-- s2s:ids created=.*-->[^\S\n]*\n?/gm, '');
}

/**
 * Gives ids to requirements. `wanted` is the id from the session, kept if its number is above all that the file has used;
 * the others get the next free number of their kind, after those that the session `reserved`. Updates the ledger.
 */
export function allocateIds(
  requirements: readonly { kind: Kind; wanted: string | null }[],
  ledger: Ledger,
  options: { reserved: readonly string[] },
): string[] {
  const before = { ...ledger.highest };
  const taken = new Set<string>();
  const kept = requirements.map(({ kind, wanted }) => {
    const [, prefix, digits] = /^([A-Z]+)-(\d{1,6})$/.exec(wanted ?? '') ?? [];
    const number = Number(digits);
    if (wanted === null || prefix !== kind || !(number > before[kind]) || taken.has(wanted)) return null;
    taken.add(wanted);
    ledger.highest[kind] = Math.max(ledger.highest[kind], number);
    return wanted;
  });
  for (const id of options.reserved) {
    const [kind, digits] = id.split('-');
    const known = requirementKinds.find((type) => type === kind);
    if (known !== undefined) ledger.highest[known] = Math.max(ledger.highest[known], Number(digits));
  }
  return kept.map((id, index) => {
    if (id !== null) return id;
    const kind = requirements[index]?.kind ?? 'REQ';
    ledger.highest[kind] += 1;
    return `${kind}-${String(ledger.highest[kind]).padStart(3, '0')}`;
  });
}
