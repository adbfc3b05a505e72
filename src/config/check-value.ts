/** Checks one value against its key, and shows it in messages without giving keys away. */
import type * as z from 'zod';
import { cutText } from '../session/rules/cut-text.ts';
import { looksLikeKey } from '../text/secrets/secret-values.ts';
import type { KeySpec } from './keys/key-line.ts';

/** What is wrong with a value; `path` leads to the wrong item of a list. */
interface ValueProblem {
  path: readonly number[];
  message: string;
}

/** The parsed value, or what is wrong with it. */
export type CheckedValue = { value: unknown } | { problems: ValueProblem[] };

/** Checks a plain value against the key's schema. `names` fill the key's `<…>` segments. */
export function checkValue(
  spec: Pick<KeySpec, 'schema' | 'words' | 'isHidden' | 'check'>,
  plain: unknown,
  names: readonly string[] = [],
): CheckedValue {
  const refuse = (message: string): CheckedValue => ({ problems: [{ path: [], message }] });
  if (looksLikeKey(JSON.stringify(plain) ?? '')) {
    return refuse('holds something that looks like a key, which does not belong in a file');
  }
  const parsed = spec.schema.safeParse(plain);
  if (parsed.success) {
    const problem = spec.check?.(parsed.data, names) ?? null;
    return problem === null ? { value: parsed.data } : refuse(`is refused: ${problem}`);
  }
  // One problem for each wrong item of a list, otherwise one in all.
  const wrongItems = Array.isArray(plain) ? findWrongItems(parsed.error.issues) : [];
  const places = wrongItems.length === 0 ? [[]] : wrongItems.map((index) => [index]);
  const problems = places.map((path: number[]) => {
    const wrong: unknown = path[0] === undefined ? plain : (plain as unknown[])[path[0]];
    return { path, message: `must be ${spec.words}, not ${showValue(wrong, spec)}` };
  });
  return { problems };
}

/** The positions of the wrong items of a list. When the schema also allows a word such as `auto`, it reports them one level deeper. */
function findWrongItems(issues: readonly z.core.$ZodIssue[]): number[] {
  const direct = issues.flatMap((issue) => (issue.code === 'invalid_union' ? issue.errors.flat() : [issue]));
  const indexes = direct.flatMap(({ path }) => (typeof path[0] === 'number' ? [path[0]] : []));
  return [...new Set(indexes)].sort((one, other) => one - other);
}

/** Shows a value in a message: shortened, and not at all when it could be a key. */
export function showValue(value: unknown, spec: Pick<KeySpec, 'isHidden'>): string {
  if (spec.isHidden) return 'the value given (not shown here)';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? 'nothing';
  return cutText(text, 60);
}
