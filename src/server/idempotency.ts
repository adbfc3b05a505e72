/** A request that is sent again under the same key is done once, also after a restart: the first answer is given again. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { makeFolderDurably, writeFileDurably } from '../files/durable-file.ts';
import { readFileBounded } from '../files/read-file.ts';
import { HttpError } from './http-error.ts';

/** Answers that are kept at most; the oldest go first. */
const mostKept = 500;

/** Does something once for each key. */
export type DoOnce = <Result>(
  key: string | undefined,
  asked: unknown,
  act: () => Promise<Result>,
) => Promise<Result>;

/** A request as it is kept: without `done` as long as it is under way, `result` absent where it gave nothing. */
const keptSchema = z.array(
  z.object({ key: z.string(), asked: z.string(), done: z.boolean(), result: z.unknown().optional() }),
);
type Kept = z.infer<typeof keptSchema>[number];

/** The file of a project's requests, beside the token of the server. */
export function locateRequests(userFolder: string, root: string): string {
  return path.join(userFolder, 'server-requests', `${hash(root).slice(0, 16)}.json`);
}

/**
 * Makes it; `file` keeps the answers, which have to be plain data, or null for this process alone. A request that failed may be
 * tried again under its key. One that a stop cut short may have been done: it is refused, not done again.
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
      'This Idempotency-Key came with another request before.',
      'Take a new key for each request.',
    );
  }
  if (done) return Promise.resolve(result as Result);
  const doing = underWay.get(key);
  if (doing !== undefined) return doing as Promise<Result>;
  throw new HttpError(
    'REQUEST_CUT_SHORT',
    'The server was stopped while it did this request, which may be done or not.',
    'Look at the session, and where it is not done, send the request under a new key.',
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

/** What cannot be read keeps no server from starting: it is as if nothing had been asked before. */
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
