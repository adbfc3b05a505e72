/** Reads JSON of unknown shape. Nothing here throws. */
import { isMapping } from '../../session/is-mapping.ts';

/** An object of unknown fields. */
export type Fields = { [key: string]: unknown };

/** The value at a path of keys and positions; undefined when a part of the path does not exist. */
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

/** No call has more tokens; a higher count is ignored. */
const mostTokens = 1e8;
/** No single call costs more USD; a higher amount is ignored. */
const mostDollars = 1e4;

/** A count of tokens. 0 means not stated, also for a value that cannot be a count. */
export function readCount(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= mostTokens ? Math.ceil(value) : 0;
}

/** An amount of money; null when none is stated. */
export function readAmount(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= mostDollars ? value : null;
}
