/** Notes in an append-only file, one JSON object a line. */
import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type * as z from 'zod';
import { makeFolderDurably, syncFolder } from '../../files/durable-file.ts';
import { explainWriteError } from '../../files/file-errors.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { parseJson } from '../../text/parse-json.ts';
import { assertInside, type SessionPaths, showPath } from './session-paths.ts';

/** The largest file that is read, in bytes. */
const maxBytes = 256 * 1024 * 1024;

/** Reads and adds notes. Reading throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT, FILE_TOO_LARGE; adding throws FILE_UNWRITABLE. */
export interface NoteFile {
  /** Oldest first; lines that do not match the schema are skipped, as is one that a killed process left unfinished. */
  read: <Note>(schema: z.ZodType<Note>) => Promise<Note[]>;
  /** The note, as JSON, is durable when this resolves. */
  add: (json: string) => Promise<void>;
}

/** Prepares the file; touches nothing yet. */
export function openNoteFile(paths: SessionPaths, path: string): NoteFile {
  const folder = dirname(path);
  const shownAs = showPath(paths, path);
  return {
    read: async (schema) => {
      await assertInside(paths, path);
      const reading = await readFileBounded(path, { shownAs, maxBytes });
      const lines = reading?.bytes.toString('utf8').split('\n') ?? [];
      return lines.flatMap((line) => {
        const parsed = schema.safeParse(parseJson(line));
        return parsed.success ? [parsed.data] : [];
      });
    },
    add: async (json) => {
      await assertInside(paths, folder);
      await makeFolderDurably(folder, showPath(paths, folder));
      await assertInside(paths, path);
      try {
        // The line end comes first, so that half a line left by a killed process does not spoil this one.
        await appendFile(path, `\n${json}\n`, { flush: true, mode: 0o600 });
        await syncFolder(folder);
      } catch (error) {
        throw explainWriteError(error, shownAs);
      }
    },
  };
}
