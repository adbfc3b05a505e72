/** `.s2s/sessions/requests.json`: requests under a key, beside the sessions that they started, so that both move together. */
import { join } from 'node:path';
import * as z from 'zod';
import { writeFileDurably } from '../../files/durable-file.ts';
import { readFileBounded } from '../../files/read-file.ts';
import type { RequestNotes } from '../../session/ports/request-notes.ts';
import { parseJson } from '../../text/parse-json.ts';
import {
  describeFolder,
  type FolderParts,
  makeSessionsFolder,
  type SessionPaths,
  showPath,
} from './session-paths.ts';
import { createTurns, waitForLock } from './wait-for-lock.ts';

/** How many are kept; the oldest go first. */
const mostKept = 500;
const maxBytes = 16 * 1024 * 1024;

const keptSchema = z.array(
  z.object({ key: z.string(), asked: z.string(), done: z.boolean(), result: z.unknown().optional() }),
);
type Kept = z.infer<typeof keptSchema>[number];

/** Builds the port. Touches no file. */
export function createRequestFile(parts: FolderParts): RequestNotes {
  const { paths, host } = describeFolder(parts);
  const waitForTurn = createTurns();
  const file = join(paths.sessions, 'requests.json');
  const shownAs = showPath(paths, file);
  /** Reads, changes and writes it while no other process does. */
  const change = async <Result>(act: (all: Map<string, Kept>) => Result): Promise<Result> => {
    await makeSessionsFolder(paths);
    const lock = { host, waitForTurn, what: shownAs, shownAs: `${shownAs}.lock` };
    const release = await waitForLock(`${file}.lock`, lock);
    try {
      const all = await readKept(paths, file);
      const result = act(all);
      for (const key of all.keys()) if (all.size > mostKept) all.delete(key);
      await writeFileDurably(file, JSON.stringify([...all.values()]), { shownAs });
      return result;
    } finally {
      await release();
    }
  };
  return {
    claim: (key, asked) =>
      change((all) => {
        const before = all.get(key) ?? null;
        if (before === null) all.set(key, { key, asked, done: false });
        return before;
      }),
    finish: (key, result) => change((all) => void Object.assign(all.get(key) ?? {}, { done: true, result })),
    drop: (key) => change((all) => void all.delete(key)),
  };
}

/** A damaged file does not stop a server: it counts as empty. */
async function readKept(paths: SessionPaths, file: string): Promise<Map<string, Kept>> {
  const reading = await readFileBounded(file, { shownAs: showPath(paths, file), root: paths.root, maxBytes });
  const parsed = keptSchema.safeParse(parseJson(reading?.bytes.toString('utf8') ?? '[]'));
  return new Map((parsed.data ?? []).map((entry) => [entry.key, entry]));
}
