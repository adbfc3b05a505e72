/** What a list shows of a session: the values that can be read without its rounds. */
import * as z from 'zod';
import { pauseReasons, sessionStatuses, workflowTypes } from './vocabulary.ts';

/** Times are ISO 8601. */
export const sessionHeadSchema = z.object({
  id: z.string(),
  topic: z.string(),
  workflow_type: z.enum(workflowTypes),
  strategy: z.string(),
  output_type: z.string(),
  status: z.enum(sessionStatuses),
  pause_reason: z.enum(pauseReasons).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  rehearsal: z.boolean(),
  total_rounds: z.number(),
  total_turns: z.number().default(0),
  /** As in the session. */
  imported_from: z.literal('plugin').optional(),
});

export type SessionHead = z.infer<typeof sessionHeadSchema>;
