/**
 * The notes of batches in `.s2s/batches/`, append-only files with one JSON object per line: `<name>.jsonl` has a line for each entry whose
 * session was created, `<name>.provider.jsonl` those for each batch that was sent through a provider's batch API.
 */

import { join } from 'node:path';
import * as z from 'zod';
import { hashText } from '../../files/hash-text.ts';
import type { BatchNotes } from '../../session/batch.ts';
import type { ProviderBatchNotes, SentBatch } from '../../session/ports/provider-batch.ts';
import { idPattern } from '../../session/vocabulary.ts';
import { openNoteFile } from './note-file.ts';
import type { SessionPaths } from './session-paths.ts';

const entrySchema = z.looseObject({ entry: z.string(), session_id: z.string().regex(idPattern) });

/** The notes of one batch; `name` consists of lower-case letters, digits and hyphens. Throws as `NoteFile` does. */
export function createBatchNotes(paths: SessionPaths, name: string): BatchNotes {
  const file = openNoteFile(paths, join(paths.s2sDir, 'batches', `${name}.jsonl`));
  return {
    find: async (keys) => {
      const lines = await file.read(entrySchema);
      const known = new Map(lines.map(({ entry, session_id: id }) => [entry, id]));
      return keys.map((key) => known.get(hash(key)) ?? null);
    },
    add: (key, sessionId) => file.add(JSON.stringify({ entry: hash(key), session_id: sessionId })),
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
  const file = openNoteFile(paths, join(paths.s2sDir, 'batches', `${name}.provider.jsonl`));
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
      await file.add(JSON.stringify({ plan, after, custom_ids }));
      return custom_ids;
    },
    settle: ({ plan }, batchId) => file.add(JSON.stringify({ plan, batch_id: batchId })),
  };
}
