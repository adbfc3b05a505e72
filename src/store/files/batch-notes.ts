/** `.s2s/batches/<name>.jsonl`: a line for each entry of a batch whose session was made. */
import { createHash } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { BatchNotes } from '../../domain/batch-notes.ts';
import { idPattern } from '../../domain/vocabulary.ts';
import { makeFolderDurably, syncFolder } from '../../files/durable-file.ts';
import { explainWriteError } from '../../files/file-errors.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { assertInside, type SessionPaths, showPath } from './session-paths.ts';

const maxBytes = 8 * 1024 * 1024;
const lineSchema = z.looseObject({
  entry: z.string(),
  session_id: z.string().regex(idPattern),
});

/** The notes of one batch; `name` has lower-case letters, digits and hyphens. Reading throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT, FILE_TOO_LARGE; a line that is none is passed over. Adding throws FILE_UNWRITABLE. */
export function createBatchNotes(paths: SessionPaths, name: string): BatchNotes {
  const folder = join(paths.s2sDir, 'batches');
  const path = join(folder, `${name}.jsonl`);
  const shownAs = showPath(paths, path);
  return {
    find: async (keys) => {
      await assertInside(paths, path);
      const reading = await readFileBounded(path, { shownAs, maxBytes });
      const lines = reading === null ? [] : reading.bytes.toString('utf8').split('\n');
      const known = new Map(
        lines.flatMap((line) => {
          const parsed = lineSchema.safeParse(parseJson(line));
          return parsed.success ? [[parsed.data.entry, parsed.data.session_id] as const] : [];
        }),
      );
      return keys.map((key) => known.get(hash(key)) ?? null);
    },
    add: async (key, sessionId) => {
      await assertInside(paths, folder);
      await makeFolderDurably(folder, showPath(paths, folder));
      await assertInside(paths, path);
      try {
        // The line end comes first: a line that a killed process left in half spoils no other.
        const line = `\n${JSON.stringify({ entry: hash(key), session_id: sessionId })}\n`;
        await appendFile(path, line, { flush: true, mode: 0o600 });
        await syncFolder(folder);
      } catch (error) {
        throw explainWriteError(error, shownAs);
      }
    },
  };
}

/** Entries may be long, and their texts are nobody's business here. */
function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
