/** `.s2s/batches/<name>.provider.jsonl`: what was sent through the batch interface of a provider. */
import * as z from 'zod';
import type { ProviderBatchNotes, SentBatch } from '../../domain/provider-batch.ts';
import { openNoteFile } from './note-file.ts';
import type { SessionPaths } from './session-paths.ts';

/** A batch that is about to be sent, or what became of it: its id, or null where there is none. */
const lineSchema = z.union([
  z.looseObject({
    plan: z.string(),
    after: z.string().nullable(),
    custom_ids: z.array(z.string()).min(1),
  }),
  z.looseObject({ plan: z.string(), batch_id: z.string().min(1).nullable() }),
]);

/** The notes of one batch run; `name` has lower-case letters, digits and hyphens. Throws as `NoteFile` does. */
export function createProviderBatchNotes(paths: SessionPaths, name: string): ProviderBatchNotes {
  const file = openNoteFile(paths, `${name}.provider.jsonl`);
  /** Oldest first, without those that never came to be. */
  const read = async (): Promise<SentBatch[]> => {
    const sent = new Map<string, SentBatch>();
    for (const line of await file.read(lineSchema)) {
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
    // The lock of a session is its process's as long as that lives.
    plan: async ({ plan, after, custom_ids }) => {
      await file.add({ plan, after, custom_ids });
      return custom_ids;
    },
    settle: ({ plan }, batchId) => file.add({ plan, batch_id: batchId }),
  };
}
