/** `.s2s/batches/<name>.jsonl`: a line for each entry of a batch whose session was created. */
import * as z from 'zod';
import { hashText } from '../../files/hash-text.ts';
import type { BatchNotes } from '../../session/batch.ts';
import { idPattern } from '../../session/vocabulary.ts';
import { openNoteFile } from './note-file.ts';
import type { SessionPaths } from './session-paths.ts';

const lineSchema = z.looseObject({ entry: z.string(), session_id: z.string().regex(idPattern) });

/** The notes of one batch; `name` consists of lower-case letters, digits and hyphens. Throws as `NoteFile` does. */
export function createBatchNotes(paths: SessionPaths, name: string): BatchNotes {
  const file = openNoteFile(paths, `${name}.jsonl`);
  return {
    find: async (keys) => {
      const lines = await file.read(lineSchema);
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
