import type { KeySpec } from './key-spec.ts';
import { looksLikeKey } from './secret-values.ts';

/** What a value is worth: the value as the program takes it, or what is wrong with it. `path` leads to the wrong item of a list. */
export type CheckedValue =
  | { value: unknown }
  | { problems: { path: readonly PropertyKey[]; message: string }[] };

/** Checks a plain value against the key's schema. `names` are the texts that the key's `<…>` segments stand for. */
export function checkValue(spec: KeySpec, plain: unknown, names: readonly string[] = []): CheckedValue {
  if (JSON.stringify(plain)?.length > 0 && looksLikeKey(JSON.stringify(plain))) {
    return {
      problems: [{ path: [], message: 'holds something that looks like a key, which does not belong here' }],
    };
  }
  const parsed = spec.schema.safeParse(plain);
  if (!parsed.success) {
    const problems = new Map<string, { path: readonly PropertyKey[]; message: string }>();
    for (const issue of parsed.error.issues) {
      // A list that may also be a word ("auto") reports its items one level down.
      const inner = issue.code === 'invalid_union' && Array.isArray(plain) ? issue.errors.flat() : [issue];
      for (const { path } of inner.filter(
        (each) => !Array.isArray(plain) || each.path.length > 0 || inner.length === 1,
      )) {
        const wrong = path.length === 0 ? plain : readItem(plain, path[0]);
        problems.set(String(path[0] ?? ''), {
          path,
          message: `must be ${spec.type}, not ${showValue(wrong, spec)}`,
        });
      }
    }
    if (problems.size === 0)
      problems.set('', { path: [], message: `must be ${spec.type}, not ${showValue(plain, spec)}` });
    return { problems: [...problems.values()] };
  }
  const fault = spec.check?.(parsed.data, names) ?? null;
  return fault === null
    ? { value: parsed.data }
    : { problems: [{ path: [], message: `is refused: ${fault}` }] };
}

/** Shows a value in a message: short, and never one that could be a key. */
export function showValue(value: unknown, spec: Pick<KeySpec, 'hidden'>): string {
  if (spec.hidden) return 'the value given (not shown here)';
  if (typeof value === 'number') return String(value);
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function readItem(plain: unknown, index: PropertyKey | undefined): unknown {
  return Array.isArray(plain) && typeof index === 'number' ? plain[index] : plain;
}
