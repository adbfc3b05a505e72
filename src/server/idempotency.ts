/** A request repeated under the same key is carried out once, by whichever server it reaches: the repeat gets the first answer. */
import { createHash } from 'node:crypto';
import type { RequestNotes } from '../session/ports/request-notes.ts';
import { HttpError } from './http-error.ts';

/** How many requests a process remembers, whose repeats need no look into the store. */
const mostKnown = 500;

/** Carries out an action once per key. */
export type DoOnce = <Result>(
  key: string | undefined,
  asked: unknown,
  act: () => Promise<Result>,
) => Promise<Result>;

/**
 * Creates the function. Results have to be plain data. Without a project there are no notes, and the process alone remembers. A failed
 * request may be tried again under its key. One that a stop interrupted may have taken effect, so a repeat is refused.
 */
export function createDoOnce(openNotes: () => Promise<RequestNotes | null>): DoOnce {
  const known = new Map<string, { request: string; doing: Promise<unknown> }>();
  return async (key, asked, act) => {
    if (key === undefined) return act();
    const request = hash(JSON.stringify(asked));
    const before = known.get(key);
    if (before !== undefined) {
      requireSame(before.request, request);
      return before.doing as ReturnType<typeof act>;
    }
    const doing = openNotes().then((notes) => carryOut({ notes, key: hash(key), request }, act));
    known.set(key, { request, doing });
    for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
    doing.catch(() => known.delete(key));
    return doing;
  };
}

async function carryOut<Result>(
  { notes, key, request }: { notes: RequestNotes | null; key: string; request: string },
  act: () => Promise<Result>,
): Promise<Result> {
  const before = (await notes?.claim(key, request)) ?? null;
  if (before === null) {
    const result = await act().catch(async (error: unknown) => {
      // What the request met is worth more to its sender than why its key stays taken.
      await notes?.drop(key).catch(() => undefined);
      throw error;
    });
    await notes?.finish(key, result);
    return result;
  }
  requireSame(before.asked, request);
  if (before.done) return before.result as Result;
  throw new HttpError(
    'REQUEST_CUT_SHORT',
    'Another server is at work on this request, or was stopped during it, and it may or may not have taken effect.',
    'Send it again in a moment. If this answer stays, look at the session; if the request had no effect, send it under a new key.',
  );
}

/** Of fixed length, as every database takes it. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function requireSame(before: string, request: string): void {
  if (before === request) return;
  throw new HttpError(
    'KEY_USED_OTHERWISE',
    'This Idempotency-Key was used for another request before.',
    'Use a new key for each request.',
  );
}
