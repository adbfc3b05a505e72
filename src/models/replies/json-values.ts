/** Reads JSON whose shape nobody has checked. Nothing here throws. */
import { isMapping } from '../../domain/is-mapping.ts';

/** An object of unknown fields. */
export type Fields = { [key: string]: unknown };

/** The value at a path of keys and positions, undefined when some part of the path is not there. */
export function readAt(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (Array.isArray(found)) found = (found as unknown[])[Number(step)];
    else found = isMapping(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

/** A text that is not empty, else null. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** All texts in a value, those at most so many levels down. */
export function listTexts(value: unknown, levels: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || levels < 0) return [];
  return Object.values(value).flatMap((inner) => listTexts(inner, levels - 1));
}

/** No call has more tokens: what states more, states nothing. */
const mostTokens = 1e8;
/** USD that no single call costs. */
const mostDollars = 1e4;

/** A count of tokens: 0 for everything that cannot be one, which counts as not stated. */
export function readCount(value: unknown): number {
  const count = readNumber(value);
  return count !== null && count > 0 && count <= mostTokens ? Math.ceil(count) : 0;
}

/** An amount of money, null when none is stated. */
export function readAmount(value: unknown): number | null {
  const amount = readNumber(value);
  return amount !== null && amount >= 0 && amount <= mostDollars ? amount : null;
}

/** A number, also as a text: some servers quote theirs. */
function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*[\d.]+\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
