/** The open round, as commands and pages show it. */
import * as z from 'zod';

const seatStateSchema = z.object({
  seat: z.string(),
  step: z.string(),
  state: z.enum(['waiting', 'thinking', 'retrying', 'answered', 'failed', 'passed']),
  since: z.string().nullable().describe('when the state began, ISO 8601; null for a waiting seat'),
  position: z
    .string()
    .nullable()
    .describe('what it said; null before it answers, and while a person at a blind round has not answered'),
  confidence: z.number().nullable(),
  duration_ms: z.number().nullable(),
  note: z.string().nullable().describe('what the seat looks up, or why it is asked again, failed or passed'),
});

/** What a seat is doing in the open round. */
export type SeatState = z.infer<typeof seatStateSchema>;

const stages = [
  ...(['question', 'answers', 'synthesis', 'decision'] as const),
  ...(['draft', 'review', 'revision', 'last-call'] as const),
] as const;

export const openRoundSchema = z.object({
  round: z.number(),
  stage: z.enum(stages),
  phase: z.string().nullable(),
  question: z.string().nullable(),
  focus: z.string().nullable(),
  asked: z.array(z.string()),
  seats: z.array(seatStateSchema),
  started_at: z.string(),
});

/** The round under way, or the step of the text that comes after the last one. */
export type OpenRound = z.infer<typeof openRoundSchema>;
