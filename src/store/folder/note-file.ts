/** An append-only file of notes in `.s2s/batches/`: JSON, one note per line. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
import { makeFolderDurably, syncFolder } from '../../files/durable-file.ts';
import { explainWriteError } from '../../files/file-errors.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { parseJson } from '../../text/parse-json.ts';
import { assertInside, type SessionPaths, showPath } from './session-paths.ts';

const maxBytes = 64 * 1024 * 1024;

/** Reads and adds notes. Reading throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT, FILE_TOO_LARGE; adding throws FILE_UNWRITABLE. */
export interface NoteFile {
  /** Oldest first; lines that do not match the schema are skipped. */
  read: <Note>(schema: z.ZodType<Note>) => Promise<Note[]>;
  /** The note is durable when this resolves. */
  add: (note: object) => Promise<void>;
}

/** Prepares the file of this name; touches nothing yet. */
export function openNoteFile(paths: SessionPaths, fileName: string): NoteFile {
  const folder = join(paths.s2sDir, 'batches');
  const path = join(folder, fileName);
  const shownAs = showPath(paths, path);
  return {
    read: async (schema) => {
      await assertInside(paths, path);
      const reading = await readFileBounded(path, { shownAs, maxBytes });
      const lines = reading === null ? [] : reading.bytes.toString('utf8').split('\n');
      return lines.flatMap((line) => {
        const parsed = schema.safeParse(parseJson(line));
        return parsed.success ? [parsed.data] : [];
      });
    },
    add: async (note) => {
      await assertInside(paths, folder);
      await makeFolderDurably(folder, showPath(paths, folder));
      await assertInside(paths, path);
      try {
        // The line end comes first, so that half a line left by a killed process does not spoil this one.
        await appendFile(path, `\n${JSON.stringify(note)}\n`, { flush: true, mode: 0o600 });
        await syncFolder(folder);
      } catch (error) {
        throw explainWriteError(error, shownAs);
      }
    },
  };
}
