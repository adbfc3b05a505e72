/** A request that is sent again under the same key is done once: the first answer is given again. */
import { createHash } from 'node:crypto';
import { HttpError } from './http-error.ts';

/** Answers that are kept at most; the oldest go first. */
const mostKept = 1000;

/** Does something once for each key. */
export type DoOnce = <Result>(
  key: string | undefined,
  asked: unknown,
  act: () => Promise<Result>,
) => Promise<Result>;

/** Makes it. A request that failed may be tried again under its key. */
export function createDoOnce(): DoOnce {
  const kept = new Map<string, { asked: string; result: Promise<unknown> }>();
  return async (key, asked, act) => {
    if (key === undefined) return act();
    const hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
    const before = kept.get(key);
    if (before !== undefined) {
      if (before.asked === hash) return before.result as ReturnType<typeof act>;
      throw new HttpError(
        'KEY_USED_OTHERWISE',
        'This Idempotency-Key came with another request before.',
        'Take a new key for each request.',
      );
    }
    const result = act();
    kept.set(key, { asked: hash, result });
    result.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return result;
  };
}
