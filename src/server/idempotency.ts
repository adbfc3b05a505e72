/** A request repeated under the same key is carried out once, even across a restart: the repeat gets the first answer. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { makeFolderDurably, writeFileDurably } from '../files/durable-file.ts';
import { readFileBounded } from '../files/read-file.ts';
import { HttpError } from './http-error.ts';

/** How many answers are kept; the oldest go first. */
const mostKept = 500;

/** Carries out an action once per key. */
export type DoOnce = <Result>(
  key: string | undefined,
  asked: unknown,
  act: () => Promise<Result>,
) => Promise<Result>;

/** A stored request: `done` is false while it is under way; `result` is absent if it returned nothing. */
const keptSchema = z.array(
  z.object({ key: z.string(), asked: z.string(), done: z.boolean(), result: z.unknown().optional() }),
);
type Kept = z.infer<typeof keptSchema>[number];

/** The file that stores a project's requests: beside the sessions that they started, so that it moves with them. */
export function locateRequests(s2sDir: string): string {
  return path.join(s2sDir, 'sessions', 'requests.json');
}

/**
 * Creates the function. `file` stores the answers, which have to be plain data; null keeps them in this process only. A failed request
 * may be tried again under its key. A request that a stop interrupted may have taken effect, so a repeat is refused.
 */
export function createDoOnce(file: string | null): DoOnce {
  const underWay = new Map<string, Promise<unknown>>();
  let kept: Promise<Map<string, Kept>> | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const save = async (all: Map<string, Kept>): Promise<void> => {
    for (const { key } of all.values()) if (all.size > mostKept) all.delete(key);
    if (file === null) return;
    const write = async (): Promise<unknown> => writeFileDurably(file, JSON.stringify([...all.values()]));
    writing = writing.then(write, write);
    await writing;
  };
  return async (key, asked, act) => {
    if (key === undefined) return act();
    kept ??= readKept(file).catch((error: unknown) => {
      kept = null;
      throw error;
    });
    const all = await kept;
    const request = hash(JSON.stringify(asked));
    const before = all.get(key);
    if (before !== undefined) return answerAgain<Awaited<ReturnType<typeof act>>>(before, request, underWay);
    const entry: Kept = { key, asked: request, done: false };
    all.set(key, entry);
    const doing = save(all).then(act);
    underWay.set(key, doing);
    try {
      const result = await doing;
      Object.assign(entry, { done: true, result });
      return result;
    } catch (error) {
      all.delete(key);
      throw error;
    } finally {
      underWay.delete(key);
      await save(all);
    }
  };
}

function answerAgain<Result>(
  { key, asked, done, result }: Kept,
  request: string,
  underWay: ReadonlyMap<string, Promise<unknown>>,
): Promise<Result> {
  if (asked !== request) {
    throw new HttpError(
      'KEY_USED_OTHERWISE',
      'This Idempotency-Key was used for another request before.',
      'Use a new key for each request.',
    );
  }
  if (done) return Promise.resolve(result as Result);
  const doing = underWay.get(key);
  if (doing !== undefined) return doing as Promise<Result>;
  throw new HttpError(
    'REQUEST_CUT_SHORT',
    'The server was stopped during this request, which may or may not have taken effect.',
    'Look at the session; if the request had no effect, send it again under a new key.',
  );
}

async function readKept(file: string | null): Promise<Map<string, Kept>> {
  if (file === null) return new Map();
  const folder = path.dirname(file);
  await makeFolderDurably(folder, folder);
  const reading = await readFileBounded(file, { shownAs: file, maxBytes: 16 * 1024 * 1024 });
  if (reading === null) return new Map();
  const parsed = keptSchema.safeParse(parse(reading.bytes.toString('utf8')));
  return new Map((parsed.data ?? []).map((entry) => [entry.key, entry]));
}

/** A damaged file does not stop the server: it counts as empty. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
