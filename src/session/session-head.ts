/** What a list shows of a session: the values that can be read without its rounds. */
import * as z from 'zod';
import type { Session } from './session.ts';
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
  /** What was decided, in a sentence; null until the session is completed. */
  decision: z.string().nullable().default(null),
  total_turns: z.number().default(0),
});

export type SessionHead = z.infer<typeof sessionHeadSchema>;

/** The head of a session. */
export function makeHead(session: Session): SessionHead {
  return sessionHeadSchema.parse({ ...session, decision: session.outcome?.decision ?? null });
}
