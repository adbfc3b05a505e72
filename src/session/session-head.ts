/** What a list shows of a session: the values that can be read without its rounds. */
import * as z from 'zod';
import type { Session } from './session.ts';
import { outcomeResults, pauseReasons, sessionStatuses, workflowTypes } from './vocabulary.ts';

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
  result: z.enum(outcomeResults).nullable().default(null),
  degraded: z.boolean().nullable().default(null),
  /** US dollars so far; null where a price is unknown. */
  cost_usd: z.number().nullable().default(null),
  /** What is asked of a person. */
  waits_for: z.enum(['decision', 'turn']).nullable().default(null),
  total_turns: z.number().default(0),
});

export type SessionHead = z.infer<typeof sessionHeadSchema>;

/** The head of a session. */
export function makeHead(session: Session): SessionHead {
  const { decision = null, result = null, degraded = null } = session.outcome ?? {};
  const { cost_usd } = session.usage;
  return sessionHeadSchema.parse({
    ...{ ...session, decision, result, degraded, cost_usd },
    waits_for: findWait(session),
  });
}

/** A decision that the panel could not make, or the turn of the person at the table; null when it waits for nobody. */
export type Wait = 'decision' | 'turn' | null;

/** What a session waits for. Once its decision was made it waits only to be resumed, which is no person's turn. */
export function findWait({
  status,
  pause_reason: reason,
  paused_at: since,
  escalations,
}: Pick<Session, 'status' | 'pause_reason' | 'paused_at'> & {
  escalations: readonly { status: string; answered_at?: string | null | undefined }[];
}): Wait {
  if (status !== 'paused' || reason !== 'waiting-for-person') return null;
  if (escalations.some((escalation) => escalation.status === 'pending')) return 'decision';
  const isAnswered = escalations.some(({ answered_at: at }) => (at ?? '') > (since ?? ''));
  return isAnswered ? null : 'turn';
}
