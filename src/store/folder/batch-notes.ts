/**
 * The notes of batches in `.s2s/batches/`, append-only files with one JSON object per line: `<name>.jsonl` has a line for each entry whose
 * session was created, `<name>.provider.jsonl` those for each batch that was sent through a provider's batch API.
 */

import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolderDurably, syncFolder } from '../../files/durable-file.ts';
import { explainWriteError } from '../../files/file-errors.ts';
import { hashText } from '../../files/hash-text.ts';
import { readFileBounded } from '../../files/read-file.ts';
import type { BatchNotes } from '../../session/batch.ts';
import type { ProviderBatchNotes, SentBatch } from '../../session/ports/provider-batch.ts';
import { idPattern } from '../../session/vocabulary.ts';
import { parseJson } from '../../text/parse-json.ts';
import { assertInside, type SessionPaths, showPath } from './session-paths.ts';

const maxBytes = 64 * 1024 * 1024;

/** Reads and adds notes. Reading throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT, FILE_TOO_LARGE; adding throws FILE_UNWRITABLE. */
interface NoteFile {
  /** Oldest first; lines that do not match the schema are skipped. */
  read: <Note>(schema: z.ZodType<Note>) => Promise<Note[]>;
  /** The note is durable when this resolves. */
  add: (note: object) => Promise<void>;
}

/** Prepares the file of this name; touches nothing yet. */
function openNoteFile(paths: SessionPaths, fileName: string): NoteFile {
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

const entrySchema = z.looseObject({ entry: z.string(), session_id: z.string().regex(idPattern) });

/** The notes of one batch; `name` consists of lower-case letters, digits and hyphens. Throws as `NoteFile` does. */
export function createBatchNotes(paths: SessionPaths, name: string): BatchNotes {
  const file = openNoteFile(paths, `${name}.jsonl`);
  return {
    find: async (keys) => {
      const lines = await file.read(entrySchema);
      const known = new Map(lines.map(({ entry, session_id: id }) => [entry, id]));
      return keys.map((key) => known.get(hash(key)) ?? null);
    },
    add: (key, sessionId) => file.add({ entry: hash(key), session_id: sessionId }),
  };
}

/** Entries may be long, and their texts do not belong in this file. */
function hash(key: string): string {
  return hashText(key).slice(0, 32);
}

/** A batch that is about to be sent, or the outcome: its id, or null when it was not created. */
const batchSchema = z.union([
  z.looseObject({
    plan: z.string(),
    after: z.string().nullable(),
    custom_ids: z.array(z.string()).min(1),
  }),
  z.looseObject({ plan: z.string(), batch_id: z.string().min(1).nullable() }),
]);

/** The notes of one batch run; `name` consists of lower-case letters, digits and hyphens. Throws as `NoteFile` does. */
export function createProviderBatchNotes(paths: SessionPaths, name: string): ProviderBatchNotes {
  const file = openNoteFile(paths, `${name}.provider.jsonl`);
  /** Oldest first, without batches that were not created. */
  const read = async (): Promise<SentBatch[]> => {
    const sent = new Map<string, SentBatch>();
    for (const line of await file.read(batchSchema)) {
      if (!('batch_id' in line)) {
        const { plan, after, custom_ids } = line as Omit<SentBatch, 'batch_id'>;
        sent.set(plan, { plan, after, custom_ids, batch_id: null });
        continue;
      }
      const planned = sent.get(line.plan);
      if (line.batch_id !== null && planned !== undefined) planned.batch_id = line.batch_id as string;
      else if (planned?.batch_id === null) sent.delete(line.plan);
    }
    return [...sent.values()];
  };
  return {
    find: async (customId) =>
      (await read()).findLast(({ custom_ids: custom }) => custom.includes(customId)) ?? null,
    isNoted: async (batchId) => (await read()).some(({ batch_id: id }) => id === batchId),
    // All are still ours: a process keeps the lock of a session as long as it lives.
    plan: async ({ plan, after, custom_ids }) => {
      await file.add({ plan, after, custom_ids });
      return custom_ids;
    },
    settle: ({ plan }, batchId) => file.add({ plan, batch_id: batchId }),
  };
}
