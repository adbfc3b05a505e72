/** `.s2s/batches/<name>.provider.jsonl`: the batches sent through a provider's batch API. */
import * as z from 'zod';
import type { ProviderBatchNotes, SentBatch } from '../../session/ports/provider-batch.ts';
import { openNoteFile } from '../folder/note-file.ts';
import type { SessionPaths } from '../folder/session-paths.ts';

/** A batch that is about to be sent, or the outcome: its id, or null when it was not created. */
const lineSchema = z.union([
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
    // All are still ours: a process keeps the lock of a session as long as it lives.
    plan: async ({ plan, after, custom_ids }) => {
      await file.add({ plan, after, custom_ids });
      return custom_ids;
    },
    settle: ({ plan }, batchId) => file.add({ plan, batch_id: batchId }),
  };
}
